"""Somebody's page: who they are, how they play, their photos."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Game, Photo, User
from scorebook.people.claims import may_claim
from scorebook.stats import profile_pictures as pictures
from scorebook.stats import rivals
from scorebook.stats.own_games import OwnGames
from scorebook.stats.profile import Profile, profile
from scorebook.stats.queries import games_filter
from scorebook.stats.showing import Picture
from scorebook.stats.versioned import kept

NEWEST = 5  # games
PHOTOS = 4  # fill their rows on a phone and on a desk


@require_GET
def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """With a login or without one. Who turned out to be another leads there."""
    found = access.player(request, player_id)
    if found.merged_into_id:
        return redirect("person", found.merged_into_id)
    filters = games_filter(request.GET)
    own = OwnGames.of(found, filters)
    theirs = Photo.objects.up().filter(people=found)
    # By what the seat repeats, so that the database goes along this person's games alone.
    newest = ("-seats__played_on", "-seats__begun_at", "id")
    games = (
        Game.objects.in_the_book()
        .filter(seats__player=found)
        .order_by(*newest)
        .select_related("rule_set")
    )
    told, charts = kept(f"person {found.id} {own.address}", lambda: _told(own))
    context = {
        "person": found,
        "login": User.objects.filter(player=found).first(),
        "profile": told,
        "charts": charts,
        "filters": filters,
        "more": reverse("choose_person", args=[found.id]),
        "fewest_games": rivals.FEWEST_GAMES,
        "fewest_rounds": rivals.FEWEST_ROUNDS,
        "games": games[:NEWEST],
        "portrait": found.portrait and theirs.filter(id=found.portrait.id).first(),
        "photos": theirs.newest_first()[:PHOTOS],
        "absorbed": found.merged.by_name(),
        "claims": found.claims.select_related("user__player"),
        "may_claim": may_claim(access.reader(request), found),
    }
    return render(request, "pages/person.html", context)


def _told(own: OwnGames) -> tuple[Profile, dict[str, Picture | None]]:
    """All that games tell of somebody: what is worth keeping until one more is played."""
    told, newest = profile(own), pictures.newest(own)
    return told, {
        "places": pictures.places(own, newest),
        "rating": pictures.rating(own, newest),
        "contracts": pictures.by_contract(own.by(told.counted), told.contracts),
    }
