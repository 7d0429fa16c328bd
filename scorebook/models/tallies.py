"""Projections over many games: what the boards, the profiles and the family's page read."""

from __future__ import annotations

from typing import Self

from django.db import models

from scorebook.models.games import Game
from scorebook.models.people import Player

ALL_FAMILIES = ""
ALL_YEARS = 0


class TallyQuerySet(models.QuerySet["Tally"]):
    def over(self, family: str = ALL_FAMILIES, year: int | None = None) -> Self:
        """One row a person: of one rule family or of all, of one year or of all."""
        return self.filter(family=family, year=year or ALL_YEARS)

    def playing(self) -> Self:
        """Of whoever stands on the current boards; see PlayerQuerySet.playing."""
        return self.filter(player__retired_on=None, player__in_memory=False)


class Tally(models.Model):
    """Projection: one person's finished games by one rule family in one year.

    Each game counts in four rows: `family` may be ALL_FAMILIES, and `year` ALL_YEARS. `games`
    counts every game the person sat in, one they left early too (neither won nor lost); the rest
    adds up what Seat says of each. Points are signed like the sheet, and mean nothing over all
    families: rules count differently. `points` are the totals of all games, `lowest_game` and
    `highest_game` the results of those that have one: neither of who left nor of a game that ended
    early. `most_wilds` and `most_out` are of one game. Streaks run in order of the day and, within
    it, of the beginning; a game that was neither won nor lost ends either.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
    family = models.SlugField(db_index=False)
    year = models.PositiveSmallIntegerField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    out = models.PositiveIntegerField()
    points = models.BigIntegerField(default=0)
    clean_games = models.PositiveIntegerField(default=0)
    wilds = models.PositiveIntegerField(default=0)
    cuts = models.PositiveIntegerField(default=0)
    cuts_paid = models.PositiveIntegerField(default=0)
    buys = models.PositiveIntegerField(default=0)
    bought_rounds = models.PositiveIntegerField(default=0)
    bought_points = models.BigIntegerField(default=0)
    comebacks = models.PositiveIntegerField(default=0)
    best_comeback = models.PositiveIntegerField(default=0)
    leads_lost = models.PositiveIntegerField(default=0)
    best_lead_lost = models.PositiveIntegerField(default=0)
    most_wilds = models.PositiveIntegerField(default=0)
    most_out = models.PositiveIntegerField(default=0)
    lowest_game = models.IntegerField(null=True)
    highest_game = models.IntegerField(null=True)
    lowest_hand = models.IntegerField(null=True)
    highest_hand = models.IntegerField(null=True)
    win_streak = models.PositiveIntegerField(default=0)
    win_streak_now = models.PositiveIntegerField(default=0)
    losing_streak = models.PositiveIntegerField(default=0)
    losing_streak_now = models.PositiveIntegerField(default=0)

    objects = TallyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="tally_once", fields=["player", "family", "year"])
        ]
        indexes = [
            models.Index(name="tally_winners", fields=["family", "year", "-won"]),
            models.Index(name="tally_losers", fields=["family", "year", "-lost"]),
            models.Index(
                name="tally_of_all_years",
                fields=["family", "games"],
                condition=models.Q(year=ALL_YEARS) & ~models.Q(family=ALL_FAMILIES),
            ),
        ]


class ContractTally(models.Model):
    """Projection: one person's complete rounds of one contract, of finished games by one rule
    family in one year (never all families or all years: add the rows up).

    `pattern` is as in "SSR"; `round` its number in the game. `points` are those of the hand with
    cut and adjustments, signed like the sheet. The `dealt_` ones are of rounds this person dealt,
    the `bought_` ones of rounds in which they bought.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="contract_tallies")
    family = models.SlugField(db_index=False)
    year = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    pattern = models.CharField(max_length=12)
    rounds = models.PositiveIntegerField()
    points = models.BigIntegerField()
    out = models.PositiveIntegerField()
    dealt_rounds = models.PositiveIntegerField()
    dealt_points = models.BigIntegerField()
    dealt_out = models.PositiveIntegerField()
    bought_rounds = models.PositiveIntegerField()
    bought_points = models.BigIntegerField()
    bought_out = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="contract_tally_once",
                fields=["player", "family", "year", "round", "pattern"],
            )
        ]
        indexes = [models.Index(name="contract_of_family", fields=["family", "year"])]


class Rating(models.Model):
    """Projection: how strong somebody is, by one rule family or by ALL_FAMILIES: a normal
    distribution, as a Plackett-Luce model has it after their newest finished game.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    family = models.SlugField(db_index=False)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(name="rating_once", fields=["player", "family"])]


class RatedGame(models.Model):
    """Projection: somebody's two ratings after one game, its rule family's and the overall one.
    `games` and `overall_games` count those rated so far, this one with them.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rated_games")
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    overall_mu = models.FloatField()
    overall_sigma = models.FloatField()
    overall_games = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(name="rated_once", fields=["game", "player"])]


class Season(models.Model):
    """A stretch of days that the family has a name for; a filter of the boards."""

    name = models.CharField(max_length=40, unique=True)
    begins_on = models.DateField()
    ends_on = models.DateField()

    class Meta:
        ordering = ["-begins_on", "name"]
        constraints = [
            models.CheckConstraint(
                name="season_ends_after_it_begins",
                condition=models.Q(ends_on__gte=models.F("begins_on")),
            )
        ]

    def __str__(self) -> str:
        return self.name


class DataVersion(models.Model):
    """One row, raised by the database itself with every write that a page of statistics could
    show: what was made of the data is good as long as the number is the same.

    `unrated_since` is the day from which ratings have to be told anew, if any.
    """

    number = models.PositiveBigIntegerField(default=0)
    unrated_since = models.DateField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(name="data_version_is_one", condition=models.Q(id=1))]
