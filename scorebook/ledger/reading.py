"""A game's entries as the engine reads them, the sheet they add up to, and that sheet as JSON."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from scorebook.ledger.written import Written, written_in
from scorebook.models import Entry, Game, Player, Proposal, RuleSet
from scorebook.models.games import ProposalStatus
from scorebook.rules.plain import plain_sheet
from scorebook.rules.sheet import Sheet
from scorebook.rules.table import replay

SHEETS = 64

_sheets: OrderedDict[tuple, tuple[tuple, Sheet]] = OrderedDict()


def as_engine(entries: Iterable[Entry]) -> list[Written]:
    """Rows as the engine takes them."""
    return [Written.of(entry) for entry in entries]


def sheet_of(game: Game) -> Sheet:
    """The sheet by the rules that stand: one query, two where the rule set was not fetched."""
    return added_up(game.rule_set, written_in(game))


def added_up(rule_set: RuleSet, entries: Sequence[Written]) -> Sheet:
    """The sheet of these entries. That before an entry is the one after the last, and pages show
    the same, so some are kept. Ids alone do not tell: what a rolled back transaction had under one
    may come again, mended.
    """
    ids, told = tuple(entry.id for entry in entries), (rule_set.rules, *entries)
    kept = _sheets.pop(ids, None)
    sheet = kept[1] if kept and kept[0] == told else replay(rule_set.rules, entries)
    _sheets[ids] = told, sheet
    while len(_sheets) > SHEETS:
        _sheets.popitem(last=False)
    return sheet


def open_proposals(game: Game) -> list[Proposal]:
    """What waits to be settled, the oldest first."""
    waiting = game.proposals.filter(status=ProposalStatus.OPEN)
    return list(waiting.select_related("author__merged_into"))


def people_of(game: Game, sheet: Sheet) -> dict[int, Player]:
    """The person of every seat number; the game needs its table (`with_table`). One more query
    where a joining was taken back.
    """
    people = {row.number: row.player for row in game.seats.all()}
    gone = {s.number: UUID(s.player) for s in sheet.seats if s.number not in people}
    known = Player.objects.select_related("merged_into")
    found = known.in_bulk(gone.values()) if gone else {}
    return people | {number: found[id].really for number, id in gone.items()}


def sheet_json(game: Game, sheet: Sheet) -> dict[str, Any]:
    """The sheet as phones read it. The game needs its table (`with_table`); one more query.

    It is what a phone finds out by itself, and what only the house knows: the version, what waits
    to be settled, whether a correction overturned the result, and who people are today.
    """
    people = people_of(game, sheet)
    plain = plain_sheet(sheet)
    return plain | {
        "game": str(game.id),
        "version": game.version,
        "overturned": game.overturned,
        "proposals": [proposal_json(proposal) for proposal in open_proposals(game)],
        "seats": [seat | _who(people[seat["number"]]) for seat in plain["seats"]],
        "warnings": [_named(warning, people) for warning in plain["warnings"]],
    }


def _who(player: Player) -> dict[str, str]:
    return {"player": str(player.id), "name": player.name, "short_name": player.short_name}


def _named(warning: dict[str, Any], people: Mapping[int, Player]) -> dict[str, Any]:
    names = [people[seat].name for seat in warning["seats"]]
    return warning | {"text": warning["text"].format(*names)}


def entry_json(entry: Entry | Written | None) -> dict[str, Any] | None:
    """One entry with its author; None where nothing stands."""
    if entry is None:
        return None
    return {"id": str(entry.id), "seq": entry.seq, **_content(entry)}


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """What was proposed, by whom, and the id of what stood in its place."""
    standing = proposal.standing and str(proposal.standing)
    return {
        "id": str(proposal.id),
        "status": proposal.status,
        "standing": standing,
        **_content(proposal),
    }


def _content(row: Entry | Written | Proposal) -> Mapping[str, Any]:
    return {
        "kind": row.kind,
        "round": row.round,
        "seat": row.seat,
        "payload": row.payload,
        "author": {"player": str(row.author.really.id), "name": row.author.really.name},
        "server_at": row.server_at.isoformat(),
    }
