"""Does an entry fit the game as it stands? Each check raises Refused with a sentence for people."""

from __future__ import annotations

from collections.abc import Callable

from scorebook.ledger import people
from scorebook.ledger.submission import FieldError, Refused, Submission, refused
from scorebook.ledger.table import Table
from scorebook.models import Proposal, RuleSet
from scorebook.models.people import names
from scorebook.rules.forms import FEWEST_SEATS, MOST_SEATS
from scorebook.rules.payloads import check_payload
from scorebook.rules.sheet import CellState, Round
from scorebook.rules.variant import Variant

SETTLING = ("accept", "drop")
NEVER_TAKEN_BACK = ("start", *SETTLING)
MOST_NUMBERS = 100  # a seat's number has two digits; those of joinings taken back count too


def check_form(variant: Variant, submission: Submission, seats: int) -> None:
    """Everything that the rules alone can refuse."""
    problems = check_payload(
        variant,
        submission.kind,
        submission.round,
        submission.seat,
        submission.payload,
        seats,
    )
    if problems:
        raise Refused(*(FieldError(p.field, p.code, p.message) for p in problems))


def check_start(submission: Submission) -> None:
    """The first entry of a game that does not exist yet."""
    rules = rule_set(submission)
    check_form(rules.rules, submission, len(people.named("start", submission.payload)))
    people.check("start", submission.payload, seated=())


def rule_set(submission: Submission) -> RuleSet:
    """The version of the rules that a `start` or `rules` entry names."""
    slug = submission.payload.get("rule_set")
    try:
        return RuleSet.objects.named(slug if isinstance(slug, str) else "")
    except RuleSet.DoesNotExist:
        raise refused("rule_set", "rule_set", "There are no rules by that name here.") from None


def check_fit(table: Table, submission: Submission) -> None:
    """Everything that depends on the game's other entries."""
    _CHECKS.get(submission.kind, _seats_present)(table, submission)


def check_seats(before: Table, after: Table) -> None:
    """Whatever was entered: nobody sits twice, and no round has too many people or too few."""
    seated = [seat.player for seat in after.sheet.seated]
    most = len(seated) > MOST_SEATS or len(after.sheet.seats) > MOST_NUMBERS
    if most and len(seated) > len(before.sheet.seated):
        message = f"There is no seat left: {MOST_SEATS} are the most at one table."
        raise refused("player", "most", message)
    if seated != [seat.player for seat in before.sheet.seated]:
        people.check_once("player", seated)
    were = {round.number: len(round.present) for round in before.sheet.rounds}
    for round in after.sheet.rounds:
        here = len(round.present)
        if here < min(FEWEST_SEATS, were.get(round.number, FEWEST_SEATS)):
            stay = f"{FEWEST_SEATS} have to stay at the table in round {round.number}"
            raise refused("seat", "fewest", f"{stay}. End the game early instead.")


def _seats_present(table: Table, submission: Submission) -> None:
    """Whoever the entry speaks of sits at the table in that round."""
    if submission.round is None or submission.round > len(table.sheet.rounds):
        return
    cells = table.sheet.rounds[submission.round - 1].cells
    fields = {"seat": submission.seat}
    for name in ("seat", "caller", "offender"):
        if type(submission.payload.get(name)) is int:
            fields[name] = submission.payload[name]
    for field, seat in fields.items():
        if seat is not None and cells[seat].state is CellState.ABSENT:
            name = table.name(seat)
            message = f"{name} is not at the table in round {submission.round}."
            raise refused(field, "absent", message)


def _restart(table: Table, submission: Submission) -> None:
    first = next(entry for entry in table.entries if entry.kind == "start")
    seats = len(first.payload["players"])
    rule_set(submission)
    if len(submission.payload["players"]) != seats:
        message = f"{seats} sat down to this game. Later ones join, and early ones leave."
        raise refused("players", "seats", message)
    joined = [seat.player for seat in table.sheet.seated if seat.number >= seats]
    people.check("start", submission.payload, seated=joined)


def _join(table: Table, submission: Submission) -> None:
    if submission.payload["after_seat"] not in table.sheet.order:
        raise refused("after_seat", "seat", "Nobody sits there in this game.")
    first = submission.round or 1
    seats = {seat for round in table.sheet.rounds[first - 1 :] for seat in round.present}
    people.check("join", submission.payload, seated=map(table.person, seats))


def _rules(table: Table, submission: Submission) -> None:
    rule_set(submission)


def _void(table: Table, submission: Submission) -> None:
    target = submission.payload["entry"].lower()
    found = next((entry for entry in table.entries if entry.id == target), None)
    if target == str(submission.id):
        raise refused("entry", "itself", "An entry cannot take itself back.")
    if found is None:
        raise refused("entry", "unknown", "There is no such entry in this game.")
    if found.kind in NEVER_TAKEN_BACK:
        message = (
            "The start of a game is corrected, not taken back."
            if found.kind == "start"
            else "What was settled stays settled. Correct the score instead."
        )
        raise refused("entry", found.kind, message)


def _finish(table: Table, submission: Submission) -> None:
    rounds = table.sheet.rounds
    if submission.payload.get("early"):
        if not any(round.complete for round in rounds):
            message = "Not one round is complete, so there is nobody to call the winner."
            raise refused("early", "no_round", message)
        return
    open_round = next((round for round in rounds if not round.complete), None)
    if open_round:
        raise refused("early", "missing", _owed(table, open_round))


def _owed(table: Table, round: Round) -> str:
    """Who owes a hand in a round, in a sentence."""
    owing = [table.player(cell.seat) for cell in round.cells if cell.state is CellState.MISSING]
    if not round.out_stands:
        return f"Round {round.number} is not over: nobody said who went out."
    if not owing:
        return f"Nobody is at the table in round {round.number}."
    verb = "owe" if len(owing) > 1 else "owes"
    return f"{names(owing)} still {verb} a hand in round {round.number}."


def _reopen(table: Table, submission: Submission) -> None:
    if not table.sheet.finished:
        raise refused("kind", "not_finished", "This game is not finished.")


def _settle(table: Table, submission: Submission) -> None:
    proposed_in(table, submission)


def proposed_in(table: Table, submission: Submission) -> Proposal:
    """The proposal that an `accept` or `drop` speaks of."""
    proposals = table.game.proposals.select_related("author")
    found = proposals.filter(id=submission.payload["proposal"]).first()
    if found is None:
        raise refused("proposal", "unknown", "There is no such proposal in this game.")
    return found


_CHECKS: dict[str, Callable[[Table, Submission], None]] = {
    "start": _restart,
    "join": _join,
    "rules": _rules,
    "void": _void,
    "finish": _finish,
    "reopen": _reopen,
    "accept": _settle,
    "drop": _settle,
}
