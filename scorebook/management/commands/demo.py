"""A family to look around with: games played by the program, the last one still going on."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import date, datetime
from itertools import islice
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scorebook.demo import family, handing_in
from scorebook.demo.chatter import chat
from scorebook.demo.season import AT, EVERY, MIX, Season, seats_allowed
from scorebook.models import Entry, Family, Game, Player, User
from scorebook.models.people import Role
from scorebook.rules import presets
from scorebook.rules.payloads import FIRST_YEAR, LAST_YEAR

ONE_BY_ONE = 60  # more games than this go in bulk, with the same result
TOGETHER = 50
WITH_PHOTOS = 12
MOST_GAMES = 5000


class Command(BaseCommand):
    help = (
        "Plays games of a made-up family from shuffled packs, enters them, draws the photos and "
        "writes what they say. The same arguments give the same people, games, cards and ids. "
        "Games lie a week apart, back from --until; the last one is left in the middle of a round. "
        "Nobody gets a login."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=12, help="how many, default 12")
        parser.add_argument("--players", type=int, default=5, help="people, default 5")
        parser.add_argument("--seed", type=int, default=1, help="of all that is random, default 1")
        parser.add_argument("--variant", help=f"{', '.join(presets.SLUGS)}; default: a mix")
        parser.add_argument("--until", help="date of the last game, YYYY-MM-DD; default today")
        parser.add_argument("--more", action="store_true", help="add to the games there are")

    def handle(self, *args: Any, **options: Any) -> None:
        games, players, slug = options["games"], options["players"], options["variant"]
        _check(games, players, slug)
        call_command("migrate", verbosity=0)  # the book may never have been opened
        until = _date(options["until"], games)
        if Game.objects.exists() and not options["more"]:
            raise CommandError("There are games in this book already. Add --more to add to them.")
        season = Season(
            people=_people(players), slug=slug, seed=options["seed"], until=until, zone=_zone()
        )
        began = time.monotonic()
        ids = self._hand_in(season, games)
        handing_in.sentence_losers(ids)
        self.stdout.write("Drawing photos")
        photos = handing_in.hang_photos(WITH_PHOTOS, season.people, ids)
        last = datetime.combine(until, AT, season.zone)
        posts = chat(season.people, ids, last=last, every=EVERY)
        self._report(season, ids, photos, posts, time.monotonic() - began)

    def _hand_in(self, season: Season, games: int) -> list[UUID]:
        """Play and hand in; returns the ids of the games."""
        together = TOGETHER if games > ONE_BY_ONE else 1
        evenings = season.evenings(games)
        ids: list[UUID] = []
        while some := list(islice(evenings, together)):
            new = [evening.plan.game for evening in some]
            if Game.objects.filter(id__in=new).exists():
                raise CommandError("These games are in the book already. Choose another --seed.")
            if not ids:
                handing_in.seat_family(season.people)
            if together > 1:
                handing_in.at_once(some)
            else:
                handing_in.by_the_ledger(some[0])
            ids += new
            if len(ids) == games or len(ids) % max(together, games // 10) == 0:
                self.stdout.write(f"{len(ids)} of {games} games played")
        return ids

    def _report(
        self, season: Season, ids: list[UUID], photos: int, posts: int, seconds: float
    ) -> None:
        names = ", ".join(person.name for person in season.people)
        entries = Entry.objects.filter(game__in=ids).count()
        going_on = Game.objects.get(id=ids[-1])
        self.stdout.write(
            f"{len(ids)} games, {entries} entries, {photos} photos, {posts} posts "
            f"in {seconds:.1f} s.\n"
            f"At the table: {names}.\n"
            f"Still going on: {going_on.title}, {going_on.played_on:%Y-%m-%d}, {going_on.rule_set}."
        )
        if not User.objects.exists():
            self.stdout.write(
                "There is no login yet, and the demo makes none: start the site and open the "
                "set-up address that it prints. The first admin is made there."
            )


def _check(games: int, players: int, slug: str | None) -> None:
    """Raises CommandError with a sentence for the first argument that cannot be."""
    if not 1 <= games <= MOST_GAMES:
        raise CommandError(f"--games is a number from 1 to {MOST_GAMES}, not {games}.")
    if slug is not None and slug not in presets.SLUGS:
        raise CommandError(f"There is no variant {slug}. Choose from {', '.join(presets.SLUGS)}.")
    allowed = [seats_allowed(name) for name in ([slug] if slug else MIX)]
    least, most = min(seats[0] for seats in allowed), max(seats[-1] for seats in allowed)
    if not least <= players <= most:
        rules = presets.get(slug).name if slug else "A mix of variants"
        raise CommandError(f"{rules} takes {least} to {most} people, not {players}.")


def _date(text: str | None, games: int) -> date:
    """The date of the last game. Raises CommandError."""
    if text is None:
        return timezone.now().astimezone(_zone()).date()
    try:
        until = datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise CommandError(f"--until is a date like 2026-05-31, not {text}.") from None
    if date(FIRST_YEAR, 1, 1) + (games - 1) * EVERY > until or until.year > LAST_YEAR:
        raise CommandError(
            f"Games of these dates would lie before {FIRST_YEAR} or after {LAST_YEAR}."
        )
    return until


def _zone() -> ZoneInfo:
    """Where the family lives; UTC before there is one."""
    found = Family.objects.first()
    return ZoneInfo(found.time_zone if found else "UTC")


def _people(count: int) -> list[family.Person]:
    """The demo's cast, with the first admin's person among them once the site is set up."""
    admin = User.objects.filter(role=Role.ADMIN, player__isnull=False).order_by("id").first()
    host = admin.player if admin else None
    others = Player.objects.exclude(id__in=[person.id for person in family.EVERYBODY])
    try:
        chair = (host.id, host.name, host.short_name) if host else None
        return family.cast(count, chair, set(others.values_list("name", flat=True)))
    except ValueError as problem:
        raise CommandError(str(problem)) from None
