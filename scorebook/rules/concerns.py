"""What a table should look at again: hands that cannot be, buys over the limit, nobody out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from scorebook.rules.axes import BuyRules, BuyScope
from scorebook.rules.buying import buys_left, cards_gained
from scorebook.rules.cards import JOKER_RANK, RANKS, SUITS, Card
from scorebook.rules.log import Log
from scorebook.rules.sheet import Cell, CellState, Entry, Round, Seat
from scorebook.rules.variant import Variant


def round_concerns(variant: Variant, log: Log, played: Round, decks: int) -> None:
    """Add the warnings of one round to the log."""
    supply_concerns(variant, log, played, decks)
    for cell in played.cells:
        if cell.state is CellState.ABSENT:
            continue
        if cell.cards:
            _hand_concerns(variant, log, played, cell)
        if cell.state is CellState.OUT:
            _out_concerns(log, played, cell)
        if cell.buys:
            _buy_concerns(variant, log, played, cell)
    _nobody_out(log, played)


def supply_concerns(variant: Variant, log: Log, played: Round, decks: int) -> None:
    """More jokers or copies than the packs hold, over all hands and melds of a round."""
    counts = Counter(code for cell in played.cells for code in _shown(cell))
    jokers = variant.copies(JOKER_RANK, decks)
    if jokers and counts[JOKER_RANK] > jokers:
        _too_many(log, "too_many_jokers", played, "jokers", {JOKER_RANK}, jokers)
    for code, count in counts.items():
        if count > decks and len(code) == 2 and code != JOKER_RANK:
            _too_many(log, "too_many_copies", played, f"copies of the {_face(code)}", {code}, decks)
    ranks: Counter[str] = Counter()
    for code, count in counts.items():
        # A suit that makes the card wild is written with its suit: a bare 2 is then no 2 of spades.
        if code != JOKER_RANK and (code in RANKS or code not in variant.wild):
            ranks[code[0]] += count
    for rank, count in ranks.items():
        most = variant.copies(rank, decks)
        if count > most:
            codes = {rank, *(rank + suit for suit in SUITS)} - ({*variant.wild} - {rank})
            _too_many(log, "too_many_copies", played, f"cards of rank {_face(rank)}", codes, most)


def _shown(cell: Cell) -> Iterator[str]:
    """Every card that was seen of one seat."""
    yield from cell.cards
    for meld in cell.melds:
        yield from meld["cards"]


def _too_many(
    log: Log, code: str, played: Round, what: str, cards: Collection[str], most: int
) -> None:
    found = {cell.seat: sum(shown in cards for shown in _shown(cell)) for cell in played.cells}
    text = f"{sum(found.values())} {what} in round {played.number}; the packs hold {most}."
    log.warn(code, text, played.number, *(seat for seat, count in found.items() if count))


def _face(code: str) -> str:
    """A card in words: "king of hearts"."""
    return Card.parse(code).name


def _hand_concerns(variant: Variant, log: Log, played: Round, cell: Cell) -> None:
    number = played.number
    unknown = sorted({code for code in cell.cards if not variant.knows(code)})
    if unknown:
        names = ", ".join(map(_face, unknown))
        text = f"{{0}} holds a {names} in round {number}; these rules know none, so it counts 0."
        log.warn("unknown_card", text, number, cell.seat)
    most = _most_cards(variant, log, played, cell)
    if len(cell.cards) > most:
        text = f"{{0}} holds {len(cell.cards)} cards in round {number}; {most} are the most."
        log.warn("too_many_cards", text, number, cell.seat)


def _most_cards(variant: Variant, log: Log, played: Round, cell: Cell) -> int:
    """Dealt, one drawn, gained by buys, received by a called rummy."""
    most = played.dealt + 1
    entry = log.standing.get(("buys", played.number, cell.seat))
    if variant.buy and entry:
        cards = entry.payload.get("cards", cell.buys)
        most += cards_gained(variant.buy, cell.buys, cards)
    if variant.calling_rummy:
        called = sum(rummy["offender"] == cell.seat for rummy in played.rummies)
        others = sum(other.state is not CellState.ABSENT for other in played.cells) - 1
        most += called * others * variant.calling_rummy.each_gives
    return most


def _out_concerns(log: Log, played: Round, cell: Cell) -> None:
    hand = log.standing.get(("hand", played.number, cell.seat))
    if hand and (cell.cards or hand.payload.get("total")):
        text = f"{{0}} went out in round {played.number} and has cards left; they count 0."
        log.warn("out_with_cards", text, played.number, cell.seat, entry=hand)


def _buy_concerns(variant: Variant, log: Log, played: Round, cell: Cell) -> None:
    if variant.buy is None or not variant.rounds[played.number - 1].buying:
        text = f"{{0}} bought in round {played.number}, where these rules have no buying."
        log.warn("no_buying", text, played.number, cell.seat)


def _nobody_out(log: Log, played: Round) -> None:
    if played.out_stands and played.out is None:
        log.warn("nobody_out", f"Nobody went out in round {played.number}.", played.number)
    present = [cell for cell in played.cells if cell.state is not CellState.ABSENT]
    entered = present and all(cell.state is not CellState.MISSING for cell in present)
    if entered and not played.out_stands:
        text = f"Every hand of round {played.number} is in, but who went out is not."
        log.warn("out_missing", text, played.number)


def game_concerns(
    variant: Variant,
    log: Log,
    seats: tuple[Seat, ...],
    rounds: tuple[Round, ...],
    finish: Entry | None,
) -> None:
    """Add the warnings about the whole game to the log. `finish`: the standing end, if the game
    ended.
    """
    if finish and not finish.payload.get("early", False):
        missing = [played.number for played in rounds if not played.complete]
        if missing:
            text = f"The game has ended, but round {missing[0]} is not complete."
            log.warn("not_complete", text, missing[0], entry=finish)
    if variant.buy:
        for seat in seats:
            _limit_concerns(variant, variant.buy, log, seat, rounds)


def limit_words(buy: BuyRules, number: int) -> str:
    """ "2 a game", "3 a round", or what a bank holds by round `number`: "4 by then"."""
    if buy.scope is BuyScope.BANK:
        return f"{sum(buy.grants[:number])} by then"
    return f"{buy.limit} a {buy.scope}"


def _limit_concerns(
    variant: Variant, buy: BuyRules, log: Log, seat: Seat, rounds: tuple[Round, ...]
) -> None:
    bought = [played.cells[seat.number].buys for played in rounds]
    for number, here in enumerate(bought, start=1):
        left = buys_left(variant, number, sum(bought[:number]), here)
        if here and left is not None and left < 0:
            allowed = f"{-left} more than allowed in round {number}"
            text = f"{{0}} has bought {allowed}; the limit is {limit_words(buy, number)}."
            log.warn("too_many_buys", text, number, seat.number)
    last = rounds[-1]
    left = buys_left(variant, last.number, sum(bought), bought[-1])
    short = variant.rounds[-1].needs_buy and seat.number in last.present and not bought[-1]
    if short and not last.complete and left is not None and left <= 0:
        text = f"{{0}} has no buys left and cannot complete round {last.number}."
        log.warn("no_buys_left", text, last.number, seat.number)
