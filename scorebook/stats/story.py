"""The turning points of a finished game, in words: pure functions over plain numbers.

Each teller looks for one kind of turn and says nothing where there is none. All points are costs
here, whatever sign the rules give them: who has fewer is ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

MOST_TOLD = 4
CLOSE = 10  # points: one king
HEAVY = 50  # points: by any rules more than most hands
WORDS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    "tenth",
)


@dataclass(frozen=True, slots=True)
class Score:
    """What one complete round cost one seat: `points` in all, `hand` for the cards left, `cut` for
    an exact cut. `wilds` were among the cards; `cut_exactly`: this seat made the cut.
    """

    points: int
    hand: int = 0
    cut: int = 0
    wilds: int = 0
    cut_exactly: bool = False


@dataclass(frozen=True)
class Race:
    """A finished game. `names` by seat; `rounds` are the complete ones, each with the scores of
    those who played it; `start` is what a latecomer began with. Who `left` went home before the
    end; of `children` one speaks gently.
    """

    names: Mapping[int, str]
    rounds: tuple[tuple[int, Mapping[int, Score]], ...]
    start: Mapping[int, int]
    left: frozenset[int] = frozenset()
    children: frozenset[int] = frozenset()

    @cached_property
    def standings(self) -> tuple[tuple[int, dict[int, int]], ...]:
        """After each complete round: its number, and the totals of those who played it."""
        totals: dict[int, int] = {}
        told = []
        for number, scores in self.rounds:
            for seat, score in scores.items():
                totals[seat] = totals.get(seat, self.start.get(seat, 0)) + score.points
            told.append((number, {seat: totals[seat] for seat in scores}))
        return tuple(told)

    @cached_property
    def final(self) -> dict[int, int]:
        """The totals that count: of whoever stayed to the end."""
        last = self.standings[-1][1] if self.standings else {}
        return {seat: total for seat, total in last.items() if seat not in self.left}

    @cached_property
    def winners(self) -> list[int]:
        return leaders(self.final)

    @property
    def winner(self) -> int | None:
        """Whoever won alone."""
        return self.winners[0] if len(self.winners) == 1 < len(self.final) else None

    @property
    def margin(self) -> int:
        """From the winners to whoever came next; 0 where nobody did."""
        best, *behind = sorted(set(self.final.values()))
        return behind[0] - best if behind else 0

    @property
    def second_half(self) -> list[tuple[int, dict[int, int]]]:
        """The standings with half of the rounds or more over, but for the last."""
        half = (len(self.rounds) + 1) // 2
        return list(self.standings[half - 1 : -1]) if half else []

    def people(self, seats: Sequence[int]) -> str:
        *others, last = [self.names[seat] for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last


def leaders(totals: Mapping[int, int]) -> list[int]:
    """All who share the lead."""
    return [seat for seat, total in totals.items() if total == min(totals.values())]


def place(totals: Mapping[int, int], seat: int) -> int:
    return 1 + sum(total < totals[seat] for total in totals.values())


def turning_points(race: Race) -> list[str]:
    """At most four, the rarest first; none before a round is complete."""
    if not race.final:
        return []
    told = (tell(race) for tell in TELLERS)
    return [sentence for sentence in told if sentence][:MOST_TOLD]


def cut_that_mattered(race: Race) -> str:
    """Without an exact cut somebody else had won. Ann won with 60 from Ben's 75; her cut in round 2
    cost him 25, so without it he had won with 50.
    """
    for number, scores in race.rounds:
        cutter = next((seat for seat, score in scores.items() if score.cut_exactly), None)
        if cutter is None:
            continue
        cuts = {seat: score.cut for seat, score in scores.items()}
        without = {seat: total - cuts.get(seat, 0) for seat, total in race.final.items()}
        others = leaders(without)
        if others != race.winners:
            cut = f"{race.names[cutter]} cut exactly in round {number}."
            return f"{cut} Without that {race.people(others)} {'win' if others[1:] else 'wins'}."
    return ""


def shared(race: Race) -> str:
    """Several won. Ann and Ben have 60 each, Em 75."""
    if len(race.winners) < 2:
        return ""
    return f"After {_rounds(race)} nothing lies between {race.people(race.winners)}."


def overtaken_in_the_last_round(race: Race) -> str:
    """The winner did not lead, nor share the lead, before the last round; told where it was no
    comeback from the last place. Ann was 15 behind Ben there and won by 25.
    """
    if race.winner is None or len(race.rounds) < 2 or from_last(race):
        return ""
    before = race.standings[-2][1]
    if race.winner not in before or race.winner in leaders(before):
        return ""
    behind = before[race.winner] - min(before.values())
    who = race.people(leaders(before))
    return f"Before the last round {race.names[race.winner]} was {behind} behind {who}."


def from_last(race: Race) -> str:
    """The winner was last, or shared it, with half of the rounds or more over and one to come. Ann
    was last of three after round 4 of 7, 95 behind, and won.
    """
    if race.winner is None:
        return ""
    worst = max(
        (
            (totals[race.winner] - min(totals.values()), number)
            for number, totals in race.second_half
            if len(totals) > 2 and totals.get(race.winner) == max(totals.values())
        ),
        default=(0, 0),
    )
    if not worst[0]:
        return ""
    return f"{race.names[race.winner]} was last after round {worst[1]}, {worst[0]} behind, and won."


def photo_finish(race: Race) -> str:
    """One winner, by no more than a king is worth. Ann has 60, Ben 65."""
    if race.winner is None or not 0 < race.margin <= CLOSE:
        return ""
    seconds = [seat for seat, total in race.final.items() if place(race.final, seat) == 2]
    points = "1 point divides" if race.margin == 1 else f"{race.margin} points divide"
    pair = f"{race.names[race.winner]} from {race.people(seconds)}"
    return f"After {_rounds(race)}, {points} {pair}."


def thrown_away(race: Race) -> str:
    """Somebody who did not win was alone in front with half of the rounds or more over: the largest
    such lead. Ben led by 95 after round 5 of 7 and came third.
    """
    leads = []
    for number, totals in race.second_half:
        best, *others = sorted(totals.values())
        seat = leaders(totals)[0]
        if others and best < others[0] and seat in race.final and seat not in race.winners:
            leads.append((others[0] - best, -number, seat))
    if not leads:
        return ""
    lead, number, seat = max(leads)
    came = ordinal(place(race.final, seat))
    return f"{race.names[seat]} led by {lead} after round {-number} and came {came}."


def decided(race: Race) -> str:
    """The winner took more from whoever came second, in one round, than they won by: the round
    where they took most, where they were alone in front from then on. Ann won by 40; in round 6 she
    wrote 0 and Ben 105.
    """
    seconds = [seat for seat in race.final if place(race.final, seat) == 2]
    if race.winner is None or len(seconds) != 1:
        return ""
    (second,) = seconds
    gains = [
        (scores[second].points - scores[race.winner].points, -number)
        for number, scores in race.rounds
        if race.winner in scores and second in scores
    ]
    gain, number = max(gains, default=(0, 0))
    since = [leaders(totals) for at, totals in race.standings if at >= -number]
    if gain <= race.margin or len(race.rounds) < 2 or since != [[race.winner]] * len(since):
        return ""
    one, other = race.names[race.winner], race.names[second]
    took = f"{one} gained {gain} on {other} there"
    return f"Round {-number} decided it: {took}, and won by {race.margin}."


def caught(race: Race) -> str:
    """The hand that cost most, if it held two wilds or more, or cost twice what any other did. Ben
    was left with three jokers in round 5: 160.
    """
    hands = sorted(
        (score.hand, score.wilds, number, seat)
        for number, scores in race.rounds
        for seat, score in scores.items()
    )
    if not hands or hands[-1][0] <= 0:
        return ""
    cost, _, number, seat = hands[-1]
    wild = [hand for hand in hands if hand[0] == cost and hand[1] > 1]
    if wild:
        (_, wilds, number, seat), *others = wild
        told = [f"{race.names[seat]} was left with {wilds} wild cards in round {number}"]
        told += [f"{race.names[seat]} with {wilds} in round {at}" for _, wilds, at, seat in others]
        return f"{', '.join(told)}: {cost}{' each' if others else ''}."
    if len(hands) > 1 and cost >= max(HEAVY, 2 * hands[-2][0]):
        held = f"{race.names[seat]} held {cost} in round {number}."
        return f"{held} No other hand cost more than half of that."
    return ""


def from_start_to_end(race: Race) -> str:
    """The winner was alone in front after every round."""
    if race.winner is None or len(race.rounds) < 3:
        return ""
    if any(leaders(totals) != [race.winner] for _, totals in race.standings):
        return ""
    return f"{race.names[race.winner]} led from the first round to the last."


def lead_for_good(race: Race) -> str:
    """From which round on the winner was alone in front: neither the first nor the last. Ann took
    the lead in round 4 of 7.
    """
    if race.winner is None:
        return ""
    since = None
    for number, totals in race.standings:
        if leaders(totals) != [race.winner]:
            since = None
        elif since is None:
            since = number
    if since in (None, race.rounds[0][0], race.rounds[-1][0]):
        return ""
    return f"{race.names[race.winner]} took the lead in round {since} and kept it."


# The rarest first: of what happens often only what is left of the room is told.
TELLERS: tuple[Callable[[Race], str], ...] = (
    cut_that_mattered,
    shared,
    from_last,
    overtaken_in_the_last_round,
    photo_finish,
    from_start_to_end,
    thrown_away,
    decided,
    caught,
    lead_for_good,
)


def _rounds(race: Race) -> str:
    return "1 round" if len(race.rounds) == 1 else f"{len(race.rounds)} rounds"


def ordinal(number: int) -> str:
    """ "third"; "11th" beyond the words, which end far above any table."""
    return WORDS[number - 1] if number <= len(WORDS) else f"{number}th"
