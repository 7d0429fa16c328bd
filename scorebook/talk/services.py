"""Writing down what the family says: each act whole, the same act sent twice done once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scorebook.models import (
    Comment,
    Deed,
    Dispute,
    DisputeSide,
    Game,
    Meaning,
    Player,
    Post,
    Vote,
)
from scorebook.models.deeds import About
from scorebook.models.talk import PostKind


class SaidOtherwise(ValueError):
    """Something else was said under this id before."""


class VotingIsOver(ValueError):
    """The dispute takes no votes any more."""


@transaction.atomic
def write(
    *,
    id: UUID,
    kind: PostKind,
    by: Player,
    title: str,
    body: str = "",
    game: Game | None = None,
    meanings: Sequence[str] = (),
    sides: Sequence[str] = (),
    **about: Any,
) -> Post:
    """A post; of a dispute `sides`, and `about` are further columns of its row. The same sent
    twice is one post. Raises SaidOtherwise.
    """
    row = {"kind": kind, "title": title, "body": body, "author": by, "game": game}
    post, new = Post.objects.get_or_create(id=id, defaults=row)
    if not new:
        if _said(post, about) != {**row, "meanings": [*meanings], "sides": [*sides], **about}:
            raise SaidOtherwise
        return post
    if kind == PostKind.DISPUTE:
        _lay_open(Dispute.objects.create(post=post, **about), sides)
    _explain(post, meanings)
    return post


def _said(post: Post, about: Iterable[str]) -> dict[str, Any]:
    """What `write` was told of a post, as it stands now; `about` names columns of its dispute."""
    said = {name: getattr(post, name) for name in ("kind", "title", "body", "author", "game")}
    said["meanings"] = [meaning.text for meaning in post.meanings.all()]
    trial = post.dispute if post.kind == PostKind.DISPUTE else None
    said["sides"] = [side.text for side in trial.sides.all()] if trial else []
    return said | {name: getattr(trial, name, None) for name in about}


@transaction.atomic
def rewrite(
    post: Post,
    *,
    title: str,
    body: str = "",
    game: Game | None = None,
    meanings: Sequence[str] = (),
    sides: Sequence[str] = (),
    **about: Any,
) -> None:
    """The author says it better. Sides stay once somebody has taken one."""
    now = timezone.now()
    Post.objects.filter(id=post.id).update(title=title, body=body, game=game, edited_at=now)
    if post.kind == PostKind.DISPUTE:
        Dispute.objects.filter(post=post).update(**about)
        if sides and not post.dispute.votes.exists():
            post.dispute.sides.all().delete()
            _lay_open(post.dispute, sides)
    post.meanings.all().delete()
    _explain(post, meanings)


def _lay_open(dispute: Dispute, sides: Sequence[str]) -> None:
    for text in sides:  # one by one, for their ids are their order
        DisputeSide.objects.create(dispute=dispute, text=text)


def _explain(post: Post, meanings: Sequence[str]) -> None:
    for text in meanings:
        Meaning.objects.create(post=post, text=text)


@transaction.atomic
def comment(post: Post, *, id: UUID, by: Player, body: str) -> Comment:
    """The same sent twice is one comment. Raises SaidOtherwise."""
    row = {"post": post, "body": body, "author": by}
    said, _ = Comment.objects.get_or_create(id=id, defaults=row)
    if (said.post_id, said.body, said.author_id) != (post.id, body, by.id):
        raise SaidOtherwise
    return said


@transaction.atomic
def take_note(post: Post, *, by: Player, noted: bool) -> None:
    """ "Noted", or not after all, under every name that this person goes by."""
    if noted and not post.noted.filter(id__in=by.ids()).exists():
        post.noted.add(by)
    elif not noted:
        post.noted.remove(*Player.objects.filter(id__in=by.ids()))


@transaction.atomic
def vote(dispute: Dispute, *, side: DisputeSide, by: Player, today: date) -> None:
    """One vote each; another one takes its place. Raises VotingIsOver."""
    now = Dispute.objects.select_for_update().get(pk=dispute.pk)
    if not now.takes_votes(today):
        raise VotingIsOver
    said = {"side": side, "at": timezone.now()}
    Vote.objects.update_or_create(dispute=dispute, player=by, defaults=said)


@transaction.atomic
def close(dispute: Dispute, *, ruling: str, by: Player) -> bool:
    """The ruling, once; False where somebody ruled before."""
    still_open = Dispute.objects.filter(pk=dispute.pk, closed_at=None)
    said: Mapping[str, Any] = {"closed_at": timezone.now(), "closed_by": by, "ruling": ruling}
    if not still_open.update(**said):
        return False
    _note("closed the dispute", dispute.post, by)
    return True


@transaction.atomic
def take_down(said: Post | Comment, *, by: Player) -> None:
    """To the bin, for thirty days."""
    up = type(said).objects.up().filter(pk=said.pk)
    if up.update(taken_down_at=timezone.now(), taken_down_by=by):
        _note("binned", said, by)


@transaction.atomic
def restore(said: Post | Comment, *, by: Player) -> None:
    binned = type(said).objects.binned().filter(pk=said.pk)
    if binned.update(taken_down_at=None, taken_down_by=None):
        _note("put back", said, by)


@transaction.atomic
def purge() -> int:
    """For good, with all that was said to it: what lay in the bin too long. Returns how many."""
    posts, comments = Post.objects.gone(), Comment.objects.gone()
    count = posts.count() + comments.count()
    posts.delete()
    comments.delete()
    return count


def _note(did: str, said: Post | Comment, by: Player) -> None:
    if isinstance(said, Comment):
        Deed.objects.note(About.TALK, f"{did} a comment on “{said.post.title}”", by=by)
    else:
        Deed.objects.note(About.TALK, f"{did} “{said.title}”", by=by)
