"""Talk: who reads a post, whose it is, and who rules on a dispute."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scorebook.access.people import reader, writer
from scorebook.models import Comment, Player, Post


def post(request: HttpRequest, post_id: UUID) -> Post:
    """A post that this person may see: what they wrote also in the bin, an admin all of it."""
    seen = Post.objects.seen_by(reader(request)).with_trial()
    found = seen.filter(id=post_id).first()
    if found is None:
        raise Http404
    return found


def open_post(request: HttpRequest, post_id: UUID) -> tuple[Post, Player]:
    """A post that is not in the bin, and the member who says something to it."""
    found, by = post(request, post_id), writer(request)
    if found.taken_down_at:
        raise Http404
    return found, by


def wrote(request: HttpRequest, said: Post | Comment) -> bool:
    """Is it this person's own, under whatever name?"""
    user = reader(request)
    return user.may_write and user.player is not None and said.author_id in user.player.ids()


def own_post(request: HttpRequest, post_id: UUID) -> tuple[Post, Player]:
    """A post to change: its author's alone, for nobody puts words into another's mouth."""
    found, by = open_post(request, post_id)
    if not wrote(request, found):
        raise PermissionDenied("Only whoever wrote it changes it.")
    if found.is_settled:
        raise PermissionDenied("It is settled, and stays as it was when it was.")
    return found, by


def post_to_bin(request: HttpRequest, post_id: UUID) -> tuple[Post, Player]:
    """A post to bin or put back: one's own, any for an admin; and who does it."""
    found, by = post(request, post_id), writer(request)
    if not (wrote(request, found) or reader(request).is_admin):
        raise PermissionDenied("Whoever wrote it does that, or an admin.")
    return found, by


def comment_to_bin(request: HttpRequest, comment_id: UUID) -> tuple[Comment, Player]:
    """A comment to bin or put back, below a post that is not in the bin itself."""
    seen = Comment.objects.seen_by(reader(request)).filter(post__taken_down_at=None)
    found, by = seen.select_related("post").filter(id=comment_id).first(), writer(request)
    if found is None:
        raise Http404
    if not (wrote(request, found) or reader(request).is_admin):
        raise PermissionDenied("Whoever wrote it does that, or an admin.")
    return found, by


def may_close(request: HttpRequest, post: Post) -> bool:
    """Whoever kept the score of the game that a dispute is about closes it, and any admin."""
    user = reader(request)
    kept = post.game is not None and post.game.scorekeeper_id == user.player_id
    return user.is_admin or (user.may_write and kept)
