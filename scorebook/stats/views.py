"""The boards, and the history of games."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.stats import history as past
from scorebook.stats import queries
from scorebook.stats.boards import SIDES, Board, groups
from scorebook.stats.catalogue import MEASURES, WINNERS
from scorebook.stats.filters import GamesFilter
from scorebook.stats.measures import MINIMUM, Measure
from scorebook.stats.spreadsheet import spreadsheet
from scorebook.stats.versioned import kept, versioned

GAMES_ON_A_PAGE = 20


@require_GET
@versioned
def board(request: HttpRequest, measure: str = WINNERS.slug) -> HttpResponse:
    access.reader(request)
    found = _measure(measure)
    shown = kept(f"board {request.get_full_path()}", lambda: _board(request, found))
    return render(request, "stats/board.html", {"measure": found, "shown": shown})


def _measure(slug: str) -> Measure:
    if slug not in MEASURES:
        raise Http404
    return MEASURES[slug]


def _board(request: HttpRequest, measure: Measure) -> str:
    """All of the page that is the same for everybody."""
    context = Board.read(measure, request.GET).context(request.GET)
    told = {"minimum": MINIMUM, "front": measure.slug in SIDES, "groups": groups()}
    return render_to_string("stats/_board.html", context | told, request)


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    keep = _going(request)
    filters = queries.games_filter(request.GET, keep=keep)
    games = Paginator(past.games(filters, going=bool(keep)), GAMES_ON_A_PAGE)
    page = games.get_page(request.GET.get("page"))
    context = {
        "page": page,
        "evenings": [past.Evening.of(game) for game in page],
        "filters": filters,
        "going": bool(keep),
        "more": reverse("choose_history"),
        "csv": reverse("history_sheet"),
    }
    return render(request, "stats/history.html", context)


@require_GET
@versioned
def choose_board(request: HttpRequest, measure: str) -> HttpResponse:
    access.reader(request)
    board = Board.read(_measure(measure), request.GET)
    return choose(request, board.filters, board.measure.name, reverse("board", args=[measure]))


@require_GET
@versioned
def choose_history(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    filters = queries.games_filter(request.GET, keep=_going(request))
    return choose(request, filters, "Games", reverse("history"))


@require_GET
@versioned
def choose_person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    player = access.known_player(request, player_id)
    filters = queries.games_filter(request.GET)
    return choose(request, filters, player.name, reverse("person", args=[player.id]))


def choose(request: HttpRequest, filters: GamesFilter, of: str, back: str) -> HttpResponse:
    """Every filter there is, for the page at `back`."""
    places, occasions = queries.places_and_occasions()
    context = {
        "filters": filters,
        "of": of,
        "back": back,
        "people": queries.people_to_choose(filters),
        "places": places,
        "occasions": occasions,
    }
    return render(request, "stats/filters.html", context)


def _going(request: HttpRequest) -> dict[str, str]:
    return {"going": "1"} if "going" in request.GET else {}


@require_GET
@versioned
def board_sheet(request: HttpRequest, measure: str) -> StreamingHttpResponse:
    """The whole board, whatever page it stood on."""
    access.reader(request)
    board = Board.read(_measure(measure), request.GET)
    return spreadsheet(board.measure.slug, *board.sheet())


@require_GET
@versioned
def history_sheet(request: HttpRequest) -> StreamingHttpResponse:
    access.reader(request)
    found = past.games(queries.games_filter(request.GET), going="going" in request.GET)
    return spreadsheet("games", *past.sheet(found))
