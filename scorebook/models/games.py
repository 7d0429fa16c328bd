"""Games, the entries they consist of, and the projections that can be rebuilt from them."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from django.db import models
from django.utils import timezone

from scorebook.models.people import Player
from scorebook.models.photos import Photo, Side
from scorebook.models.rulebook import RuleSet
from scorebook.rules import versions
from scorebook.rules.sheet import CellState

BY_TABLE_CODE = "Table code"


class GameStatus(models.TextChoices):
    PLAYING = "playing", "Still going"
    FINISHED = "finished", "Finished"
    BINNED = "binned", "In the bin"


class Sentence(models.TextChoices):
    """What the loser chose."""

    OPEN = "open", "Not chosen yet"
    POSE = "pose", "Pose for the wall"
    DUNCE = "dunce", "Dunce card instead"


class GameQuerySet(models.QuerySet["Game"]):
    def playing(self) -> Self:
        return self.filter(status=GameStatus.PLAYING)

    def finished(self) -> Self:
        return self.filter(status=GameStatus.FINISHED)

    def binned(self) -> Self:
        return self.filter(status=GameStatus.BINNED)

    def in_the_book(self) -> Self:
        """All that are not in the bin."""
        return self.exclude(status=GameStatus.BINNED)

    def after(self, game: Game) -> Self:
        """Those that come after this one: by the day and, within it, by the beginning."""
        same_day = models.Q(created_at__gt=game.created_at)
        same_day |= models.Q(created_at=game.created_at, id__gt=game.id)
        later = models.Q(played_on__gt=game.played_on) | same_day
        return self.filter(later, played_on__gte=game.played_on)

    def newest_first(self) -> Self:
        return self.order_by("-played_on", "-created_at", "id")

    def naming(self, player: Player) -> Self:
        """Those whose table says this person's name: who sits there, or keeps the score."""
        sits = Seat.objects.filter(player=player).values("game")
        return self.filter(models.Q(id__in=sits) | models.Q(scorekeeper=player))

    def with_table(self) -> Self:
        """Rule set, seats with their players, photos with who is in them, in a constant number of
        queries.
        """
        seats = Seat.objects.select_related("player").order_by("number")
        return self.select_related("rule_set", "scorekeeper").prefetch_related(
            models.Prefetch("seats", queryset=seats),
            models.Prefetch("photos", queryset=Photo.objects.up().with_people()),
        )


class Game(models.Model):
    """One evening's game: a projection of its entries, but for `version`, the pen, the helpers, the
    code, the sentence and the bin.

    `version` counts every visible change. `rule_set` is the one that stands now. `overturned` says
    that a correction changed the winner or the loser after the game had ended. `helpers` joined the
    table without playing; with the `table_code` somebody without a login adds hands to this game.
    In the bin, since `binned_at`, it counts for nothing, is shown nowhere, and loses nothing.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="games")
    played_on = models.DateField()
    place = models.CharField(max_length=60, blank=True)
    occasion = models.CharField(max_length=60, blank=True)
    status = models.CharField(max_length=10, choices=GameStatus, default=GameStatus.PLAYING)
    ended_early = models.BooleanField(default=False)
    overturned = models.BooleanField(default=False)
    first_dealer = models.PositiveSmallIntegerField()
    decks = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=0)
    scorekeeper = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    helpers = models.ManyToManyField(Player, related_name="+")
    table_code = models.CharField(max_length=6, null=True, unique=True)
    sentence = models.CharField(max_length=10, choices=Sentence, default=Sentence.OPEN)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    binned_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(name="game_newest_first", fields=["-played_on", "-created_at"]),
            models.Index(name="game_by_status", fields=["status", "-played_on", "-created_at"]),
            models.Index(name="game_by_sentence", fields=["sentence", "-played_on"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="game_status_known", condition=models.Q(status__in=GameStatus.values)
            ),
            models.CheckConstraint(
                name="game_sentence_known", condition=models.Q(sentence__in=Sentence.values)
            ),
        ]

    @property
    def is_finished(self) -> bool:
        return self.status == GameStatus.FINISHED

    @property
    def title(self) -> str:
        """The occasion where one was named, else the day of the week."""
        return self.occasion or f"{self.played_on:%A} game"

    @property
    def day_in_words(self) -> str:
        """ "14 June 2026"."""
        return f"{self.played_on.day} {self.played_on:%B %Y}"

    def seats_on(self, side: Side) -> list[Seat]:
        """Whoever won, or lost, as it stands now; nobody before the end."""
        return [seat for seat in self.seats.all() if seat.is_on(side)]

    def photo(self, side: Side) -> Photo | None:
        """The photo of whoever is on this side now; one of somebody else is never theirs."""
        players = {seat.player_id for seat in self.seats_on(side)}
        return next((p for p in self._photos_up() if p.side == side and p.is_of(players)), None)

    def former_photos(self) -> list[Photo]:
        """Those of people who had won or lost before the result became another one."""
        return [photo for photo in self._photos_up() if not photo.stands]

    def other_photos(self) -> list[Photo]:
        """Those of neither side, newest first."""
        photos = [photo for photo in self._photos_up() if not photo.side]
        return sorted(photos, key=lambda photo: photo.added_at, reverse=True)

    def _photos_up(self) -> list[Photo]:
        return [photo for photo in self.photos.all() if photo.is_up]


Row = TypeVar("Row", bound="Entry | Proposal")


def _in_the_present_form(row: Row) -> Row:
    """What an older page made is kept as it came, and read as the present form says it."""
    row.payload = versions.lifted(row.kind, row.payload, row.v)
    row.v = versions.current()
    return row


class Entry(models.Model):
    """One appended entry; see the kernel's chapter in the README. Triggers refuse any change.

    The `device` of somebody with nothing but a table's code begins with BY_TABLE_CODE.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    round = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()
    v = models.PositiveSmallIntegerField()
    replaces = models.UUIDField(null=True)
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=200, blank=True)
    client_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    server_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(name="entry_seq_once_per_game", fields=["game", "seq"])
        ]

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        return _in_the_present_form(super().from_db(*args, **kwargs))


