"""Which games a page is about, as its address says. All that is chosen has to be true at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

import django_filters as filters
from django import forms
from django.core.validators import MaxLengthValidator
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import QueryDict

from scorebook.models import Game, Player, Seat
from scorebook.rules.forms import MOST_SEATS
from scorebook.stats.periods import Period

SEATS = range(2, 11)
LENGTH = 60


class GamesFilter(filters.FilterSet):
    """`families` maps slugs to names, `periods` are what there is to choose. Where a page is about
    one rule family, it is the `default_family` until another one is chosen. `keep` is what else
    stays in every address.

    What an address asks for and is not there is left out, and stands in `nonsense`.
    """

    family = filters.ChoiceFilter(label="Rules", field_name="rule_set__family")
    period = filters.ChoiceFilter(label="When", method="in_period")
    since = filters.DateFilter(
        label="Since",
        field_name="played_on",
        lookup_expr="gte",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    seats = filters.TypedChoiceFilter(
        label="How many played",
        method="with_seats",
        coerce=int,
        choices=[(number, str(number)) for number in SEATS],
    )
    present = filters.ModelMultipleChoiceFilter(
        label="Who sat there",
        method="with_all_of",
        queryset=Player.objects.select_related("merged_into").by_name(),
        widget=forms.CheckboxSelectMultiple,
        validators=[MaxLengthValidator(MOST_SEATS)],  # more never sit there, and each is a question
    )
    place = filters.CharFilter(label="Where", method="where_it_says", max_length=LENGTH)
    occasion = filters.CharFilter(label="Occasion", method="where_it_says", max_length=LENGTH)

    def __init__(
        self,
        asked: QueryDict,
        games: QuerySet[Game],
        *,
        families: Mapping[str, str],
        periods: list[Period],
        default_family: str = "",
        keep: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(asked, games)
        self.families = families
        self.periods = {period.value: period for period in periods}
        self.default_family = default_family
        self.keep = dict(keep or {})
        self.filters["family"].extra["choices"] = list(families.items())
        self.filters["period"].extra["choices"] = [(p.value, p.label) for p in periods]

    def in_period(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        period = self.periods[value]
        games = games.filter(played_on__gte=period.begins_on)
        return games.filter(played_on__lte=period.ends_on) if period.ends_on else games

    def with_seats(self, games: QuerySet[Game], name: str, value: int) -> QuerySet[Game]:
        # Of each game its own: all seats in one go are counted anew for every game on PostgreSQL.
        table = Seat.objects.filter(game=OuterRef("id")).order_by().values("game")
        seats = Subquery(table.annotate(seats=Count("id")).values("seats"))
        return games.alias(at_the_table=seats).filter(at_the_table=value)

    def with_all_of(
        self, games: QuerySet[Game], name: str, players: QuerySet[Player]
    ) -> QuerySet[Game]:
        for player in players:
            theirs = Seat.objects.order_by().filter(player=player.really)
            games = games.filter(id__in=theirs.values("game"))
        return games

    def where_it_says(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        """Anywhere in it. Of letters beyond English SQLite knows no small and large ones."""
        told = Q()
        for way in {value, value.lower(), value.upper(), value.capitalize(), value.title()}:
            told |= Q(**{f"{name}__icontains": way})
        return games.filter(told)

    def filter_queryset(self, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.default_family and not self.chosen.get("family"):
            games = games.filter(rule_set__family=self.default_family)
        return super().filter_queryset(games)

    @property
    def chosen(self) -> dict[str, Any]:
        """What is chosen and there, by the names of the address. Of people each once, as who they
        turned out to be.
        """
        self.errors  # noqa: B018 -- reads the address
        told = dict(self.form.cleaned_data)
        told["present"] = list(dict.fromkeys(one.really for one in told.get("present", ())))
        return {name: value for name, value in told.items() if value}

    @property
    def nonsense(self) -> list[str]:
        """What was asked for and is not there, as the form calls it."""
        return [self.label(name) for name in self.errors]

    def label(self, name: str) -> str:
        """What the form calls it, within a sentence."""
        return str(self.form.fields[name].label).lower()

    @property
    def rule_family(self) -> str:
        """The one that the page is about; empty for all."""
        return self.chosen.get("family") or self.default_family

    @property
    def year(self) -> int | None:
        period = self.periods.get(self.chosen.get("period", ""))
        return period.year if period else None

    @property
    def beyond_tallies(self) -> list[str]:
        """What is chosen that tallies by rule family and year know nothing of."""
        told = {"family"} | ({"period"} if self.year else set())
        return [name for name in self.chosen if name not in told]

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Each thing that is chosen: its name and value in an address, and in words."""
        for name, value in self.chosen.items():
            if name == "present":
                yield from ((name, str(player.id), f"with {player.name}") for player in value)
            else:
                yield name, str(value), self._words(name, value)

    def _words(self, name: str, value: Any) -> str:
        if isinstance(value, date):
            return f"since {value.day} {value:%B %Y}"
        if name == "seats":
            return f"{value} players"
        return {"family": self.families, "period": self._labels}.get(name, {}).get(value, value)

    @property
    def _labels(self) -> dict[str, str]:
        return {value: period.label for value, period in self.periods.items()}

    @property
    def address(self) -> str:
        """The chosen ones as they stand in an address, without a question mark."""
        return self.address_with(self.keep)

    def address_with(
        self, keep: Mapping[str, str], *, without: tuple[str, str] | None = None
    ) -> str:
        """The chosen ones but for one, and what else is to be kept."""
        pairs = [(name, value) for name, value, _ in self.pairs()]
        left = [pair for pair in pairs if pair != without]
        return urlencode([*left, *keep.items()])

    @property
    def chips(self) -> list[tuple[str, str]]:
        """What is chosen in words, each with the rest of the address."""
        return [
            (words, self.address_with(self.keep, without=(name, value)))
            for name, value, words in self.pairs()
        ]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What a form that asks for rules and period alone takes along."""
        asked = ("family", "period")
        others = [(name, value) for name, value, _ in self.pairs() if name not in asked]
        return [*others, *self.keep.items()]
