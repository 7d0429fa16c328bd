"""Home: the games that go on, the last one, what is said, and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.accounts.invitations import came_lately
from scorebook.backups import folder
from scorebook.ledger.reading import as_engine
from scorebook.models import Claim, Family, Game, Photo, Player, Post, Tally, User
from scorebook.models.games import Sentence
from scorebook.models.people import Role, names, together
from scorebook.models.photos import Side
from scorebook.recording.scoreboard import Scoreboard, Standing
from scorebook.recording.words import Line, Moment, say, won
from scorebook.rules.scoring import figure
from scorebook.rules.table import replay
from scorebook.stats.family_queries import on_this_day

MOST_RUNNING = 4
LEADING = 3
ON_TRIAL = 2
NEWEST_POSTS = 3
REMEMBERED = 2


@dataclass(frozen=True, slots=True)
class Corner:
    """The winners or the losers of a game, with their photo where there is one; `card` says that
    they took the card instead."""

    side: Side
    players: list[Player]
    total: str
    line: Line
    photo: Photo | None
    card: bool

    @property
    def names(self) -> str:
        return names(self.players)

    @property
    def gentle(self) -> bool:
        return any(player.is_child for player in self.players)


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    family = Family.objects.get()
    last = Game.objects.finished().newest_first().with_table().first()
    running = _games_running()
    posts = Post.objects.up().with_trial().prefetch_related("meanings").newest_first()
    trials = posts.on_trial(family.today)[:ON_TRIAL]
    context = {
        "family": family,
        "running": [_running(game) for game in running[:MOST_RUNNING]],
        "more_running": len(running) > MOST_RUNNING,
        "last": last,
        "corners": _corners(last, family) if last else [],
        "trials": trials,
        "posts": posts.exclude(id__in=[post.id for post in trials])[:NEWEST_POSTS],
        "leading": _leading("won"),
        "losing": _leading("lost"),
        "on_this_day": on_this_day(family.today, REMEMBERED),
    }
    if access.reader(request).is_admin:
        context["warning"] = folder.warning(family.created_at)
        context["waiting"] = User.objects.filter(role=Role.WAITING).count() + Claim.objects.count()
        context["came"] = together([user.player.name for user in came_lately() if user.player])
    return render(request, "pages/home.html", context)


def _games_running() -> list[Game]:
    """One more than are shown, which tells that there are more."""
    running = Game.objects.playing().newest_first().with_table().prefetch_related("entries")
    return list(running[: MOST_RUNNING + 1])


def _running(game: Game) -> dict[str, object]:
    """A running game as its card shows it; from the entries fetched with it."""
    sheet = replay(game.rule_set.rules, as_engine(game.entries.all()))
    scoreboard = Scoreboard.of(game, sheet)
    return {
        "game": game,
        "players": ", ".join(scoreboard.short(seat) for seat in sheet.order),
        "round": scoreboard.current(),
        "rounds": len(sheet.rounds),
        "standing": _standing(scoreboard),
    }


def _standing(scoreboard: Scoreboard) -> str:
    """ "After 3 rounds, Em leads with 35, Christie has 180."; by the complete rounds."""
    placed = [line for line in scoreboard.standings() if line.place]
    if not placed:
        return "Nobody leads yet."
    complete = sum(one.complete for one in scoreboard.sheet.rounds)
    leaders = [line for line in placed if line.place == 1]
    last = [line for line in placed if line.place == placed[-1].place]
    parts = [f"After {complete} {'round' if complete == 1 else 'rounds'}"]
    parts.append(_held(scoreboard, leaders, "leads with", "lead with"))
    if last != leaders:
        parts.append(_held(scoreboard, last, "has", "have"))
    return f"{', '.join(parts)}."


def _held(scoreboard: Scoreboard, lines: list[Standing], one: str, more: str) -> str:
    total = scoreboard.seat(lines[0].seat).complete_total
    verb = one if len(lines) == 1 else more
    return f"{names([line.player for line in lines])} {verb} {figure(total)}"


def _corners(game: Game, family: Family) -> list[Corner]:
    corners = []
    for side in Side:
        if seats := game.seats_on(side):
            players, total = [seat.player for seat in seats], seats[0].total
            corners.append(
                Corner(
                    side=side,
                    players=players,
                    total=figure(total),
                    line=_line(side, family, players, total),
                    photo=game.photo(side),
                    card=side is Side.LOSER and game.sentence == Sentence.DUNCE,
                )
            )
    return corners


def _line(side: Side, family: Family, players: list[Player], total: int) -> Line:
    if side is Side.WINNER:
        return won(family, *players, points=total)
    return say(Moment.LOSER, family, *players, points=total)


def _leading(count: str) -> Iterable[Mapping[str, object]]:
    """Those with the most wins or losses over all finished games, among whoever plays on."""
    return (
        Tally.objects.over()
        .playing()
        .filter(**{f"{count}__gt": 0})
        .values("player__name", count=F(count), of=F("games"))
        .order_by("-count", "of", "player__name")[:LEADING]
    )
