"""A post shown outside the family by a link: read-only, first names, for thirty days."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access, limits, links
from scorebook.models import Comment, Deed, Family, Player, Post, ShareLink
from scorebook.models.deeds import About
from scorebook.models.people import outside_names
from scorebook.models.talk import PostKind, once_each


@transaction.atomic
def share(post: Post, *, by: Player, with_comments: bool) -> str:
    """A link's token; only its hash is kept."""
    token = ShareLink.objects.make(post=post, by=by, with_comments=with_comments)
    Deed.objects.note(About.INVITATIONS, f"shared “{post.title}”", by=by)
    return token


@require_http_methods(["GET", "POST"])
def share_post(request: HttpRequest, post_id: UUID) -> HttpResponse:
    """Make a link, which is shown once; the list of those that stand."""
    post, by = access.open_post(request, post_id)
    address = ""
    if request.method == "POST":
        token = share(post, by=by, with_comments="comments" in request.POST)
        address = links.for_others(request, "shared_post", token)
    standing = ShareLink.objects.standing().filter(post=post).select_related("made_by__merged_into")
    context = {
        "post": post,
        "address": address,
        "reach": address and links.reach(address),
        "links": standing,
    }
    return render(request, "talk/share_post.html", context)


@require_POST
def stop_sharing_post(request: HttpRequest, post_id: UUID, link_id: UUID) -> HttpResponse:
    post, by = access.open_post(request, post_id)
    with transaction.atomic():
        if not ShareLink.objects.filter(post=post).stop(link_id):
            raise Http404
        Deed.objects.note(About.INVITATIONS, f"stopped sharing “{post.title}”", by=by)
    messages.success(request, "That link shows nothing any more.")
    return redirect("share_post", post.id)


@login_not_required
@require_GET
def shared_post(request: HttpRequest, token: str) -> HttpResponse:
    """What a stranger with the link sees; of a post in the bin as little as of none."""
    links = ShareLink.objects.filter(post__isnull=False, post__taken_down_at=None)
    link = links.opened_by(token)
    if link is None:
        return limits.wrong_link(request)
    post = Post.objects.with_trial().get(share_links=link)
    answer = render(request, "talk/shared_post.html", _shown(post, link))
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _shown(post: Post, link: ShareLink) -> dict[str, object]:
    comments: list[Comment] = []
    if link.with_comments:
        comments = list(post.comments.up().select_related("author__merged_into"))
    standing = post.dispute.standing if post.kind == PostKind.DISPUTE else []
    voters = [person for _, people in standing for person in people]
    everybody = once_each([post.author, *voters, *(one.author for one in comments)])
    told = dict(zip((one.id for one in everybody), outside_names(everybody), strict=True))
    return {
        "post": post,
        "family": Family.objects.get(),
        "author": told[post.author.really.id],
        "sides": [(side, [told[one.id] for one in people]) for side, people in standing],
        "comments": [(one, told[one.author.really.id]) for one in comments],
    }
