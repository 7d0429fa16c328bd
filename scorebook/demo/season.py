"""Many evenings planned from one seed: who comes, which rules, who is late, who goes home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from scorebook.demo.evening import Evening, EveningPlan, play_evening
from scorebook.demo.family import EVERYBODY, Person
from scorebook.demo.finder import Finder
from scorebook.demo.house import House
from scorebook.demo.words import OCCASIONS, PLACES
from scorebook.rules import presets

# Counted back from the newest game, so that the one in progress is the family's own.
MIX = ("link", "gourt", "link", "norwegian", "bga_short", "link", "bga_full")
EVERY = timedelta(days=7)
AT = time(18, 0)
SENT_AT = time(23, 30)  # on the last evening, all games together
LATE_AT, GONE_AT = 2, 4  # games back from the newest that surely have a latecomer, and a leaver
LATE, GONE, ABSENT, EARLY = 0.05, 0.04, 0.15, 0.05  # shares of the other games


def seats_allowed(slug: str) -> range:
    """How many may sit at a table of this variant, as far as the demo's family goes."""
    packs = presets.get(slug).packs
    return range(packs[0].from_players, (packs[-1].to_players or len(EVERYBODY)) + 1)


class Season:
    """The same arguments always give the same evenings. `zone` is where the family lives."""

    def __init__(
        self, *, people: Sequence[Person], slug: str | None, seed: int, until: date, zone: ZoneInfo
    ) -> None:
        self.people, self.until, self.zone = people, until, zone
        # Ids come from it as well: other people, or other rules, are other games.
        self.seed = f"{seed} {slug or 'mix'} {len(people)}"
        self.mix = [s for s in ([slug] if slug else MIX) if len(people) in seats_allowed(s)]
        self.finders = {slug: Finder(House(presets.get(slug))) for slug in set(self.mix)}

    def evenings(self, games: int) -> Iterator[Evening]:
        """`games` evenings, a week apart, the oldest first; the last one is still going on."""
        for back in reversed(range(games)):
            rng = Random(f"{self.seed} {games - back}")
            plan = self._plan(back, rng)
            yield play_evening(plan, self.finders[plan.slug], rng)

    def _plan(self, back: int, rng: Random) -> EveningPlan:
        slug = self.mix[back % len(self.mix)]
        rounds = len(presets.get(slug).rounds)
        people = rng.sample(self.people, len(self.people))
        late = _happens(back, LATE_AT, LATE, rng) and len(people) > seats_allowed(slug)[0]
        gone = not late and _happens(back, GONE_AT, GONE, rng) and len(people) > 3
        if not (late or gone) and len(people) > 3 and rng.random() < ABSENT:
            people.pop()
        changes: dict[str, Any] = {}
        if late:
            joins = rng.choice(("average", "average", "last", "zero"))
            changes = {"joiner": people.pop(), "joins_with": joins}
            changes["joins_before"] = rng.randint(2, rounds // 2)
        keeper = rng.choice([p for p in people if not p.is_child] or people)
        if gone:
            others = [seat for seat, person in enumerate(people) if person is not keeper]
            changes = {"leaver": rng.choice(others), "leaves_before": rng.randint(3, rounds)}
        if not back:
            rounds, changes["going_on"] = rounds // 2 + 1, True
        elif not (late or gone) and rng.random() < EARLY:
            rounds -= 1
        return EveningPlan(
            game=UUID(int=rng.getrandbits(128), version=4),
            slug=slug,
            begins=datetime.combine(self.until - back * EVERY, AT, self.zone),
            sent_at=datetime.combine(self.until, SENT_AT, self.zone),
            people=tuple(people),
            keeper=keeper,
            first_dealer=rng.randrange(len(people)),
            rounds=rounds,
            place=rng.choice(PLACES),
            occasion=rng.choice(OCCASIONS),
            **changes,
        )


def _happens(back: int, surely_at: int, share: float, rng: Random) -> bool:
    """Never in the game in progress, so that it stays easy to follow."""
    return back == surely_at or (back > 0 and rng.random() < share)