class ProposalStatus(models.TextChoices):
    OPEN = "open", "Open"
    ACCEPTED = "accepted", "Accepted"
    DROPPED = "dropped", "Dropped"


class Proposal(models.Model):
    """An entry that found another one in its slot: kept, shown to both, settled by people."""

    id = models.UUIDField(primary_key=True, editable=False)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="proposals")
    kind = models.CharField(max_length=10)
    round = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    payload = models.JSONField()
    v = models.PositiveSmallIntegerField()
    replaces = models.UUIDField(null=True)
    standing = models.UUIDField(null=True)
    status = models.CharField(max_length=10, choices=ProposalStatus, default=ProposalStatus.OPEN)
    author = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=200, blank=True)
    client_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    server_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["server_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="proposal_status_known", condition=models.Q(status__in=ProposalStatus.values)
            )
        ]

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        return _in_the_present_form(super().from_db(*args, **kwargs))


class Seat(models.Model):
    """Projection: one person in one game. `position` is the place clockwise at the table.

    `family`, `played_on` and `begun_at` repeat the game's, so that a person's games are found in
    their order without it; `counts` says that the game is finished, and statistics count it.
    `result` is the total of who stayed to the end of a game that counts and was played to its end,
    and all that best and worst games are told from; None of any other.

    Everything from `rounds` on is about the complete rounds this seat played; points are signed
    like the sheet. `lowest_hand` and `highest_hand` are of hands left with cards, without cut and
    adjustments. `cuts` are exact ones this seat made, `cuts_paid` those of others that cost it
    points. `bought_points` are the points of the `bought_rounds`, those with at least one buy.
    `comeback`: how far behind the leader whoever won was at the worst, after any complete round;
    `from_last`: they were last, or shared it, with half of the rounds or more over. `lead_lost`:
    how far ahead of everybody whoever did not win was at the best; `from_first`: alone in front
    with half of the rounds or more over. All four are 0 before the end, and for who left early.
    `clean_game`: every hand is known by its cards, and no wild was ever among them.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    first_round = models.PositiveSmallIntegerField(default=1)
    left_before = models.PositiveSmallIntegerField(null=True)
    starting_points = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)
    result = models.IntegerField(null=True)
    won = models.BooleanField(default=False)
    lost = models.BooleanField(default=False)
    family = models.SlugField(default="", db_index=False)
    played_on = models.DateField(null=True)
    begun_at = models.DateTimeField(null=True)
    counts = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=0)
    out = models.PositiveSmallIntegerField(default=0)
    wilds = models.PositiveSmallIntegerField(default=0)
    cuts = models.PositiveSmallIntegerField(default=0)
    cuts_paid = models.PositiveSmallIntegerField(default=0)
    buys = models.PositiveSmallIntegerField(default=0)
    bought_rounds = models.PositiveSmallIntegerField(default=0)
    bought_points = models.IntegerField(default=0)
    lowest_hand = models.IntegerField(null=True)
    highest_hand = models.IntegerField(null=True)
    comeback = models.PositiveIntegerField(default=0)
    from_last = models.BooleanField(default=False)
    lead_lost = models.PositiveIntegerField(default=0)
    from_first = models.BooleanField(default=False)
    clean_game = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="seat_once_per_game", fields=["game", "number"])
        ]
        indexes = [
            models.Index(name="seat_of_player", fields=["player", "played_on", "begun_at"]),
            models.Index(
                name="seat_by_result",
                fields=["family", "result"],
                condition=models.Q(result__isnull=False),
            ),
        ]

    def is_on(self, side: Side) -> bool:
        return self.won if side == Side.WINNER else self.lost

    @property
    def went_home(self) -> bool:
        """Before the end, so that the total is of fewer rounds and has no place."""
        return self.left_before is not None and self.place is None


class Hand(models.Model):
    """Projection: one seat in one round, once anything of it was entered. Points are signed like
    the sheet. `counted`: the round is complete, so places and statistics count it. `pattern` is
    the contract as in "SSR"; `dealt`: this seat was the dealer.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="hands")
    state = models.CharField(max_length=10, choices=[(s.value, s.value) for s in CellState])
    cards = models.JSONField(default=list)
    hand_points = models.IntegerField(default=0)
    cut_points = models.IntegerField(default=0)
    adjustments = models.IntegerField(default=0)
    points = models.IntegerField(default=0)
    buys = models.PositiveSmallIntegerField(default=0)
    cut_exactly = models.BooleanField(default=False)
    counted = models.BooleanField(default=False)
    pattern = models.CharField(max_length=12, default="")
    dealt = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "seat"]
        constraints = [
            models.UniqueConstraint(name="hand_once_per_cell", fields=["game", "round", "seat"])
        ]
