"""The family in numbers: its evenings, what the cards did to it, and its records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorebook.models import Family, Game
from scorebook.stats import calendar, contracts, family_queries, record_queries, records
from scorebook.stats.calendar import Day
from scorebook.stats.contracts import Contract
from scorebook.stats.family_queries import Remembered
from scorebook.stats.history import Evening
from scorebook.stats.records import Record
from scorebook.stats.scope import Scope
from scorebook.stats.versioned import kept, versioned

REMEMBERED = 20  # games of this day in earlier years


@require_GET
@versioned
def family_numbers(request: HttpRequest) -> HttpResponse:
    """Evenings: this day in earlier years, games a year; of the rest the best, by the rules that
    are played most.
    """
    today = Family.objects.get().today
    scope = Scope.read({})
    told = records_of(scope)
    days = evenings()
    years = calendar.years(days[""])
    context = {
        "today": today,
        "scope": scope,
        "cruellest": contracts.cruellest(contracts_of(scope), scope.sign),
        "short": [said for said in told if said[1].kind in records.IN_SHORT],
        "records_today": records.of_this_day(told, today),
        "years": years[::-1],
        "most": max((year.games for year in years), default=0),
        "games": sum(year.games for year in years),
        "evenings": sum(year.evenings for year in years),
        "busiest": calendar.busiest(days[""]),
        "on_this_day": remembered(today),
    }
    return render(request, "stats/family.html", context)


@require_GET
@versioned
def family_year(request: HttpRequest, year: int) -> HttpResponse:
    """The calendar of one year; none of a year before the first game or after the last."""
    days = evenings()[""]
    known = [one.year for one in calendar.years(days)]
    if year not in known:
        raise Http404
    games = {day.on: day.games for day in days if day.on.year == year}
    context = {
        "year": year,
        "months": calendar.months(year, games),
        "games": sum(games.values()),
        "evenings": len(games),
        "before": year - 1 if year - 1 in known else None,
        "after": year + 1 if year + 1 in known else None,
    }
    return render(request, "stats/calendar.html", context)


@require_GET
@versioned
def family_evening(request: HttpRequest, year: int, month: int, day: int) -> HttpResponse:
    """The games of one day."""
    try:
        on = date(year, month, day)
    except (ValueError, OverflowError):
        raise Http404 from None
    games = Game.objects.finished().filter(played_on=on).newest_first().with_table()
    found = [Evening.of(game) for game in games]
    if not found:
        raise Http404
    return render(request, "stats/evening.html", {"on": on, "evenings": found})


@require_GET
@versioned
def family_contracts(request: HttpRequest) -> HttpResponse:
    """Which contract is the cruellest; whether dealing, a seat and buying help."""
    scope = Scope.read(request.GET)
    rows = contracts_of(scope)
    context = {
        "scope": scope,
        "games": games_of(scope),
        "contracts": rows,
        "cruellest": contracts.cruellest(rows, scope.sign),
        "dealing": contracts.dealing(rows, scope.sign),
        "buying": contracts.buying(rows, scope.sign),
        "chair": kept(f"chair {scope.address}", partial(family_queries.chair, scope)),
        "newest": family_queries.NEWEST,
        "minimum": contracts.MINIMUM_HANDS,
        "minimum_games": contracts.MINIMUM_GAMES,
    }
    return render(request, "stats/contracts.html", context)


@require_GET
@versioned
def family_records(request: HttpRequest) -> HttpResponse:
    """Who holds which record by one rule family, and the busiest day of it."""
    scope = Scope.read(request.GET)
    context = {
        "scope": scope,
        "games": games_of(scope),
        "records": records_of(scope),
        "busiest": calendar.busiest(days_of(scope)),
    }
    return render(request, "stats/records.html", context)


def remembered(today: date) -> list[Remembered]:
    """The games of this day in earlier years, the newest first."""
    found = partial(family_queries.on_this_day, today, REMEMBERED)
    return kept(f"on this day {today}", found)


def evenings() -> dict[str, list[Day]]:
    return kept("evenings", family_queries.days)


def contracts_of(scope: Scope) -> list[Contract]:
    found = partial(family_queries.contracts, scope.family, scope.year)
    return kept(f"contracts {scope.address}", found)


def records_of(scope: Scope) -> list[tuple[str, Record]]:
    """Each with its title."""
    found = kept(f"records {scope.address}", partial(record_queries.standing_records, scope))
    return [(record.kind.title(scope.sign), record) for record in found]


def days_of(scope: Scope) -> list[Day]:
    found: Iterable[Day] = evenings().get(scope.family, [])
    return [day for day in found if scope.year in (None, day.on.year)]


def games_of(scope: Scope) -> int:
    return sum(day.games for day in days_of(scope))
