"""Statistics counted slowly: every number from the score sheets alone, over and over again, as one
would with a pencil. It shares no code with the ledger, and asks the database nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import product
from typing import Any
from uuid import UUID

from openskill.models import PlackettLuce

from scorebook.rules.sheet import Sheet

SUMMED = (
    *("rounds", "out", "wilds", "cuts", "cuts_paid"),
    *("buys", "bought_rounds", "bought_points"),
)


@dataclass(frozen=True)
class Evening:
    """A game. `who`: the person of each seat number, as they are known today; `wild` as in "2",
    "JK"; `sign` is 1 where low wins.
    """

    id: UUID
    family: str
    day: date
    begun: datetime
    sign: int
    wild: tuple[str, ...]
    sheet: Sheet
    who: dict[int, UUID]

    @property
    def when(self) -> tuple:
        return self.day, self.begun, self.id.hex


def seats(evening: Evening) -> dict[int, dict[str, Any]]:
    return {seat.number: seat_row(evening, seat.number) for seat in evening.sheet.seated}


def seat_row(evening: Evening, number: int) -> dict[str, Any]:
    sheet, sign = evening.sheet, evening.sign
    row: dict[str, Any] = dict.fromkeys((*SUMMED, "comeback", "lead_lost"), 0)
    hands, known = [], True
    for round in sheet.rounds:
        cell = round.cells[number]
        if not round.complete or cell.state == "absent":
            continue
        row["rounds"] += 1
        row["buys"] += cell.buys
        if cell.buys > 0:
            row["bought_rounds"] += 1
            row["bought_points"] += cell.points
        if round.cut_by == number:
            row["cuts"] += 1
        elif cell.cut_points * sign > 0:
            row["cuts_paid"] += 1
        if cell.state == "out":
            row["out"] += 1
        else:
            hands.append(cell.hand_points)
            known = known and cell.state == "cards"
        for card in cell.cards:
            rank = card if card == "JK" else card[0]
            row["wilds"] += rank in evening.wild or card in evening.wild
    row["lowest_hand"] = sorted(hands)[0] if hands else None
    row["highest_hand"] = sorted(hands)[-1] if hands else None
    row["result"] = result(sheet, number)
    row["clean_game"] = row["rounds"] > 0 and known and row["wilds"] == 0
    return row | turn(evening, number)


def result(sheet: Sheet, number: int) -> int | None:
    seat = next(seat for seat in sheet.seats if seat.number == number)
    whole = sheet.finished and not sheet.early and seat.place is not None
    return seat.complete_total if whole else None


def turn(evening: Evening, number: int) -> dict[str, Any]:
    sheet, none = evening.sheet, {"from_last": False, "from_first": False}
    place = next(seat.place for seat in sheet.seats if seat.number == number)
    if not sheet.finished or place is None:
        return none
    won, after = place == 1, list(costs_after_rounds(evening))
    ahead, late = [], []
    for at, costs in enumerate(after, start=1):
        others = [cost for seat, cost in costs.items() if seat != number]
        if number in costs and others:
            ahead.append(min(others) - costs[number])
            if at * 2 >= len(after):
                late.append((min(others) - costs[number], max(others) - costs[number]))
    if won:
        comeback = max([0, *(-by for by in ahead)])
        # Last: somebody is better, and nobody is worse.
        return none | {"comeback": comeback, "from_last": any(a < 0 and w <= 0 for a, w in late)}
    lead = max([0, *ahead])
    return none | {"lead_lost": lead, "from_first": any(a > 0 for a, _ in late)}


def costs_after_rounds(evening: Evening) -> Iterator[dict[int, int]]:
    """What everybody at the table had against them after each complete round."""
    total = dict.fromkeys((seat.number for seat in evening.sheet.seats), 0)
    shown = dict(total)
    for round in evening.sheet.rounds:
        for cell in round.cells:
            if cell.running is not None:
                given = cell.running - cell.points - shown[cell.seat]
                shown[cell.seat] = cell.running
                total[cell.seat] += given + (cell.points if round.complete else 0)
        if round.complete:
            here = [cell.seat for cell in round.cells if cell.state != "absent"]
            yield {seat: evening.sign * total[seat] for seat in here}


def tallies(evenings: list[Evening]) -> dict[tuple, dict[str, Any]]:
    """By person, family ("" for all) and year (0 for all)."""
    played = [
        (evening, seat, seat_row(evening, seat.number) | {"total": seat.complete_total})
        for evening in sorted(evenings, key=lambda one: one.when)
        if evening.sheet.finished
        for seat in evening.sheet.seated
    ]
    people = {evening.who[seat.number] for evening, seat, _ in played}
    families = {"", *(evening.family for evening, _, _ in played)}
    years = {0, *(evening.day.year for evening, _, _ in played)}
    found = {}
    for person, family, year in product(people, families, years):
        theirs = [
            (evening, seat, row)
            for evening, seat, row in played
            if evening.who[seat.number] == person
            and family in ("", evening.family)
            and year in (0, evening.day.year)
        ]
        if theirs:
            found[person, family, year] = tally(theirs)
    return found


def tally(theirs: list[tuple]) -> dict[str, Any]:
    rows = [row for _, _, row in theirs]
    results = [row["result"] for row in rows if row["result"] is not None]
    hands = [row[name] for row in rows for name in ("lowest_hand", "highest_hand")]
    hands = [points for points in hands if points is not None]
    ends = "".join(
        "w" if seat.number in evening.sheet.winners
        else "l" if seat.number in evening.sheet.losers else "-"
        for evening, seat, _ in theirs
    )  # fmt: skip
    wins = ends.replace("l", "-").split("-")
    losses = ends.replace("w", "-").split("-")
    return {name: sum(row[name] for row in rows) for name in SUMMED} | {
        "games": len(rows),
        "won": ends.count("w"),
        "lost": ends.count("l"),
        "points": sum(row["total"] for row in rows),
        "clean_games": [row["clean_game"] for row in rows].count(True),
        "comebacks": [row["from_last"] for row in rows].count(True),
        "leads_lost": [row["from_first"] for row in rows].count(True),
        "best_comeback": max(row.get("comeback", 0) for row in rows),
        "best_lead_lost": max(row.get("lead_lost", 0) for row in rows),
        "most_wilds": sorted(row["wilds"] for row in rows)[-1],
        "most_out": sorted(row["out"] for row in rows)[-1],
        "lowest_game": min(results, default=None),
        "highest_game": max(results, default=None),
        "lowest_hand": min(hands, default=None),
        "highest_hand": max(hands, default=None),
        "win_streak": max(map(len, wins)),
        "win_streak_now": len(wins[-1]),
        "losing_streak": max(map(len, losses)),
        "losing_streak_now": len(losses[-1]),
    }


def contracts(evenings: list[Evening]) -> dict[tuple, dict[str, int]]:
    """By person, family, year, round and pattern."""
    found: dict[tuple, dict[str, int]] = {}
    for evening in evenings:
        for round in evening.sheet.rounds if evening.sheet.finished else ():
            for cell in round.cells if round.complete else ():
                if cell.state == "absent":
                    continue
                person, year = evening.who[cell.seat], evening.day.year
                key = (person, evening.family, year, round.number, round.pattern)
                row = found.setdefault(key, {})
                kinds = {"": True, "dealt_": round.dealer == cell.seat, "bought_": cell.buys > 0}
                for kind, is_one in kinds.items():
                    for name, value in (
                        ("rounds", 1),
                        ("points", cell.points),
                        ("out", cell.state == "out"),
                    ):
                        row[kind + name] = row.get(kind + name, 0) + is_one * value
    return found


def ratings(evenings: list[Evening]) -> dict[tuple[UUID, str], tuple[float, float, int]]:
    """By person and family: mu, sigma, games."""
    model, found = PlackettLuce(), {}
    for family in {"", *(evening.family for evening in evenings)}:
        for evening in sorted(evenings, key=lambda one: one.when):
            placed = [s for s in evening.sheet.seated if s.place is not None]
            if not evening.sheet.finished or family not in ("", evening.family) or len(placed) < 2:
                continue
            people = [evening.who[seat.number] for seat in placed]
            were = [found.get((person, family), (25.0, 25.0 / 3.0, 0)) for person in people]
            told = model.rate(
                [[model.create_rating([mu, sigma])] for mu, sigma, _ in were],
                ranks=[seat.place for seat in placed],
            )
            for person, (_, _, games), [now] in zip(people, were, told, strict=True):
                found[person, family] = (now.mu, now.sigma, games + 1)
    return found
