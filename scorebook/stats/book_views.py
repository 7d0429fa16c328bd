"""The book of a year as a page that prints well, and its picture for chats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET

from scorebook.models import Family, Game, Photo, Player
from scorebook.models.photos import Side
from scorebook.stats import book_queries, family_queries
from scorebook.stats.book import Book, spread, tell
from scorebook.stats.picture import draw_year
from scorebook.stats.scope import whole
from scorebook.stats.versioned import kept, versioned
from scorebook.stats.year import Crown

MOST_PHOTOS = 12
ON_THE_COVER = 2


@dataclass(frozen=True, slots=True)
class Cover:
    """Who won or lost most often in the year. `pictured` are all of them, each with a photo if
    there is one, a photo of several once; or nobody, where more share it than there is room for.
    """

    side: Side
    crown: Crown
    pictured: tuple[tuple[Player, Photo | None], ...]


@require_GET
@versioned
def book(request: HttpRequest, year: int) -> HttpResponse:
    family = Family.objects.get()
    so_far = _is_going_on(year, family)
    told = kept(f"book {year}", partial(tell, year))
    photos = book_queries.photos(year)
    context = {
        "family": family,
        "book": told,
        "so_far": so_far,
        "covers": [cover for side in Side if (cover := _cover(told, side, photos))],
        "boards": [(side, told.board(side)) for side in Side],
        "photos": spread(photos[::-1], MOST_PHOTOS),
        "lines": kept(
            f"lines {year}", lambda: render_to_string("stats/_book_games.html", {"book": told})
        ),
    }
    return render(request, "stats/book.html", context)


@require_GET
@versioned
def book_picture(request: HttpRequest, year: int) -> HttpResponse:
    family = Family.objects.get()
    so_far = _is_going_on(year, family)
    if not Game.objects.finished().filter(played_on__range=whole(year)).exists():
        raise Http404
    png = kept(f"picture {year} {so_far}", lambda: draw_year(tell(year), family, so_far=so_far))
    headers = {"Content-Disposition": f'inline; filename="scorebook-{year}.png"'}
    return HttpResponse(png, content_type="image/png", headers=headers)


def _is_going_on(year: int, family: Family) -> bool:
    """Whether it is this year's. Raises Http404 for one before the first game or yet to come."""
    now = family.today.year
    played = family_queries.years()
    if not min([now, *played]) <= year <= max([now, *played]):
        raise Http404
    return year == now


def _cover(told: Book, side: Side, photos: Sequence[Photo]) -> Cover | None:
    crown = told.crown(side)
    if crown is None:
        return None
    found = book_queries.cover_photos(photos, side, [player.id for player in crown.players])
    shown = [(player, found.get(player.id)) for player in crown.players]
    once = {photo.id if photo else player.id: (player, photo) for player, photo in shown}
    return Cover(side, crown, tuple(once.values()) if len(once) <= ON_THE_COVER else ())
