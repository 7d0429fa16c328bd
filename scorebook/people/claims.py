""" "That's me": somebody says which person they are, and an admin nods."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scorebook import access
from scorebook.models import Claim, Deed, Player, User
from scorebook.models.deeds import About
from scorebook.models.games import GameStatus
from scorebook.people.merging import NotOne, merge


def may_claim(user: User, found: Player) -> bool:
    """ "That's me": of somebody who has no login, by somebody who never played as another, but in
    games that are in the bin, and has not said so yet.
    """
    if User.objects.filter(player=found).exists() or Claim.objects.filter(user=user).exists():
        return False
    return (
        user.player is None
        or not user.player.seats.exclude(game__status=GameStatus.BINNED).exists()
    )


@require_POST
def claim(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """One claim of a login stands at a time; another one takes its place."""
    user = access.reader(request)
    player = access.known_player(request, player_id)
    if User.objects.filter(player=player).exists():
        raise PermissionDenied(f"{player.name} has a login already.")
    Claim.objects.update_or_create(user=user, defaults={"player": player})
    messages.success(request, "An admin has to say yes. Then that page is yours.")
    return redirect("person", player.id)


@access.asks_again
@require_POST
def answer_claim(request: HttpRequest, claim_id: int) -> HttpResponse:
    by = access.admin(request)
    found = Claim.objects.select_related("user__player", "player").filter(id=claim_id).first()
    if found is None:
        raise Http404
    answer = request.POST.get("answer")
    if answer not in ("yes", "no"):
        raise BadRequest("An answer is yes or no.")
    try:
        settle(found, yes=answer == "yes", by=by)
    except NotOne as problem:
        messages.error(request, str(problem))
    return redirect("person", found.player_id)


@transaction.atomic
def settle(claim: Claim, *, yes: bool, by: Player) -> None:
    """With a yes the person with the history is kept, and the login goes there. Raises NotOne, and
    the claim stays open.
    """
    player, own = claim.player, claim.user.player
    claim.delete()
    who = own.name if own else claim.user.first_name or "Somebody"
    said = f"said that {who} {'is' if yes else 'is not'} {player.name}"
    Deed.objects.note(About.PEOPLE, said, by=by, of=player)
    if not yes:
        return
    if own:
        merge(player, own, by=by)
    elif User.objects.filter(player=player).exists():
        raise NotOne(f"{player.name} has a login already.")
    else:
        User.objects.filter(id=claim.user_id).update(player=player)
