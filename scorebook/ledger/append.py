"""The only way to write a score: one entry appended in one short transaction.

Lock the game, look whether the entry came before and whether another one stands in its slot,
append it, replay the game, rewrite its projections, bump its version. The transaction is IMMEDIATE
on SQLite and locks the game's row on PostgreSQL; nothing slow belongs inside it.

On PostgreSQL everybody locks games first, then people, and the first write takes `DataVersion` for
the rest of the transaction. It looks in the end whether the rows that others refer to are there, so
these locks are of the kind that does not keep it waiting (`no_key`).
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone

from scorebook.ledger import people
from scorebook.ledger.checks import (
    SETTLING,
    check_fit,
    check_form,
    check_seats,
    check_start,
    proposed_in,
    rule_set,
)
from scorebook.ledger.outcome import Answer, Outcome
from scorebook.ledger.projections import project
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.statements import add, change, fetch, found
from scorebook.ledger.submission import (
    Submission,
    made_at,
    read_submission,
    refused,
)
from scorebook.ledger.table import Table
from scorebook.ledger.turn import turn
from scorebook.ledger.written import Written, written_in
from scorebook.models import Entry, Game, Player, Proposal, RuleSet
from scorebook.models.games import ProposalStatus
from scorebook.rules import versions
from scorebook.rules.log import SLOTS
from scorebook.rules.payloads import same_meaning

__all__ = ["Answer", "NotYours", "Outcome", "append", "record"]

Rows = Written | Proposal

IN_THE_BIN = (
    "This game is in the bin, so nothing is entered. Whoever was at its table can put it back."
)
USED = (
    "SELECT 1 FROM scorebook_entry WHERE id = %s "
    "UNION ALL SELECT 1 FROM scorebook_proposal WHERE id = %s"
)


class NotYours(PermissionDenied):
    """The entry that would be replaced, taken back or settled is somebody else's."""


def _whatever(row: Rows) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _Sender:
    author: Player
    device: str
    now: datetime
    may_amend: bool
    may_correct: Callable[[Rows], bool]


def record(
    game_id: UUID,
    kind: str,
    payload: Mapping[str, Any],
    *,
    author: Player,
    round: int | None = None,
    seat: int | None = None,
    id: UUID | str | None = None,
    replaces: UUID | str | None = None,
    client_at: datetime | None = None,
    sent_at: datetime | None = None,
    device: str = "",
    may_amend: bool = True,
    may_correct: Callable[[Rows], bool] = _whatever,
) -> Outcome:
    """Append an entry that a form or a program made; its id is made here when there is none."""
    data = {
        "id": id or uuid.uuid4(),
        "kind": kind,
        "round": round,
        "seat": seat,
        "payload": payload,
        "v": versions.current(),
        "replaces": replaces,
        "client_at": client_at,
        "sent_at": sent_at,
    }
    submission = read_submission(data)
    return append(
        game_id,
        submission,
        author=author,
        device=device,
        may_amend=may_amend,
        may_correct=may_correct,
    )


def append(
    game_id: UUID,
    submission: Submission,
    *,
    author: Player,
    device: str = "",
    may_amend: bool = True,
    may_correct: Callable[[Rows], bool] = _whatever,
) -> Outcome:
    """Append an entry to a game, or begin the game by its `start`.

    `may_correct` says which standing entries the sender may replace, take back or settle. Raises
    Refused when the entry's form is broken or the game is in the bin, Http404 for a game that does
    not exist, NotYours for somebody else's entry, and PermissionDenied when somebody who may not
    amend a finished game settles a conflict of it.
    """
    sender = _Sender(author, device[:200], timezone.now(), may_amend, may_correct)
    with turn():
        try:
            return _append(game_id, submission, sender)
        except IntegrityError:
            # The same game begun, or the same id sent, twice at once: the second look finds it.
            return _append(game_id, submission, sender)


