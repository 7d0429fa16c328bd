"""Invitations into the family: made, shown once, taken up, revoked."""

from __future__ import annotations

import secrets
from uuid import UUID

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access, limits, links
from scorebook.accounts import devices
from scorebook.models import Deed, Family, Invitation, Player, User
from scorebook.models.deeds import About
from scorebook.models.doors import INVITED_FOR, digest
from scorebook.models.people import Role, printable

GROUP_USES = 10
LANDINGS = 30  # an hour and address
# The token is in the path, which this tells nobody. "no-referrer" would make browsers send the form
# with "Origin: null", and that is refused.
WITHOUT_PATH = "strict-origin"
ROLES = [(Role.MEMBER, "Keeps score too"), (Role.VIEWER, "Only looks")]


class RoleForm(forms.Form):
    role = forms.ChoiceField(label="What they may do", choices=ROLES, initial=Role.MEMBER)


class WhoForm(forms.Form):
    """What somebody of a group says of themselves; an admin says who that is."""

    name = forms.CharField(label="Your name", max_length=60, validators=[printable])


class Closed(Exception):
    """Used, expired, revoked or never made: nobody learns which."""


def make(*, by: Player, is_admin: bool, player: Player | None, role: str) -> tuple[Invitation, str]:
    """An invitation and its token, which nothing keeps. An admin's personal one needs no nod."""
    token = secrets.token_urlsafe(32)
    whom = f"{player.name}" if player else f"up to {GROUP_USES} people"
    with transaction.atomic():
        invitation = Invitation.objects.create(
            token_hash=digest(token),
            player=player,
            role=role,
            approved=bool(player and is_admin),
            most_uses=1 if player else GROUP_USES,
            made_by=by,
            expires_at=timezone.now() + INVITED_FOR,
        )
        Deed.objects.note(About.INVITATIONS, f"invited {whom}", by=by, of=player)
    return invitation, token


@transaction.atomic
def take_up(token: str, *, name: str) -> User:
    """The login that an invitation gives; used up by it. Raises Closed.

    Somebody who has a login already gets into that one, by an admin's link alone.
    """
    invitation = Invitation.objects.standing().select_for_update(of=("self",))
    found = invitation.select_related("player").filter(token_hash=digest(token)).first()
    user = User.objects.filter(player=found.player).first() if found and found.player else None
    if found is None or (user and not found.approved):
        raise Closed
    Invitation.objects.filter(id=found.id).update(uses=F("uses") + 1)
    if user is None:
        user = User(username=f"by-invitation-{secrets.token_hex(8)}", first_name=name[:60])
        user.set_unusable_password()
        user.invitation = found
        user.role = found.role if found.approved else Role.WAITING
        user.player = found.player
        user.save()
    who = found.player.name if found.player else name
    came = "let {} in by a link" if user.may_read else "sent {} a link, who waits for a yes"
    Deed.objects.note(About.INVITATIONS, came.format(who), by=found.made_by, of=found.player)
    return user


@transaction.atomic
def revoke(invitation: Invitation, *, by: Player) -> None:
    Invitation.objects.filter(id=invitation.id, revoked_at=None).update(revoked_at=timezone.now())
    whom = invitation.player.name if invitation.player else "a group"
    Deed.objects.note(
        About.INVITATIONS, f"took back the invitation of {whom}", by=by, of=invitation.player
    )


@login_not_required
@require_http_methods(["GET", "POST"])
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """One button. Looking uses nothing up: chat programs look before anybody does."""
    if limits.too_many("invitation", limits.address_of(request), most=LANDINGS):
        return limits.refuse(request)
    found = Invitation.objects.standing().filter(token_hash=digest(token)).first()
    if found is None:
        return _closed(request)
    form = WhoForm(request.POST if request.method == "POST" else None)
    if request.method == "GET" or not (found.player or form.is_valid()):
        return _landing(request, found, form)
    try:
        user = take_up(token, name="" if found.player else form.cleaned_data["name"])
    except Closed:
        return _closed(request)
    devices.sign_in(request, user)
    return redirect("home" if user.may_read else "waiting")


