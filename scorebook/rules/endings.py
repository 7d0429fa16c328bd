"""How a turn may end: the discard, going out, and rounds that are finished on one turn."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.rules.axes import ClosingDiscard, RoundRules
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import Reason, Verdict, answer, count, objected

TURN_DISCARD = "customs.turn_discard"


@dataclass(frozen=True, slots=True)
class Turn:
    """The cards of one turn, counted after the draw; `hand` is None where nobody counted it."""

    hand: int | None
    laid: int
    played_off: int
    discarded: int
    left: int

    @property
    def accounted(self) -> int:
        return self.laid + self.played_off + self.discarded + self.left

    @property
    def miscounted(self) -> bool:
        return self.hand is not None and self.hand != self.accounted


def end_of_turn(variant: Variant, rules: RoundRules, round: int, turn: Turn) -> Verdict:
    """May a turn that has laid down, played off and discarded so many cards end?"""
    lays_last = turn.laid > 0 and rules.same_turn  # the turn has to be the player's last
    closes = lays_last or not turn.left
    needed = closes and rules.closing_discard is ClosingDiscard.REQUIRED
    barred = closes and rules.closing_discard is ClosingDiscard.FORBIDDEN
    early = bool(turn.laid and turn.played_off) and not variant.play_off.same_turn
    open_end = turn.left > 0 and not turn.discarded
    held, axis = count(turn.left, "card"), f"rounds.{round}"
    hand = f"{count(turn.hand or 0, 'card')} in hand, but {turn.accounted} accounted for."
    one = f"{turn.discarded} cards discarded; a turn ends with one."
    wait = "Playing off waits for the next turn after laying down."
    last = f"{held} left; in round {round} who lays down goes out on the same turn."
    keep = f"{held} left and nothing discarded; a turn ends with a discard."
    shut = f"Round {round} is closed with a discard, and no card is left for it."
    bare = f"Round {round} is closed without a discard; every card has to lie on the table."
    return objected(
        variant,
        (turn.miscounted, Reason.CARDS_DO_NOT_ADD_UP, f"{axis}.dealt", hand),
        (turn.discarded > 1, Reason.ONE_DISCARD, TURN_DISCARD, one),
        (early, Reason.NEXT_TURN, "play_off.same_turn", wait),
        (lays_last and turn.left > 0, Reason.MUST_FINISH_SAME_TURN, f"{axis}.same_turn", last),
        (open_end, Reason.TURN_NEEDS_DISCARD, TURN_DISCARD, keep),
        (needed and not turn.discarded, Reason.DISCARD_REQUIRED, f"{axis}.closing_discard", shut),
        (barred and turn.discarded > 0, Reason.DISCARD_FORBIDDEN, f"{axis}.closing_discard", bare),
    ) or _ended(variant, round, turn)


def _ended(variant: Variant, round: int, turn: Turn) -> Verdict:
    if turn.left:
        text = f"The turn ends with {count(turn.left, 'card')} left in hand."
        return answer(variant, Reason.OK, TURN_DISCARD, text)
    axis = f"rounds.{round}.closing_discard"
    return answer(variant, Reason.OK, axis, "Out, with no card left.", goes_out=True)
