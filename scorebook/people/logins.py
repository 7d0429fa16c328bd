"""What a login may do, and its end. The person stays."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.models import Deed, Invitation, Player, ShareLink, User
from scorebook.models.deeds import About
from scorebook.models.people import Role

ROLES = (Role.VIEWER, Role.MEMBER, Role.ADMIN)
LAST_ADMIN = "The last admin cannot go. Make somebody else an admin first."


def login_of(player: Player) -> User:
    user = User.objects.select_for_update().filter(player=player).first()
    if user is None:
        raise Http404
    return user


def keep_an_admin(user: User) -> None:
    """Raises PermissionDenied when nobody would be left to let people in."""
    admins = User.objects.select_for_update().filter(role=Role.ADMIN, is_active=True)
    others = admins.exclude(player=None).exclude(id=user.id)
    if user.is_admin and not others.exists():
        raise PermissionDenied(LAST_ADMIN)


@access.asks_again
@require_POST
@transaction.atomic
def change_role(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.admin(request)
    player = access.known_player(request, player_id)
    user, role = login_of(player), request.POST.get("role", "")
    if role not in ROLES:
        raise BadRequest("There is no such role.")
    if not user.may_read:
        raise PermissionDenied(f"{player.name} still waits to be let in. Do that first.")
    if role != user.role:
        if role != Role.ADMIN:
            keep_an_admin(user)
            made = Invitation.objects.filter(made_by__in=player.ids())
            links = made.filter(approved=True, revoked_at=None)
            links.update(revoked_at=timezone.now())  # an admin's nod no longer stands behind them
        User.objects.filter(id=user.id).update(role=role)
        what = f"{'an' if role == Role.ADMIN else 'a'} {role}"
        Deed.objects.note(About.ROLES, f"made {player.name} {what}", by=by, of=player)
        messages.success(request, f"{player.name} is {what} now.")
    return redirect("person", player.id)


@access.asks_again
@require_http_methods(["GET", "POST"])
@transaction.atomic
def remove_login(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Out at the next request. Every score, photo and page of the person stays."""
    by = access.admin(request)
    player = access.known_player(request, player_id)
    user = login_of(player)
    if request.method == "GET":
        return render(request, "people/remove_login.html", {"person": player})
    end(user, by=by, text=f"removed the login of {player.name}")
    messages.success(request, f"{player.name} cannot come in any more. The scores stay.")
    return redirect("person", player.id)


@require_http_methods(["GET", "POST"])
@transaction.atomic
def leave_family(request: HttpRequest) -> HttpResponse:
    """The own login goes; what was scored stays with the person."""
    user = access.reader(request)
    if request.method == "GET":
        return render(request, "people/leave_family.html", {"person": user.player})
    end(user, by=user.player, text="left, and took the own login along")
    logout(request)
    return redirect("sign_in")


def end(user: User, *, by: Player | None, text: str) -> None:
    """The login and all the ways in that hang on it."""
    keep_an_admin(user)
    if user.player:
        ids = user.player.ids()
        theirs = Invitation.objects.filter(Q(player__in=ids) | Q(made_by__in=ids))
        theirs.filter(revoked_at=None).update(revoked_at=timezone.now())
        shared = ShareLink.objects.standing().filter(made_by__in=ids)
        shared.update(revoked_at=timezone.now())
    Deed.objects.note(About.PEOPLE, text, by=by, of=user.player)
    user.delete()
