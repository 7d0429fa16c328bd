"""Every table of statistics beside the boards and the history, as a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from uuid import UUID

from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.stats import book_queries, calendar, profile, queries, race
from scorebook.stats import profile_pictures as pictures
from scorebook.stats import year as of_year
from scorebook.stats.contracts import QUESTIONS, Hands, Question, Verdict
from scorebook.stats.numbers import contracts_of, days_of, records_of
from scorebook.stats.own_games import OwnGames
from scorebook.stats.scope import Scope
from scorebook.stats.showing import Picture
from scorebook.stats.spreadsheet import Cell, spreadsheet
from scorebook.stats.versioned import versioned

Sheet = tuple[Sequence[str], Iterable[Sequence[Cell]]]


@require_GET
@versioned
def numbers_sheet(request: HttpRequest, part: str) -> StreamingHttpResponse:
    """A table of the family in numbers, of the games that the address chooses."""
    access.reader(request)
    if part not in NUMBERS:
        raise Http404
    return spreadsheet(part, *NUMBERS[part](request))


def _years(request: HttpRequest) -> Sheet:
    years = calendar.years(days_of(queries.games_filter(request.GET)))
    return ("Year", "Games", "Evenings"), [(one.year, one.games, one.evenings) for one in years]


def _contracts(request: HttpRequest) -> Sheet:
    head = ["Round", "Contract"]
    for whose in ("", ", dealer", ", who bought"):
        head += [f"Hands{whose}", f"Points a hand{whose}", f"Went out{whose}"]
    rows = [
        [one.round, one.words, *_hands(one.hands), *_hands(one.dealt), *_hands(one.bought)]
        for one in contracts_of(Scope.read(request.GET))
    ]
    return head, rows


def _hands(hands: Hands) -> list[Cell]:
    return [hands.count, float(hands.average) if hands.count else None, hands.out]


def _answer(question: Question, request: HttpRequest) -> Sheet:
    """The others' points are those at the same contracts; nothing where hands are too few."""
    scope = Scope.read(request.GET)
    told = question.answer(contracts_of(scope), scope.sign)
    rows = [
        (question.those, *_hands(told.those)),
        (question.others, told.others.count, float(told.expected), told.others.out),
    ]
    head = ("Hands of", "Hands", "Points a hand", "Went out")
    return head, [] if told.verdict is Verdict.TOO_FEW else rows


def _records(request: HttpRequest) -> Sheet:
    rows = [
        (title, record.value, record.kind.unit, one.name, one.on, one.since)
        for title, record in records_of(Scope.read(request.GET))
        for one in record.holders
    ]
    return ("Record", "Value", "Of what", "Player", "Day", "Since"), rows


NUMBERS: dict[str, Callable[[HttpRequest], Sheet]] = {
    "years": _years,
    "contracts": _contracts,
    "records": _records,
    **{slug: partial(_answer, question) for slug, question in QUESTIONS.items()},
}


@require_GET
@versioned
def titles_sheet(request: HttpRequest, year: int) -> StreamingHttpResponse:
    """Who did what most often in a year."""
    access.reader(request)
    titles = of_year.titles(book_queries.tallies(year))
    rows = [(one.name, player.name, one.count) for one in titles for player in one.players]
    return spreadsheet(f"titles-{year}", ("Title", "Player", "How many"), rows)


@require_GET
@versioned
def person_sheet(request: HttpRequest, player_id: UUID, part: str) -> StreamingHttpResponse:
    """A table of somebody's page, of the games that the address chooses."""
    player = access.known_player(request, player_id)
    own = OwnGames.of(player, queries.games_filter(request.GET))
    told = PERSON[part](own) if part in PERSON else None
    if told is None:
        raise Http404
    return spreadsheet(part, *told)


def _of_picture(picture: Picture | None) -> Sheet | None:
    return (picture.head, picture.rows) if picture else None


def _places(own: OwnGames) -> Sheet | None:
    return _of_picture(pictures.places(own, pictures.newest(own)))


def _rating(own: OwnGames) -> Sheet | None:
    return _of_picture(pictures.rating(own, pictures.newest(own)))


def _by_contract(own: OwnGames) -> Sheet | None:
    return _of_picture(pictures.by_contract(own, pictures.contracts_of(own)))


def _rivals(own: OwnGames) -> Sheet:
    rivals = profile.head_to_head(own)
    rows = [(one.name, one.games, one.ahead, one.behind) for one in rivals]
    return ("Player", "Games together", "Ahead", "Behind"), rows


def _years_of(own: OwnGames) -> Sheet:
    columns = ("year", "games", "won", "lost", "rounds", "out")
    rows = [[getattr(one, column) for column in columns] for one, _ in profile.years(own)]
    return [column.capitalize() for column in columns], rows


PERSON: dict[str, Callable[[OwnGames], Sheet | None]] = {
    "places": _places,
    "rating": _rating,
    "contracts": _by_contract,
    "rivals": _rivals,
    "years": _years_of,
}


@require_GET
def game_sheet(request: HttpRequest, game_id: UUID, part: str) -> StreamingHttpResponse:
    """A finished game round by round: everybody's `points`, down to totals and places, or as a
    `race` the totals so far.
    """
    game = access.game(request, game_id)
    if not game.is_finished or part not in ("points", "race"):
        raise Http404
    told, seats = race.race(game), game.seats.all()
    rows: list[Sequence[Cell]]
    if part == "race":
        rows = [*race.totals(game, told)]
    else:
        rows = [*race.points(game, told), ["Total", *(one.total for one in seats)]]
        rows.append(["Place", *(one.place for one in seats)])
    return spreadsheet(part, ("Round", *(seat.player.name for seat in seats)), rows)
