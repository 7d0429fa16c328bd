"""The family in numbers: its evenings, what the cards did to it, and its records."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Family, Game
from scorebook.stats import calendar, contracts, family_queries, queries, records
from scorebook.stats.filters import GamesFilter
from scorebook.stats.history import Evening
from scorebook.stats.numbers import (
    chair_of,
    contracts_of,
    days_of,
    records_of,
    remembered,
)
from scorebook.stats.scope import Scope
from scorebook.stats.versioned import versioned
from scorebook.stats.views import choose

PARTS = {
    "evenings": "family_numbers",
    "contracts": "family_contracts",
    "records": "family_records",
}


@require_GET
@versioned
def family_numbers(request: HttpRequest) -> HttpResponse:
    """Evenings: this day in earlier years, games a year; of the rest the best, by the rules that
    are chosen, or else played most.
    """
    filters = queries.games_filter(request.GET)
    today, days, scope = Family.objects.get().today, days_of(filters), Scope.of(filters)
    told, years = records_of(scope), calendar.years(days)
    context = {
        "today": today,
        "scope": scope,
        "cruellest": contracts.cruellest(contracts_of(scope), scope.sign),
        "short": [said for said in told if said[0] in records.IN_SHORT],
        "records_today": records.of_this_day(told, today),
        "years": years[::-1],
        "most": max((year.games for year in years), default=0),
        "games": sum(year.games for year in years),
        "evenings": len(days),
        "busiest": calendar.busiest(days),
        "on_this_day": remembered(today),
        **_chosen(filters, "evenings"),
    }
    return render(request, "stats/family.html", context)


def _chosen(filters: GamesFilter, part: str) -> dict[str, object]:
    """What every page of it shows of the games that it is about."""
    return {
        "filters": filters,
        "query": f"?{filters.address}" if filters.address else "",
        "here": PARTS[part],
        "more": reverse("choose_numbers", args=[part]),
    }


@require_GET
@versioned
def choose_numbers(request: HttpRequest, part: str) -> HttpResponse:
    """Every filter there is, for one of these pages."""
    access.reader(request)
    if part not in PARTS:
        raise Http404
    by_all_rules = part == "evenings"
    chosen = queries.games_filter(request.GET) if by_all_rules else Scope.read(request.GET).filters
    return choose(request, chosen, "The family in numbers", reverse(PARTS[part]))


@require_GET
@versioned
def family_year(request: HttpRequest, year: int) -> HttpResponse:
    """The calendar of one year; none of a year before the first game or after the last."""
    known = family_queries.years()
    if year not in known:
        raise Http404
    filters = queries.games_filter(request.GET)
    games = {day.on: day.games for day in days_of(filters) if day.on.year == year}
    context = {
        "year": year,
        "months": calendar.months(year, games),
        "games": sum(games.values()),
        "evenings": len(games),
        "before": year - 1 if year - 1 in known else None,
        "after": year + 1 if year + 1 in known else None,
        **_chosen(filters, "evenings"),
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
        "games": sum(day.games for day in days_of(scope.filters)),
        "contracts": rows,
        "cruellest": contracts.cruellest(rows, scope.sign),
        "answers": [
            (slug, question, question.answer(rows, scope.sign))
            for slug, question in contracts.QUESTIONS.items()
        ],
        "chair": chair_of(scope),
        "newest": family_queries.NEWEST,
        "minimum": contracts.MINIMUM_HANDS,
        "minimum_games": contracts.MINIMUM_GAMES,
        **_chosen(scope.filters, "contracts"),
    }
    return render(request, "stats/contracts.html", context)


@require_GET
@versioned
def family_records(request: HttpRequest) -> HttpResponse:
    """Who holds which record by one rule family, and the busiest day of it."""
    scope = Scope.read(request.GET)
    days = days_of(scope.filters)
    context = {
        "scope": scope,
        "games": sum(day.games for day in days),
        "records": records_of(scope),
        "busiest": calendar.busiest(days),
        **_chosen(scope.filters, "records"),
    }
    return render(request, "stats/records.html", context)
