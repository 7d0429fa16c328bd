"""A dispute on trial: whose side one takes, and the ruling."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.models import Family, Player, Post
from scorebook.models.talk import PostKind
from scorebook.talk import services
from scorebook.talk.forms import RulingForm

OVER = "The voting is over. What was said stands."


def _dispute(request: HttpRequest, post_id: UUID) -> tuple[Post, Player]:
    post, by = access.open_post(request, post_id)
    if post.kind != PostKind.DISPUTE:
        raise Http404
    return post, by


@require_POST
def vote(request: HttpRequest, post_id: UUID) -> HttpResponse:
    """Take a side, or another one instead."""
    post, by = _dispute(request, post_id)
    asked = request.POST.get("side", "")
    side = next((one for one in post.dispute.sides.all() if str(one.id) == asked), None)
    if side is None:
        raise BadRequest("A vote is for a side of this dispute.")
    try:
        services.vote(post.dispute, side=side, by=by, today=Family.objects.get().today)
    except services.VotingIsOver:
        raise PermissionDenied(OVER) from None
    return redirect("post_page", post.id)


@require_http_methods(["GET", "POST"])
def close_dispute(request: HttpRequest, post_id: UUID) -> HttpResponse:
    post, by = _dispute(request, post_id)
    if not access.may_close(request, post):
        raise PermissionDenied("Whoever kept the score of that game rules, or an admin.")
    form = RulingForm(request.POST if request.method == "POST" else None, label_suffix="")
    if form.is_valid():
        if services.close(post.dispute, ruling=form.cleaned_data["ruling"], by=by):
            return redirect("post_page", post.id)
        form.add_error(None, "Somebody ruled before you. Look at the dispute.")
    context = {"post": post, "form": form}
    return render(request, "talk/close_dispute.html", context, status=400 if form.errors else 200)
