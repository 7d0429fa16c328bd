"""What a player may do in a turn: play off, swap a wild, end it; and when rummy is called."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from scorebook.rules.axes import MeldType, SwapOwner, SwapRules
from scorebook.rules.cards import Card
from scorebook.rules.endings import Turn, end_of_turn
from scorebook.rules.melds import Phase, check_meld, find_shape
from scorebook.rules.runs import Shape
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import (
    Offending,
    Reason,
    Verdict,
    answer,
    count,
    face,
    faces,
    no_such_round,
    objected,
    refusal,
    refused,
)

DOWN_FIRST = "play_off.others"
UNAGREED = SwapRules(where=tuple(MeldType), owner=SwapOwner.ANY)  # what a table may agree on


class End(StrEnum):
    """Where a card is played off; a set takes it anywhere."""

    LOW = "low"
    HIGH = "high"
    INSIDE = "inside"
    ANY = "any"


class WildGoes(StrEnum):
    """Where a wild goes that was swapped out of a meld."""

    HAND = "hand"
    TABLE = "table"


def check_play_off(
    variant: Variant,
    type: MeldType,
    meld: Sequence[Card],
    card: Card,
    *,
    packs: int,
    is_down: bool,
    end: End = End.ANY,
    own: bool = False,
    laid_down_this_turn: bool = False,
) -> Verdict:
    """May `card` be played off on `meld` (as it lies)? `arrangement` is the meld with the card.

    `own`: the meld is the player's own. `laid_down_this_turn`: the player laid down just now.
    """
    rules = variant.play_off
    if own:
        may, barred, axis, whose = rules.own, Reason.OWN_MELD, "play_off.own", "one's own"
    else:
        may, barred, axis, whose = rules.others, Reason.OTHERS_MELD, DOWN_FIRST, "the others'"
    early = laid_down_this_turn and not rules.same_turn
    inside = end is End.INSIDE and type is MeldType.RUN
    taken = (Reason.POSITION_TAKEN, "customs.play_off_place")
    placed = _with_card(variant, type, meld, card, packs, end)
    not_here = objected(
        variant,
        (not is_down, Reason.NOT_DOWN, DOWN_FIRST, "Who is not down plays nothing off."),
        (not may, barred, axis, f"Nothing is played off on {whose} melds."),
        (early, Reason.NEXT_TURN, "play_off.same_turn", "Playing off waits for the next turn."),
        (inside, *taken, f"{face(card)} goes to an end, not inside."),
    )
    return refused(not_here, placed) or placed


def check_swap(
    variant: Variant,
    type: MeldType,
    meld: Sequence[Card],
    wild_index: int,
    card: Card,
    *,
    is_down: bool,
    own: bool = False,
    wild_goes_to: WildGoes = WildGoes.TABLE,
    while_laying_down: bool = False,
    swaps_this_turn: int = 1,
) -> Verdict:
    """May `card` replace the wild at `wild_index` of `meld` (as it lies)?

    `swaps_this_turn` counts this one. `arrangement` is the meld after the swap.
    """
    rules = variant.swap or UNAGREED
    most = rules.while_laying_down
    fetching = while_laying_down and most > 0
    dead = Reason.DEAD_IN_SET if type is MeldType.SET else Reason.DEAD_IN_RUN
    many = (Reason.TOO_MANY_SWAPS, "swap.while_laying_down")
    up = rules.needs_down and not fetching and (while_laying_down or not is_down)
    mine = own and rules.owner is SwapOwner.OTHERS
    kept = wild_goes_to is WildGoes.HAND and not rules.wild_may_go_to_hand
    again = f"The {face(meld[wild_index])} has to be laid again this turn."
    stays = "Laid wild cards stay where they are, unless the table agrees otherwise."
    swapped = _swapped(variant, type, meld, wild_index, card)
    barred = objected(
        variant,
        (variant.swap is None, Reason.SWAP_NOT_AGREED, "swap", stays),
        (type not in rules.where, dead, "swap.where", f"A wild card laid in a {type} stays there."),
        (up, Reason.NOT_DOWN, "swap.needs_down", "Who is not down swaps nothing."),
        (fetching and swaps_this_turn > most, *many, f"{swaps_this_turn} swaps, not {most}."),
        (mine, Reason.OWN_MELD, "swap.owner", "A wild is swapped out of another player's meld."),
        (kept, Reason.MUST_REPLAY_WILD, "swap.wild_may_go_to_hand", again),
    )
    return refused(barred, swapped) or swapped


def check_finish_turn(
    variant: Variant,
    round: int,
    *,
    is_down: bool,
    left_in_hand: int,
    played_off: int = 0,
    discarded: int = 1,
    hand_after_draw: int | None = None,
) -> Verdict:
    """May a turn without a lay-down end with so many cards played off, discarded and left?"""
    rules = variant.round_rules(round)
    if rules is None:
        return no_such_round(variant, round)
    plays = played_off > 0 or not left_in_hand
    text = "Who is not down plays nothing off and does not go out."
    barred = objected(variant, (not is_down and plays, Reason.NOT_DOWN, DOWN_FIRST, text))
    turn = Turn(hand_after_draw, 0, played_off, discarded, left_in_hand)
    end = end_of_turn(variant, rules, round, turn)
    return refused(barred, end) or end


def check_rummy_call(
    variant: Variant,
    *,
    players: int,
    offender_is_down: bool,
    discard_fits_table: bool,
    next_player_started: bool,
    discard_ended_round: bool = False,
    called: bool = True,
) -> Verdict:
    """Does calling rummy on a discard hold? `cards` of the verdict go to the offender, in all."""
    rules, axis = variant.calling_rummy, "calling_rummy"
    if rules is None:
        return answer(variant, Reason.NO_RUMMY_CALL, axis, "Nobody calls rummy in this game.")
    up = rules.offender_must_be_down and not offender_is_down
    late = (Reason.CALLED_TOO_LATE, "customs.rummy_until")
    up_axis = f"{axis}.offender_must_be_down"
    given = (players - 1) * rules.each_gives
    text = (
        f"Rummy: each of the others hands over {count(rules.each_gives, 'card')}, {given} in all."
    )
    return objected(
        variant,
        (not called, Reason.NOT_CALLED, axis, "Nobody called rummy."),
        (discard_ended_round, Reason.ROUND_OVER, axis, "The discard ended the round."),
        (next_player_started, *late, "The next turn has begun: too late."),
        (up, Reason.NOT_DOWN, up_axis, "Rummy is called on a player who is down."),
        (not discard_fits_table, Reason.DOES_NOT_FIT, axis, "The discard fits no meld."),
    ) or answer(variant, Reason.OK, axis, text, cards=given)


def _with_card(
    variant: Variant, type: MeldType, meld: Sequence[Card], card: Card, packs: int, end: End
) -> Verdict:
    """The verdict on the meld once the card lies at that end; its wilds stay what they are."""
    laid = find_shape(variant, type, meld, ordered=True, phase=Phase.LAID)
    if not isinstance(laid, Shape):
        return refusal(variant, laid, meld)
    ends = [end] if type is MeldType.RUN and end in (End.LOW, End.HIGH) else [End.HIGH, End.LOW]
    verdicts = [_extended(variant, type, meld, laid, card, packs, one) for one in ends]
    return next((verdict for verdict in verdicts if verdict.ok), refused(*verdicts) or verdicts[0])


def _extended(
    variant: Variant,
    type: MeldType,
    meld: Sequence[Card],
    laid: Shape,
    card: Card,
    packs: int,
    end: End,
) -> Verdict:
    lying = tuple(meld[position] for position in laid.order)
    meant = tuple(laid.stands_for.get(index, one) for index, one in enumerate(lying))
    longer, plain = ((*run, card) if end is End.HIGH else (card, *run) for run in (lying, meant))
    verdict = check_meld(variant, type, longer, packs=packs, ordered=True, phase=Phase.LAID)
    placed = find_shape(variant, type, plain, ordered=True, phase=Phase.LAID)
    if isinstance(placed, Shape) or verdict.reason is Reason.NO_SUCH_CARD:
        return verdict
    return refused(refusal(variant, placed, longer), verdict) or verdict


def _swapped(
    variant: Variant, type: MeldType, meld: Sequence[Card], wild_index: int, card: Card
) -> Verdict:
    """The verdict on a swap that only hangs on what the wild stands for."""
    shape = find_shape(variant, type, meld, ordered=True, phase=Phase.LAID)
    if not isinstance(shape, Shape):
        return refusal(variant, shape, meld)
    wild = meld[wild_index]
    offending = (Offending(wild_index, wild),)
    index = shape.order.index(wild_index)
    if shape.natural[index]:
        text = f"{face(wild)} is no wild card there."
        return answer(variant, Reason.NOT_A_WILD, "wild", text, offending=offending)
    meant = shape.stands_for.get(index)
    if meant is None or not _is(card, meant):
        named = f"{face(meant)}" if meant else "a card nobody named"
        text = f"The {face(wild)} stands for {named}, not {face(card)}."
        return answer(variant, Reason.WRONG_CARD, "swap", text, offending=offending)
    after = (*meld[:wild_index], card, *meld[wild_index + 1 :])
    text = f"{face(card)} takes the {face(wild)}'s place: {faces(after)}."
    return answer(variant, Reason.OK, "swap", text, arrangement=after)


def _is(card: Card, meant: Card) -> bool:
    return card.rank == meant.rank and meant.suit in ("", card.suit)
