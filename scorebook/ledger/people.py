"""The people that entries name: who sits where, and who is new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from scorebook.ledger.statements import as_id, found
from scorebook.ledger.submission import refused
from scorebook.models import Deed, Player
from scorebook.models.deeds import About
from scorebook.models.people import SHORT_NAME_LENGTH, parts_of
from scorebook.rules.forms import player_id

MERGED = "SELECT id, merged_into_id FROM scorebook_player WHERE merged_into_id IS NOT NULL"


def found_to_be(ids: Iterable[str]) -> dict[str, str]:
    """Who each of these turned out to be; those who are themselves are left out. One query."""
    really = {str(as_id(id)): str(as_id(other)) for id, other in found(MERGED)}
    return {id: really[id] for id in map(str.lower, ids) if id in really}


def named(kind: str, payload: Mapping[str, Any]) -> list[Any]:
    """The people in the payload of a `start` or `join`, each a UUID or a new one's fields."""
    if kind == "start":
        players = payload.get("players")
        return players if isinstance(players, list) else []
    return [payload.get("player")] if kind == "join" else []


def check(kind: str, payload: Mapping[str, Any], seated: Iterable[str]) -> None:
    """Every person can be had, and nobody sits down twice. Raises Refused."""
    players = named(kind, payload)
    field = "players" if kind == "start" else "player"
    check_once(field, [*map(player_id, players), *seated])
    wanted = {player_id(player) for player in players if isinstance(player, str)}
    if Player.objects.filter(id__in=wanted).count() < len(wanted):
        raise refused(field, "player", "Nobody here is known by that id.")


def check_once(field: str, ids: Sequence[str]) -> None:
    """Nobody is named twice, under another name neither. Raises Refused."""
    really = found_to_be(ids)
    ids = [really.get(id.lower(), id.lower()) for id in ids]
    if twice := next((player for player in ids if ids.count(player) > 1), None):
        name = Player.objects.filter(id=twice).values_list("name", flat=True).first()
        raise refused(field, "twice", f"{name or 'One person'} cannot sit at this table twice.")


def welcome(kind: str, payload: Mapping[str, Any], *, by: Player) -> None:
    """Make a player of everybody new; who is known already keeps the name they have."""
    new = [player for player in named(kind, payload) if isinstance(player, Mapping)]
    if not new:
        return
    known = set(Player.objects.filter(id__in=map(player_id, new)).values_list("id", flat=True))
    taken = set(Player.objects.values_list("short_name", flat=True))
    for player in new:
        id, name = UUID(player_id(player)), player["name"].strip()
        if id not in known:
            short = player.get("short", "").strip()
            if short.casefold() in {"", *map(str.casefold, taken)}:
                short = short_name(name, taken)
            child = player.get("child", False)
            made = Player.objects.create(id=id, name=name, short_name=short, is_child=child)
            Deed.objects.note(About.PEOPLE, f"added {name}", by=by, of=made)
            taken.add(short)


def short_name(name: str, taken: Iterable[str]) -> str:
    """At most seven letters, and none that heads a column already while another can be found:
    "Rosa", then "Rosa M" for Rosa Maria, then "Rosa 2". An uncle goes by what follows: "Bo", and
    where there is one, "Uncle B".
    """
    kin, (head, *others) = parts_of(name)
    ways = [(head, ""), *((head, f" {other[0]}") for other in others)]
    ways += [(kin[0], f" {head[0]}")] if kin else []
    ways += [(head, f" {number}") for number in range(2, 100)]
    used = {short.casefold() for short in taken}
    shorts = [first[: SHORT_NAME_LENGTH - len(end)].strip() + end for first, end in ways]
    return next((short for short in shorts if short.casefold() not in used), shorts[0])