@transaction.atomic
def _append(game_id: UUID, submission: Submission, sender: _Sender) -> Outcome:
    game = fetch(Game, game_id, locked=True)
    if game is None:
        return _begin(game_id, submission, sender)
    rules = fetch(RuleSet, game.rule_set_id)
    assert rules, "The database keeps the rules of a game."
    game.rule_set = rules
    table = Table.of(game, written_in(game))
    if came_before := _came_before(table, submission):
        return came_before
    if game.binned_at:
        raise refused("", "binned", IN_THE_BIN)
    check_form(table.variant, submission, len(table.sheet.seats))
    if standing := _says_the_same(table, submission):
        return Outcome(Answer.ALREADY, game, table.sheet, standing=standing)
    check_fit(table, submission)
    if submission.kind in SETTLING:
        return _settle(table, submission, sender)
    standing = table.in_slot_of(submission)
    if _too_late(table, submission, sender) or _replaces_another(submission, standing):
        return _propose(table, submission, sender, standing)
    _check_whose(standing or _taken_back(table, submission), sender)
    return _enter(table, submission, sender)


def _taken_back(table: Table, submission: Submission) -> Written | None:
    """The entry that a void is about."""
    about = _about(submission) if submission.kind == "void" else []
    return next((entry for entry in table.entries if entry.id in about), None)


def _check_whose(entry: Written | None, sender: _Sender) -> None:
    """Raises NotYours."""
    if entry and not sender.may_correct(entry):
        raise NotYours(f"{entry.author.really.name} entered this. Take the pen to correct it.")


def _begin(game_id: UUID, submission: Submission, sender: _Sender) -> Outcome:
    if submission.kind != "start":
        raise Http404("There is no such game.")
    if row := _row_with(submission.id):
        return Outcome(Answer.MISMATCH, row.game, sheet_of(row.game))
    check_start(submission)
    rules = rule_set(submission)
    game = Game(id=game_id, rule_set=rules, scorekeeper=sender.author, created_at=sender.now)
    people.welcome("start", submission.payload, by=sender.author)
    entry = _row(game, submission, sender, seq=1)
    table = Table.of(game, [Written.of(entry)])
    project(table, new=True)
    add(entry)
    return Outcome(Answer.APPENDED, game, table.sheet, entry=table.entries[-1])


def _came_before(table: Table, submission: Submission) -> Outcome | None:
    """The answer to an id that was used: as before where all is the same, else a mismatch."""
    row = _row_with(submission.id)
    if row is None:
        return None
    if row.game_id != table.game.id or _content(row) != _content(submission):
        return Outcome(Answer.MISMATCH, table.game, table.sheet)
    if isinstance(row, Entry):
        return Outcome(Answer.REPEATED, table.game, table.sheet, entry=Written.of(row))
    standing = table.in_slot_of(submission)
    answer = Answer.DROPPED if row.status == ProposalStatus.DROPPED else Answer.CONFLICT
    return Outcome(answer, table.game, table.sheet, standing=standing, proposal=row)


def _row_with(id: UUID) -> Entry | Proposal | None:
    """The entry with this id, or else the proposal that waits or was dropped."""
    if not found(USED, id, id):
        return None
    return Entry.objects.filter(id=id).first() or Proposal.objects.filter(id=id).first()


def _content(row: Submission | Entry | Proposal) -> tuple:
    # As JSON, because Python takes true for 1 and 2.0 for 2.
    return row.kind, row.round, row.seat, json.dumps(row.payload, sort_keys=True), row.v


def _says_the_same(table: Table, submission: Submission) -> Written | None:
    """The standing entry, not seen by the phone, that makes this one needless."""
    if submission.kind in ("void", *SETTLING):
        told = (entry for entry in reversed(table.standing) if entry.kind == submission.kind)
        about = _about(submission)
        return next((entry for entry in told if _about(entry) == about), None)
    standing = table.in_slot_of(submission)
    if standing is None or not _replaces_another(submission, standing):
        return None
    same = standing.kind == submission.kind and same_meaning(
        table.variant, submission.kind, standing.payload, submission.payload
    )
    return standing if same else None