def _landing(request: HttpRequest, found: Invitation, form: WhoForm) -> HttpResponse:
    context = {
        "family": Family.objects.get(),
        "invitation": found,
        "host": found.made_by.really.first_name,
        "form": form,
    }
    answer = render(request, "accounts/invite.html", context)
    answer["Referrer-Policy"] = WITHOUT_PATH
    return answer


def _closed(request: HttpRequest) -> HttpResponse:
    answer = render(request, "accounts/invitation_closed.html", status=404)
    answer["Referrer-Policy"] = WITHOUT_PATH
    return answer


@require_GET
def invitations(request: HttpRequest) -> HttpResponse:
    """Those that stand; an admin sees all, a member their own. And who waits for a yes."""
    author = access.writer(request)
    standing = Invitation.objects.standing().select_related("player", "made_by__merged_into")
    is_admin = access.reader(request).is_admin
    context = {
        "invitations": standing if is_admin else standing.filter(made_by__in=author.ids()),
        "waiting": User.objects.filter(role=Role.WAITING).select_related("player", "invitation"),
        "came": came_lately() if is_admin else [],
        "is_admin": is_admin,
        "form": RoleForm(),
    }
    return render(request, "accounts/invitations.html", context)


def came_lately() -> QuerySet[User]:
    """Whom a link let in within its week: an admin sees on which device, and whether it fits."""
    since = timezone.now() - INVITED_FOR
    came = User.objects.exclude(invitation=None).exclude(role=Role.WAITING)
    came = came.filter(date_joined__gt=since).order_by("-date_joined")
    return came.select_related("player").prefetch_related("devices")


@require_http_methods(["GET", "POST"])
def invite_person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """For one person: a member's waits for an admin's nod, and somebody with a login needs none."""
    by = access.writer(request)
    player = access.player(request, player_id)
    if User.objects.filter(player=player).exists():
        raise PermissionDenied(
            f"{player.name} has a login already. An admin helps with a new link."
        )
    form = RoleForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        role = form.cleaned_data["role"]
        is_admin = access.reader(request).is_admin
        told = make(by=by, is_admin=is_admin, player=player, role=role)
        return shown_once(request, *told)
    return render(request, "accounts/invite_person.html", {"player": player, "form": form})


@require_POST
def invite_group(request: HttpRequest) -> HttpResponse:
    by = access.admin(request)
    form = RoleForm(request.POST)
    role = form.cleaned_data["role"] if form.is_valid() else Role.VIEWER
    return shown_once(request, *make(by=by, is_admin=True, player=None, role=role))


@access.asks_again
@require_POST
def lost_phone(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """A new link for somebody whose phone is gone; what was signed in is out at once."""
    by = access.admin(request)
    player = access.player(request, player_id)
    user = User.objects.filter(player=player).first()
    if user is None:
        raise Http404
    with transaction.atomic():
        devices.sign_out_all(user)
        player.invitations.standing().update(revoked_at=timezone.now())
        Deed.objects.note(
            About.INVITATIONS, f"signed {player.name} out everywhere", by=by, of=player
        )
        told = make(by=by, is_admin=True, player=player, role=Role.MEMBER)
    return shown_once(request, *told)


def shown_once(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    """The link as text and as a code to point a phone at; nothing keeps it, so only here."""
    address = links.for_others(request, "invite", token)
    context = {
        "invitation": invitation,
        "address": address,
        "reach": links.reach(address),
        "qr": mark_safe(segno.make(address).svg_inline(scale=5, dark="#000", light="#fff")),
        "family": Family.objects.get(),
    }
    return render(request, "accounts/invited.html", context)


@require_POST
def revoke_invitation(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    by = access.writer(request)
    found = Invitation.objects.filter(id=invitation_id).select_related("player").first()
    if found is None or not (access.reader(request).is_admin or found.made_by_id in by.ids()):
        raise Http404
    revoke(found, by=by)
    messages.success(request, "That link lets nobody in any more.")
    return redirect("invitations")
