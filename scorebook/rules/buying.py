"""Buying out of the discard pile: who may, at what price, and who comes first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from scorebook.rules.axes import BuyPer, BuyRules, BuyScope, BuyWho, Direction
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import (
    Reason,
    Verdict,
    answer,
    count,
    no_such_round,
    objected,
    refused,
)

Seat = TypeVar("Seat")


def buys_left(
    variant: Variant, round: int, bought_in_game: int, bought_in_round: int
) -> int | None:
    """How many purchases a player still has in round `round`; None where nothing limits them."""
    buy = variant.buy
    if buy is None:
        return 0
    if buy.scope is BuyScope.BANK:
        return sum(buy.grants[:round]) - bought_in_game
    if buy.limit is None:
        return None
    return buy.limit - (bought_in_game if buy.scope is BuyScope.GAME else bought_in_round)


def cards_gained(buy: BuyRules, purchases: int, cards: int) -> int:
    """Cards that `purchases` purchases of `cards` cards in all bring to hand, price included."""
    priced = cards if buy.per is BuyPer.CARD else purchases
    return cards + buy.price * priced


def check_buy(
    variant: Variant,
    *,
    round: int,
    cards: int = 1,
    bought_in_game: int = 0,
    bought_in_round: int = 0,
    is_down: bool = False,
    is_discarder: bool = False,
    is_turn_player: bool = False,
    next_player_has_drawn: bool = False,
) -> Verdict:
    """May a player buy so many cards of the discard pile? `cards` of the verdict come to hand.

    The counts are of purchases before this one. A player in turn who takes the discard as a draw
    does not buy.
    """
    rules, buy = variant.round_rules(round), variant.buy
    if rules is None:
        return no_such_round(variant, round)
    if buy is None:
        return answer(variant, Reason.NO_BUYING, "buy", "Nobody buys in this game.")
    left = buys_left(variant, round, bought_in_game, bought_in_round)
    axis, closed = f"rounds.{round}.buying", f"Nobody buys in round {round}."
    over = "The next player has drawn; the discard is no longer for sale."
    purchase = _purchase_verdict(variant, buy, cards, left)
    barred = objected(
        variant,
        (not rules.buying, Reason.NO_BUYING_THIS_ROUND, axis, closed),
        (next_player_has_drawn, Reason.BUYING_OVER, "customs.buy_window", over),
    )
    buyer = _buyer_verdict(variant, buy, is_down, is_discarder, is_turn_player)
    return refused(barred, buyer, purchase) or purchase


def buy_priority(
    variant: Variant,
    seats: Sequence[Seat],
    about_to_draw: Seat,
    wants: Collection[Seat],
    *,
    opening: bool = False,
) -> Seat | None:
    """Who gets the discard: the player about to draw, then the nearest in the direction of play.

    `seats` go round clockwise. The one before `about_to_draw` discarded, unless the card is the
    up-card that opens the round (`opening`). None: nobody who may have it wants it.
    """
    clockwise = variant.direction is Direction.CLOCKWISE
    ring = list(seats) if clockwise else list(reversed(seats))
    first = ring.index(about_to_draw)
    line = ring[first:] + ring[:first]
    if variant.buy is None:
        line = line[:1]
    elif not variant.buy.discarder and not opening:
        line = line[:-1]
    return next((seat for seat in line if seat in wants), None)


def _buyer_verdict(
    variant: Variant, buy: BuyRules, is_down: bool, is_discarder: bool, is_turn_player: bool
) -> Verdict | None:
    """Why this player may not buy now, whatever the card."""
    in_turn = is_turn_player and buy.who is BuyWho.OTHERS
    own = is_discarder and not buy.discarder
    down = is_down and not buy.when_down
    return objected(
        variant,
        (in_turn, Reason.OWN_TURN, "buy.who", "The player in turn takes the discard for nothing."),
        (own, Reason.OWN_DISCARD, "buy.discarder", "Nobody buys back their own discard."),
        (down, Reason.ALREADY_DOWN, "buy.when_down", "Who is down buys no more."),
    )


def _purchase_verdict(variant: Variant, buy: BuyRules, cards: int, left: int | None) -> Verdict:
    """The verdict on a purchase by a player who may buy."""
    wrong = cards < 1 or (buy.cards is not None and cards > buy.cards)
    offered = f"{count(cards, 'card')} wanted; a purchase is of {count(buy.cards or 1, 'card')}."
    spent = left is not None and left < 1
    axis = "buy.grants" if buy.scope is BuyScope.BANK else "buy.limit"
    gained = cards_gained(buy, 1, cards)
    text = f"Bought: {count(gained, 'card')} in all, {gained - cards} of them the price."
    return objected(
        variant,
        (wrong, Reason.TOO_MANY_CARDS, "buy.cards", offered),
        (spent, Reason.NO_BUYS_LEFT, axis, f"No buys are left in this {buy.scope}."),
    ) or answer(variant, Reason.OK, "buy.price", text, cards=gained)
