"""Rows for tests, made the way the site makes them: games through the ledger, entry by entry."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from scorebook.ledger.append import Outcome, record
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.tallying import count_anew
from scorebook.models import Game, Hand, Player, Post, Seat, User
from scorebook.models.people import Role
from scorebook.models.talk import PostKind
from scorebook.rules import cards
from scorebook.talk.services import write

NAMES = ("Grandpa", "Grandma", "Mike", "Rosa", "Karl", "Tilda", "Otto", "Ida")
FIRST_DATE = date(2026, 11, 29)

_numbers = itertools.count(1)


def make_player(*, name: str = "", is_child: bool = False) -> Player:
    name = name or f"Player {next(_numbers)}"
    return Player.objects.create(name=name, short_name=name[:7], is_child=is_child)


def make_user(*, name: str = "", role: Role = Role.MEMBER, password: str | None = None) -> User:
    name = name or f"User {next(_numbers)}"
    return User.objects.create_user(
        username=name.lower(), password=password, role=role, player=make_player(name=name)
    )


def make_game(
    *,
    variant: str = "link",
    players: int | Sequence[Player | str | dict[str, str]] = 5,
    by: Player | None = None,
    first_dealer: int = 0,
    played_on: date = FIRST_DATE,
    **start: Any,
) -> Game:
    """A game that has begun. `players`: how many, or who, clockwise; {"id", "name"} is new."""
    if isinstance(players, int):
        players = [make_player(name=name) for name in NAMES[:players]]
    payload = {
        "rule_set": variant,
        "players": [p if isinstance(p, str | dict) else str(p.id) for p in players],
        "first_dealer": first_dealer,
        "date": played_on.isoformat(),
        **start,
    }
    author = by or next(player for player in players if isinstance(player, Player))
    return record(uuid.uuid4(), "start", payload, author=author).game


def hand_in(game: Game, kind: str, payload: Mapping[str, Any], **more: Any) -> Outcome:
    """One entry, signed by the game's scorekeeper, in place of nothing unless told otherwise."""
    more.setdefault("author", game.scorekeeper)
    outcome = record(game.id, kind, payload, **more)
    game.refresh_from_db()
    return outcome


def play_round(
    game: Game,
    number: int | None = None,
    *,
    out: int | None = 0,
    hands: Mapping[int, str | int] | None = None,
    cut_by: int | None = None,
) -> None:
    """A whole round, the current one unless told: who went out, and what the others held ("KK4A",
    or a total of points). Who is not named held a four.
    """
    sheet = sheet_of(game)
    number = number or sheet.current_round
    assert number is not None, "The last round was played."
    if cut_by is not None:
        hand_in(game, "cut", {"exact": True, "seat": cut_by}, round=number)
    hand_in(game, "out", {"seat": out}, round=number)
    for cell in sheet.rounds[number - 1].cells:
        if cell.state != "absent" and cell.seat != out:
            held = (hands or {}).get(cell.seat, "4")
            hand_in(game, "hand", hand_payload(held), round=number, seat=cell.seat)


def hand_payload(held: str | int) -> dict[str, Any]:
    """The payload of a hand from cards as typed, or from a total."""
    if isinstance(held, int):
        return {"total": held}
    return {"cards": [str(card) for card in cards.parse_hand(held)]}


def play_game(game: Game, *, loser: int = 1, winner: int = 0) -> None:
    """Every round that is left: `winner` goes out, `loser` holds the most; then the end."""
    for round in sheet_of(game).rounds:
        if not round.complete:
            play_round(game, round.number, out=winner, hands={loser: "KK"})
    hand_in(game, "finish", {"early": False})


def overturn(game: Game, *, winner: int = 0) -> None:
    """A correction after the end, so large that `winner` of the game becomes its loser."""
    correction = {"points": 900, "reason": "Counted again"}
    hand_in(game, "adjust", correction, round=1, seat=winner)
    assert game.overturned


def make_post(kind: str = "story", *, by: Player, title: str = "The kettle", **more: Any) -> Post:
    """Something said; a dispute between "Yes" and "No" unless told otherwise."""
    if kind == "dispute":
        more.setdefault("sides", ("Yes", "No"))
    return write(id=uuid.uuid4(), kind=PostKind(kind), by=by, title=title, **more)


def copy_game(game: Game, times: int) -> None:
    """As many more games like this finished one, each a day earlier than the one before, as
    projections alone: for pages that must not grow with them.
    """
    seats, hands = list(game.seats.all()), list(game.hands.all())
    days = [game.played_on - timedelta(number) for number in range(1, times + 1)]
    games = [_copied(game, id=uuid.uuid4(), played_on=day, table_code=None) for day in days]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        _copied(seat, id=None, game_id=one.id, played_on=one.played_on)
        for one in games
        for seat in seats
    )
    Hand.objects.bulk_create(
        _copied(hand, id=None, game_id=one.id) for one in games for hand in hands
    )
    count_anew([seat.player_id for seat in seats])


def _copied(row: Any, **changed: Any) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**values | changed)
