"""Whoever came by a group's link waits until an admin says who that is."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access
from scorebook.accounts.invitations import ROLES
from scorebook.ledger.people import short_name
from scorebook.models import Deed, Family, Player, User
from scorebook.models.deeds import About
from scorebook.models.people import Role


class ApproveForm(forms.Form):
    """Who it is. Without a person of the list, somebody new by the name that was typed."""

    player = forms.ModelChoiceField(
        Player.objects.none(), label="That’s", required=False, empty_label="Somebody new"
    )
    role = forms.ChoiceField(label="What they may do", choices=ROLES)

    def __init__(self, *args, waiting: User, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        free = Player.objects.known().filter(login=None).by_name()
        self.initial["player"] = free.filter(name__iexact=waiting.first_name).first()
        self.initial["role"] = waiting.invitation.role if waiting.invitation else Role.VIEWER
        self.fields["player"].queryset = free  # type: ignore[attr-defined]


@access.open_to_waiting
@require_GET
def waiting(request: HttpRequest) -> HttpResponse:
    if access.somebody(request).may_read:
        return redirect("home")
    return render(request, "accounts/waiting.html", {"family": Family.objects.get()})


@access.asks_again
@require_http_methods(["GET", "POST"])
def approve(request: HttpRequest, user_id: int) -> HttpResponse:
    """ "Yes, that's Rose", or no."""
    user = User.objects.filter(id=user_id, role=Role.WAITING).select_related("player").first()
    if user is None:
        raise Http404
    by = access.admin(request)
    if request.method == "POST" and request.POST.get("answer") == "no":
        refuse(user, by=by)
        messages.success(request, f"{user.first_name or 'Nobody'} stays outside.")
        return redirect("invitations")
    form = ApproveForm(request.POST if request.method == "POST" else None, waiting=user)
    if form.is_valid():
        try:
            player = let_in(
                user,
                player=user.player or form.cleaned_data["player"],
                role=form.cleaned_data["role"],
                by=by,
            )
        except ValidationError as problem:
            form.add_error("player", problem)
        else:
            messages.success(request, f"{player.name} is in.")
            return redirect("invitations")
    return render(request, "accounts/approve.html", {"login": user, "form": form})


@transaction.atomic
def let_in(user: User, *, player: Player | None, role: str, by: Player) -> Player:
    """Raises ValidationError when that person got a login meanwhile."""
    if player is None:
        taken = Player.objects.values_list("short_name", flat=True)
        name = user.first_name
        player = Player.objects.create(name=name, short_name=short_name(name, taken))
    elif User.objects.filter(player=player).exclude(id=user.id).exists():
        raise ValidationError(f"{player.name} has a login by now.")
    user.player, user.role = player, role
    user.save(update_fields=["player", "role"])
    Deed.objects.note(About.PEOPLE, f"let {player.name} in", by=by, of=player)
    return player


@transaction.atomic
def refuse(user: User, *, by: Player) -> None:
    Deed.objects.note(About.PEOPLE, f"let {user.first_name or 'somebody'} not in", by=by)
    user.delete()
