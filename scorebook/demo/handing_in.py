"""Evenings into the database: through the ledger, or many at once with the same result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from io import BytesIO
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scorebook.demo.evening import Evening
from scorebook.demo.family import NAMESPACE, Person
from scorebook.demo.pictures import portrait
from scorebook.ledger.append import Answer, append
from scorebook.ledger.contracts import contracts, shift
from scorebook.ledger.projections import rebuild
from scorebook.ledger.ratings import mark
from scorebook.ledger.submission import Submission
from scorebook.ledger.table import Table
from scorebook.ledger.tallying import count_anew
from scorebook.ledger.written import Written
from scorebook.models import Entry, Game, Player, RuleSet, Seat
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo

FIELDS = [field.name for field in fields(Submission)]


def seat_family(people: Iterable[Person]) -> None:
    """A player for each person who has none yet."""
    for person in people:
        defaults = {
            "name": person.name,
            "short_name": person.short_name,
            "is_child": person.is_child,
        }
        Player.objects.get_or_create(id=person.id, defaults=defaults)


def by_the_ledger(evening: Evening) -> None:
    """Each entry in its own transaction, as a phone hands it in."""
    keeper = Player.objects.get(id=evening.plan.keeper.id)
    for submission in evening.submissions:
        outcome = append(evening.plan.game, submission, author=keeper)
        if outcome.answer is not Answer.APPENDED:
            raise RuntimeError(f"The ledger did not append {submission}: {outcome.answer}")


@transaction.atomic
def at_once(evenings: Sequence[Evening]) -> None:
    """The rows that the ledger would leave: all entries in bulk, projections once at the end."""
    now = timezone.now()
    rule_sets = {slug: RuleSet.objects.named(slug) for slug in {e.plan.slug for e in evenings}}
    for evening in evenings:
        plan = evening.plan
        game = Game(
            id=plan.game,
            rule_set=rule_sets[plan.slug],
            scorekeeper_id=plan.keeper.id,
            version=len(evening.submissions),
            created_at=now,
        )
        entries = [
            Entry(
                **{name: getattr(submission, name) for name in FIELDS},
                game=game,
                seq=seq,
                author_id=plan.keeper.id,
                server_at=now,
            )
            for seq, submission in enumerate(evening.submissions, start=1)
        ]
        rebuild(Table.of(game, list(map(Written.of, entries))), new=True)
        Entry.objects.bulk_create(entries)
    new = Q(game__in=[evening.plan.game for evening in evenings])
    shift({}, contracts(new))
    seats = Seat.objects.filter(new)
    count_anew(set(seats.values_list("player_id", flat=True)))
    mark(seats.filter(counts=True).values_list("played_on", flat=True))


def sentence_losers(games: Iterable[UUID]) -> None:
    """Children take the dunce card; of the others every third does, and the rest pose."""
    for game in Game.objects.finished().with_table().filter(id__in=games):
        if not game.seats_on(Side.LOSER):
            continue
        child = any(seat.player.is_child for seat in game.seats_on(Side.LOSER))
        dunce = child or game.id.int % 3 == 0
        sentence = Sentence.DUNCE if dunce else Sentence.POSE
        Game.objects.filter(id=game.id).update(sentence=sentence, version=F("version") + 1)


def hang_photos(newest: int, people: Sequence[Person], games: Iterable[UUID]) -> int:
    """Winner and posing loser of the newest of these games, drawn; returns how many photos."""
    faces = {person.id: person for person in people}
    finished = Game.objects.finished().with_table().filter(id__in=games).newest_first()[:newest]
    hung = 0
    for game in finished:
        for side in Side:
            shown = [faces[seat.player_id] for seat in game.seats_on(side)]
            if not shown or (side == Side.LOSER and game.sentence != Sentence.POSE):
                continue
            picture = portrait(shown, side)
            photo_id = uuid5(NAMESPACE, f"{game.id} {side}")
            add_photo(game=game, side=side, file=BytesIO(picture), by=game.scorekeeper, id=photo_id)
            hung += 1
    return hung