def _about(row: Submission | Written) -> list[str]:
    """The id that a void, an accept or a drop names, in small letters."""
    return [str(id).lower() for id in row.payload.values()]


def _replaces_another(submission: Submission, standing: Written | None) -> bool:
    """Did the phone see something else in the slot than what stands there?"""
    seen = UUID(standing.id) if standing else None
    return submission.kind in SLOTS and submission.replaces != seen


def _too_late(table: Table, submission: Submission, sender: _Sender) -> bool:
    """Was it made before the game ended, or by somebody who may not amend a finished game?"""
    ended = table.game.finished_at
    if ended is None:
        return False
    return (
        not sender.may_amend
        or made_at(submission.client_at, submission.sent_at, sender.now) < ended
    )


def _propose(
    table: Table, submission: Submission, sender: _Sender, standing: Written | None
) -> Outcome:
    proposal = Proposal.objects.create(
        **_columns(table.game, submission, sender), standing=UUID(standing.id) if standing else None
    )
    table.game.version += 1
    change(table.game, ["version"])
    return Outcome(Answer.CONFLICT, table.game, table.sheet, standing=standing, proposal=proposal)


def _settle(table: Table, submission: Submission, sender: _Sender) -> Outcome:
    """Accept or drop a proposal; accepting appends what was proposed, signed by who proposed it."""
    if table.game.is_finished and not sender.may_amend:
        raise PermissionDenied("This game is finished. Its scorekeeper or an admin settles this.")
    proposal = proposed_in(table, submission)
    if proposal.status != ProposalStatus.OPEN:
        raise refused("proposal", "settled", f"This was {proposal.status} before.")
    if submission.kind != "drop" or not sender.may_correct(proposal):
        _check_whose(table.in_slot_of(proposal), sender)
    if submission.kind == "drop":
        proposal.status = ProposalStatus.DROPPED
        proposal.save(update_fields=["status"])
        return _enter(table, submission, sender)
    proposed = _proposed(table, proposal)
    check_form(table.variant, proposed, len(table.sheet.seats))
    check_fit(table, proposed)
    proposal.status = ProposalStatus.ACCEPTED
    proposal.save(update_fields=["status"])
    entry = _row(table.game, submission, sender, seq=len(table.entries) + 1)
    add(entry)
    accepting = Written.of(entry)
    proposer = replace(sender, author=proposal.author, device=proposal.device)
    accepted = replace(table, entries=[*table.entries, accepting])
    return replace(_enter(accepted, proposed, proposer), entry=accepting)


def _proposed(table: Table, proposal: Proposal) -> Submission:
    """What was proposed, now in place of whatever stands there."""
    standing = table.in_slot_of(proposal)
    return Submission(
        proposal.id,
        proposal.kind,
        proposal.round,
        proposal.seat,
        proposal.payload,
        proposal.v,
        UUID(standing.id) if standing else None,
        proposal.client_at,
        proposal.sent_at,
    )


def _enter(table: Table, submission: Submission, sender: _Sender) -> Outcome:
    people.welcome(submission.kind, submission.payload, by=sender.author)
    entry = _row(table.game, submission, sender, seq=len(table.entries) + 1)
    add(entry)
    after = Table.of(table.game, [*table.entries, Written.of(entry)])
    check_seats(table, after)
    project(after, was=table)
    return Outcome(Answer.APPENDED, after.game, after.sheet, entry=after.entries[-1])


def _row(game: Game, submission: Submission, sender: _Sender, *, seq: int) -> Entry:
    return Entry(**_columns(game, submission, sender), seq=seq)


def _columns(game: Game, submission: Submission, sender: _Sender) -> dict[str, Any]:
    """What an entry and a proposal share."""
    return {
        "id": submission.id,
        "game": game,
        "kind": submission.kind,
        "round": submission.round,
        "seat": submission.seat,
        "payload": submission.payload,
        "v": submission.v,
        "replaces": submission.replaces,
        "author": sender.author,
        "device": sender.device,
        "client_at": submission.client_at,
        "sent_at": submission.sent_at,
        "server_at": sender.now,
    }
