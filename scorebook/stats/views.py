"""The winners and the losers board, and the history of games."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from scorebook.models.photos import Side
from scorebook.stats import history as past
from scorebook.stats import measures, queries
from scorebook.stats.filters import Filters
from scorebook.stats.measures import Board, By
from scorebook.stats.tables import BoardTable
from scorebook.stats.versioned import versioned

GAMES_ON_A_PAGE = 20


@require_GET
@versioned
def boards(request: HttpRequest) -> HttpResponse:
    retired = request.GET.get("retired") == "1"
    rows = queries.tally_rows(retired=retired)
    families = queries.family_names(row.family for row in rows)
    filters = Filters.read(request.GET, families, (row.year for row in rows))
    side = Side.LOSER if request.GET.get("side") == Side.LOSER else Side.WINNER
    by = By.RATE if request.GET.get("by") == By.RATE else By.COUNT
    records = measures.records(rows, side, family=filters.family, year=filters.year)
    board = measures.board(records, by)
    table = BoardTable(_board_rows(board, side), side=side)
    RequestConfig(request, paginate=False).configure(table)
    context = {
        "board": board,
        "table": table,
        "filters": filters,
        "side": side,
        "by": by,
        "minimum": measures.MINIMUM_GAMES,
        "retired": retired,
        "gone": queries.some_are_gone(),
        **_links(
            {"side": side.value, "by": by.value, **({"retired": "1"} if retired else {})}, filters
        ),
    }
    return render(request, "stats/boards.html", context)


def _links(shown: dict[str, str], filters: Filters) -> dict[str, object]:
    """Where the tabs and the two rankings lead, each keeping the rest of what is shown."""

    def address(**other: str) -> str:
        return f"{reverse('boards')}?{urlencode(shown | filters.address | other)}"

    return {
        "sides": [(one, address(side=one.value)) for one in Side],
        "bys": [(one, address(by=one.value)) for one in By],
        "with_retired": address(retired="0" if "retired" in shown else "1"),
        "keep": shown,
    }


def _board_rows(board: Board, side: Side) -> list[dict[str, object]]:
    portraits = queries.portraits(side, [line.record.player for line in board.lines])
    return [
        {
            "place": line.place,
            "player": line.record.player,
            "name": line.record.name,
            "count": line.record.count,
            "games": line.record.games,
            "rate": line.record.rate,
            "percent": round(100 * line.record.rate),
            "portrait": portraits[line.record.player],
        }
        for line in board.lines
    ]


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    families, years = past.families_and_years()
    filters = Filters.read(request.GET, queries.family_names(families), years)
    keep = {"going": "1"} if "going" in request.GET else {}
    games = past.games(family=filters.family, year=filters.year, going=bool(keep))
    page = Paginator(games, GAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "evenings": [past.Evening.of(game) for game in page],
        "filters": filters,
        "keep": keep,
        "address": urlencode(filters.address | keep),
    }
    return render(request, "stats/history.html", context)
