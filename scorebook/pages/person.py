"""Somebody's page: who they are, how they play, their photos."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Game, Photo, Player, User
from scorebook.people.claims import may_claim
from scorebook.stats import profile_pictures as pictures
from scorebook.stats import rivals
from scorebook.stats.profile import Profile, profile
from scorebook.stats.queries import families
from scorebook.stats.showing import Picture
from scorebook.stats.versioned import kept

NEWEST = 5


@require_GET
def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """With a login or without one. Who turned out to be another leads there."""
    found = access.player(request, player_id)
    if found.merged_into_id:
        return redirect("person", found.merged_into_id)
    asked = _family(request)
    theirs = Photo.objects.up().filter(people=found)
    # By what the seat repeats, so that the database goes along this person's games alone.
    newest = ("-seats__played_on", "-seats__begun_at", "id")
    games = (
        Game.objects.in_the_book()
        .filter(seats__player=found)
        .order_by(*newest)
        .select_related("rule_set")
    )
    told, charts = kept(f"person {found.id} {asked}", lambda: _told(found, asked))
    context = {
        "person": found,
        "login": User.objects.filter(player=found).first(),
        "profile": told,
        "charts": charts,
        "fewest_games": rivals.FEWEST_GAMES,
        "fewest_rounds": rivals.FEWEST_ROUNDS,
        "games": games[:NEWEST],
        "portrait": found.portrait and theirs.filter(id=found.portrait.id).first(),
        "photos": theirs.newest_first()[:NEWEST],
        "absorbed": found.merged.by_name(),
        "claims": found.claims.select_related("user__player"),
        "may_claim": may_claim(access.reader(request), found),
    }
    return render(request, "pages/person.html", context)


def _family(request: HttpRequest) -> str:
    """The slug of the rule family in the address; empty for all, and for one that there is not."""
    asked = request.GET.get("family", "")
    return asked if asked and asked in families() else ""


def _told(player: Player, asked: str) -> tuple[Profile, dict[str, Picture | None]]:
    """All that games tell of somebody: what is worth keeping until one more is played."""
    told = profile(player, asked)
    newest = pictures.newest(player, told.family)
    return told, {
        "places": pictures.places(player, told.family, newest),
        "rating": pictures.rating(player, told.family, newest),
        "contracts": pictures.by_contract(player, told.counted, told.contracts),
    }
