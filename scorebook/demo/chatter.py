"""What the demo family says when it is not playing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from scorebook.demo.family import NAMESPACE, Person
from scorebook.models import Comment, Dispute, Game, Player, Post, RuleSet
from scorebook.models.talk import PostKind
from scorebook.talk import services


@dataclass(frozen=True, slots=True)
class Said:
    """One post. People are places at the table, counted round it: `by`, who said what to it, who
    took which side (by the side's place), who noted it. `evenings` ago; about that evening's game
    if `of_game`.
    """

    kind: PostKind
    title: str
    body: str = ""
    by: int = 0
    evenings: int = 0
    of_game: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()
    votes: tuple[int, ...] = ()
    noted: int = 0
    ruling: str = ""


EVERYTHING = (
    Said(
        PostKind.LINGO,
        "Walnut",
        by=1,
        evenings=9,
        more={"meanings": ("a joker", "whoever was dealt three of them")},
    ),
    Said(
        PostKind.LINGO,
        "To do a ferry",
        "After an evening on the lake.",
        by=3,
        evenings=8,
        more={
            "meanings": (
                "to take a card and put the same one down",
                "to leave early",
                "to arrive late and say that one was early",
            )
        },
    ),
    Said(
        PostKind.STORY,
        "The night of the missing eight",
        "We played four rounds with the eight of clubs under the cake stand.\n\n"
        "Everybody remembers who found it. Nobody remembers who won.",
        by=2,
        evenings=6,
        comments=((1, "I remember who won."),),
    ),
    Said(
        PostKind.DISPUTE,
        "Does a joker count that nobody saw?",
        "It was under a saucer. The saucer was mine.",
        by=2,
        evenings=5,
        of_game=True,
        more={"sides": ("It counts", "It belongs to the saucer"), "cards": "Under the saucer: *"},
        votes=(0, 0, 1, 0),
        comments=((0, "Whose saucer it is does not matter."), (2, "It matters to the saucer.")),
        ruling="It counts. **No cards under saucers** from now on.",
    ),
    Said(
        PostKind.RECIPE,
        "Toast between rounds four and five",
        "For a table of five.\n\n- ten slices of old bread\n- one onion, thin\n"
        "- the hard cheese, all of it\n\n1. Everything on one tray.\n"
        "2. Hot oven, until round four is counted.\n\n> No plates near the discard pile.",
        by=1,
        evenings=3,
        comments=((3, "Round four took forty minutes. It was charcoal."),),
    ),
    Said(
        PostKind.RANT,
        "The chair by the door",
        "Three evenings on that chair, three times last. Somebody *else* may sit in the draught.",
        by=2,
        evenings=1,
        noted=3,
    ),
    Said(
        PostKind.DISPUTE,
        "May the last card be played off, or must it be discarded?",
        "I played the jack off and was out. I was told to pick it up again.\n\n"
        "The score of that round waits for this.",
        by=2,
        of_game=True,
        more={
            "sides": ("Out is out", "No discard, not out", "Ask me when it happens to me"),
            "cards": "On the table: 8S 9S TS\nIn hand: JS",
        },
        votes=(1, 1, 0, 2),
        comments=(
            (1, "I was there. It was played, and it was *loud*."),
            (0, "The book says “finished their turn by discarding”. Page two."),
            (2, "Nobody has found page two."),
        ),
    ),
)


def chat(
    people: Sequence[Person], games: Sequence[UUID], *, last: datetime, every: timedelta
) -> int:
    """Say it all, but for what was said before; returns how many posts. `games` are the evenings,
    `every` so long, up to the `last`.
    """
    found = Player.objects.in_bulk([person.id for person in people])
    table = [found[person.id] for person in people]
    new = 0
    for said in EVERYTHING:
        id = uuid5(NAMESPACE, f"talk {said.title}")
        if not Post.objects.filter(id=id).exists():
            _say(said, id, table, games, min(last - said.evenings * every, timezone.now()))
            new += 1
    return new


def _say(
    said: Said, id: UUID, table: Sequence[Player], games: Sequence[UUID], at: datetime
) -> None:
    game = None
    if said.of_game and said.evenings < len(games):
        game = Game.objects.get(id=games[-1 - said.evenings])
    more = dict(said.more)
    if said.kind == PostKind.DISPUTE:
        more["rule_set"] = game.rule_set if game else RuleSet.objects.named("link")
    by = _at(table, said.by)
    post = services.write(
        id=id, kind=said.kind, by=by, title=said.title, body=said.body, game=game, **more
    )
    Post.objects.filter(id=id).update(made_at=at)
    for number, (place, body) in enumerate(said.comments, start=1):
        comment = uuid5(id, body)
        services.comment(post, id=comment, by=_at(table, place), body=body)
        Comment.objects.filter(id=comment).update(made_at=at + number * timedelta(minutes=7))
    for voter in table[: said.noted]:
        services.take_note(post, by=voter, noted=True)
    if said.kind == PostKind.DISPUTE:
        _settle(said, Post.objects.get(id=id), table)


def _settle(said: Said, post: Post, table: Sequence[Player]) -> None:
    sides = list(post.dispute.sides.all())
    for voter, side in zip(table, said.votes, strict=False):
        services.vote(post.dispute, side=sides[side], by=voter, today=post.made_at.date())
    if said.ruling:
        services.close(post.dispute, ruling=said.ruling, by=table[0])
        Dispute.objects.filter(post=post).update(closed_at=post.made_at + timedelta(days=2))


def _at(table: Sequence[Player], place: int) -> Player:
    return table[place % len(table)]
