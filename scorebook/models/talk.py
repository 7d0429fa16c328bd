"""What the family says: posts, what is said to them, and disputes with their sides and votes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Self

from django.db import models
from django.utils import timezone

from scorebook.models.games import Game
from scorebook.models.people import Player, User
from scorebook.models.photos import BINNED_FOR
from scorebook.models.rulebook import RuleSet

MOST_SIDES = 4
LONGEST_LINE = 200
LONGEST_CARDS = 1000


class PostKind(models.TextChoices):
    DISPUTE = "dispute", "Dispute"
    RANT = "rant", "Rant"
    STORY = "story", "Story"
    RECIPE = "recipe", "Recipe"
    LINGO = "lingo", "Lingo"


class SaidQuerySet(models.QuerySet):
    """Words of posts and of comments, which are binned and put back alike."""

    def up(self) -> Self:
        return self.filter(taken_down_at=None)

    def binned(self) -> Self:
        """Those that can still be put back."""
        return self.filter(taken_down_at__gt=timezone.now() - BINNED_FOR)

    def gone(self) -> Self:
        """Too long in the bin."""
        return self.filter(taken_down_at__lte=timezone.now() - BINNED_FOR)

    def own(self, user: User) -> Self:
        """Those this person wrote, under whatever name; for an admin all."""
        if user.is_admin:
            return self
        return self.filter(author__in=user.player.ids()) if user.player else self.none()

    def seen_by(self, user: User) -> Self:
        """Those that are up, and their own in the bin."""
        mine = self.binned().own(user).values("pk")
        return self.filter(models.Q(taken_down_at=None) | models.Q(pk__in=mine))


class PostQuerySet(SaidQuerySet):
    def newest_first(self) -> Self:
        return self.order_by("-made_at", "id")

    def holding(self, words: str) -> Self:
        """Those that hold every word somewhere in title, text or meanings."""
        found = self
        for word in words.split():
            meant = Meaning.objects.filter(text__icontains=word).values("post")
            held = models.Q(title__icontains=word) | models.Q(body__icontains=word)
            found = found.filter(held | models.Q(pk__in=meant))
        return found

    def with_trial(self) -> Self:
        """Authors and disputes with sides and votes, in a constant number of queries."""
        votes = Vote.objects.select_related("player__merged_into")
        found = self.select_related("author__merged_into", "game", "dispute__rule_set")
        return found.prefetch_related(
            "dispute__sides", models.Prefetch("dispute__votes", queryset=votes)
        )

    def on_trial(self, today: date) -> Self:
        """Disputes that still take votes."""
        later = models.Q(dispute__closes_on=None) | models.Q(dispute__closes_on__gte=today)
        return self.up().filter(later, kind=PostKind.DISPUTE, dispute__closed_at=None)


class Post(models.Model):
    """Something that somebody wrote. `body` is limited Markdown as it was typed. Of lingo, `title`
    is the term. `noted` are those who took note of a rant.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    kind = models.CharField(max_length=10, choices=PostKind)
    title = models.CharField(max_length=120)
    body = models.TextField(blank=True)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="posts", null=True, blank=True
    )
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="posts")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    edited_at = models.DateTimeField(null=True)
    taken_down_at = models.DateTimeField(null=True)
    taken_down_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    noted = models.ManyToManyField(Player, related_name="+")

    objects = PostQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(name="post_newest_first", fields=["-made_at"])]
        constraints = [
            models.CheckConstraint(
                name="post_kind_known", condition=models.Q(kind__in=PostKind.values)
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_settled(self) -> bool:
        """A dispute with a ruling."""
        return self.kind == PostKind.DISPUTE and self.dispute.closed_at is not None


class Comment(models.Model):
    """What somebody said to a post."""

    id = models.UUIDField(primary_key=True, editable=False)
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="comments")
    body = models.TextField()
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="comments")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    taken_down_at = models.DateTimeField(null=True)
    taken_down_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)

    objects = SaidQuerySet.as_manager()

    class Meta:
        ordering = ["made_at", "id"]


class Meaning(models.Model):
    """One of the things that a term of lingo means."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="meanings")
    text = models.CharField(max_length=LONGEST_LINE)

    class Meta:
        ordering = ["id"]


class Dispute(models.Model):
    """What makes a post a dispute: the rule and the cards it is about, and what became of it.

    `rule` is a quote from `rule_set`; `cards` has a line for each meld, "Run 1: 3H 4H * 6H".
    """

    post = models.OneToOneField(
        Post, on_delete=models.CASCADE, related_name="dispute", primary_key=True
    )
    rule_set = models.ForeignKey(
        RuleSet, on_delete=models.PROTECT, related_name="disputes", null=True
    )
    rule = models.TextField(blank=True)
    cards = models.TextField(blank=True)
    closes_on = models.DateField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True)
    ruling = models.TextField(blank=True)

    def takes_votes(self, today: date) -> bool:
        """Until it is closed, or its last day is over."""
        return self.closed_at is None and (self.closes_on is None or today <= self.closes_on)

    @property
    def counting(self) -> list[Vote]:
        """One vote of each person: of somebody who turned out to be two, the newer one. Both are
        kept, so that they count again where the two come apart.
        """
        return list({vote.player.really.id: vote for vote in self.votes.all()}.values())

    @property
    def standing(self) -> list[tuple[DisputeSide, list[Player]]]:
        """Every side with who takes it."""
        return [
            (side, [vote.player.really for vote in self.counting if vote.side_id == side.id])
            for side in self.sides.all()
        ]

    @property
    def score(self) -> str:
        """ "3 votes to 1", the most first; "No votes" where nobody took a side."""
        most, *others = sorted((len(people) for _, people in self.standing), reverse=True)
        if not most:
            return "No votes"
        return f"{most} vote{'s' * (most > 1)} to {' to '.join(map(str, others))}"


class DisputeSide(models.Model):
    """One of the two to four answers."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="sides")
    text = models.CharField(max_length=LONGEST_LINE)

    class Meta:
        ordering = ["id"]


class Vote(models.Model):
    """Whose side somebody takes. A vote never changes hands: see Dispute.counting."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="votes")
    side = models.ForeignKey(DisputeSide, on_delete=models.CASCADE, related_name="votes")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="votes")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "id"]
        constraints = [
            models.UniqueConstraint(name="vote_once", fields=["dispute", "player"]),
        ]


def once_each(players: Iterable[Player]) -> list[Player]:
    """Who these people are now, each once."""
    return list({player.really.id: player.really for player in players}.values())
