"""What there is to read: everything, one post, the dictionary."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Family, Post
from scorebook.models.talk import PostKind
from scorebook.talk.forms import CommentForm

ON_A_PAGE = 20
KINDS = (
    ("", "All"),
    (PostKind.DISPUTE, "Disputes"),
    (PostKind.RANT, "Rants"),
    (PostKind.STORY, "Stories"),
    (PostKind.RECIPE, "Recipes"),
    (PostKind.LINGO, "Lingo"),
)
LONGEST_SEARCH = 100


def _words(request: HttpRequest) -> str:
    """What is looked for. No text holds a NUL, and some databases refuse to look for one."""
    return request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]


def _kind(request: HttpRequest) -> str:
    """The kind that is asked for; empty for all."""
    asked = request.GET.get("kind", "")
    return asked if asked in PostKind.values else ""


@require_GET
def talk(request: HttpRequest) -> HttpResponse:
    """Every post, newest first; of one kind, or with some words, where that is asked for."""
    access.reader(request)
    kind, words = _kind(request), _words(request)
    found = Post.objects.up().with_trial().newest_first().holding(words)
    found = found.prefetch_related("meanings").annotate(
        said=Count("comments", filter=Q(comments__taken_down_at=None))
    )
    if kind:
        found = found.filter(kind=kind)
    context = {
        "page": Paginator(found, ON_A_PAGE).get_page(request.GET.get("page")),
        "kind": kind,
        "kinds": KINDS,
        "words": words,
        "address": urlencode({"kind": kind, "q": words}),
        "family": Family.objects.get(),
    }
    return render(request, "talk/talk.html", context)


@require_GET
def post_page(request: HttpRequest, post_id: UUID) -> HttpResponse:
    return page_of(request, access.post(request, post_id), CommentForm(label_suffix=""))


def page_of(request: HttpRequest, post: Post, form: CommentForm, status: int = 200) -> HttpResponse:
    """One post with all that was said to it, and the form for more."""
    user, family = access.reader(request), Family.objects.get()
    mine = user.player.ids() if user.player else set()
    noted = post.noted.select_related("merged_into").order_by("name")
    context: dict[str, Any] = {
        "post": post,
        "family": family,
        "form": form,
        "own": access.wrote(request, post),
        "mine": mine,
        "may_close": access.may_close(request, post),
        "comments": post.comments.up().select_related("author__merged_into"),
        "noted": noted,
        "i_noted": any(player.id in mine for player in noted),
    }
    if post.kind == PostKind.DISPUTE:
        votes = [vote for vote in post.dispute.counting if vote.player_id in mine]
        context["open"] = post.dispute.takes_votes(family.today)
        context["my_side"] = votes[0].side_id if votes else None
        context["rules"] = _rules_to_change(post)
    return render(request, "talk/post.html", context, status=status)


def _rules_to_change(post: Post) -> dict[str, str]:
    """The rules that a ruling may change, and the reason that their form begins with; nothing
    where no rules are known.
    """
    found = post.dispute.rule_set or (post.game and post.game.rule_set)
    if not found:
        return {}
    why = f"{post.dispute.score} on “{post.title}”, {reverse('post_page', args=[post.id])}"
    return {"slug": found.slug, "why": urlencode({"why": why})}


@require_GET
def lingo(request: HttpRequest) -> HttpResponse:
    """The family's dictionary, in order of the alphabet."""
    access.reader(request)
    words = _words(request)
    found = Post.objects.up().filter(kind=PostKind.LINGO).holding(words)
    terms = sorted(found.prefetch_related("meanings"), key=lambda post: post.title.casefold())
    return render(request, "talk/lingo.html", {"terms": terms, "words": words})
