"""Two entries that are one person: put together, and apart again. No entry of a game is changed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.ledger.people import named
from scorebook.ledger.projections import project, reseat
from scorebook.ledger.table import Table
from scorebook.ledger.written import written_in
from scorebook.models import (
    Claim,
    Deed,
    Entry,
    Game,
    Invitation,
    Merge,
    Photo,
    Player,
    User,
)
from scorebook.models.deeds import About
from scorebook.rules.forms import player_id

TAGS: type[Model] = Photo.people.through
SUBJECTS: type[Model] = Photo.subjects.through
HELPS: type[Model] = Game.helpers.through


class NotOne(ValueError):
    """These two cannot be one person; the message says why."""


class MergeForm(forms.Form):
    absorbed = forms.ModelChoiceField(
        Player.objects.none(),
        label="Is the same person as",
        empty_label="Choose",
        error_messages={
            "required": "Say who.",
            "invalid_choice": "Whoever that was is not on the list any more. Look again.",
        },
    )

    def __init__(self, *args, kept: Player, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        others = Player.objects.known().exclude(id=kept.id).by_name()
        self.fields["absorbed"].queryset = others  # type: ignore[attr-defined]


@transaction.atomic
def merge(kept: Player, absorbed: Player, *, by: Player) -> None:
    """Everything of `absorbed` counts for `kept` from now on. Raises NotOne."""
    _hold_games(kept, absorbed)
    _refuse(kept, absorbed)
    moved = _belongings(kept, absorbed)
    Player.objects.filter(id=absorbed.id).update(merged_into=kept)
    Merge.objects.create(kept=kept, absorbed=absorbed, moved=moved, by=by)
    _hand_over(moved, giver=absorbed, taker=kept)
    for tags in (TAGS, SUBJECTS):
        tags.objects.filter(player=absorbed).delete()  # type: ignore[attr-defined]
    Invitation.objects.filter(player=absorbed, revoked_at=None).update(revoked_at=timezone.now())
    Claim.objects.filter(player=absorbed).update(player=kept)
    if User.objects.filter(player=kept).exists():
        Claim.objects.filter(player=kept).delete()
    reseat(_games_of(absorbed), giver=absorbed.id, taker=kept.id)
    said = f"said that {absorbed.name} and {kept.name} are one"
    Deed.objects.note(About.PEOPLE, said, by=by, of=kept)


@transaction.atomic
def unmerge(absorbed: Player, *, by: Player) -> None:
    """Both are who they were before; what happened since stays with the one that was kept. Nothing
    happens where that was done already.
    """
    done = Merge.objects.filter(absorbed=absorbed, undone_at=None).select_related("kept").first()
    if done is None:
        return
    _hold_games(done.kept, absorbed)
    Player.objects.filter(id=absorbed.id).update(merged_into=None)
    Merge.objects.filter(id=done.id).update(undone_at=timezone.now())
    _hand_over(done.moved, giver=done.kept, taker=absorbed)
    for photo in Photo.objects.filter(id__in=done.moved["photos_of_both"]):
        photo.people.add(absorbed)
    for photo in Photo.objects.filter(id__in=done.moved["subjects_of_both"]):
        photo.subjects.add(absorbed)
    _seat_apart(done.kept, absorbed)
    said = f"said that {absorbed.name} and {done.kept.name} are two"
    Deed.objects.note(About.PEOPLE, said, by=by, of=absorbed)


def _hold_games(kept: Player, absorbed: Player) -> None:
    """Lock what either plays or keeps score of, before anything is written: whoever appends to one
    of these games holds it, and waits for whoever wrote first.
    """
    both = Q(scorekeeper__in=[kept, absorbed]) | Q(id__in=_games_of(kept) | _games_of(absorbed))
    games = Game.objects.select_for_update(no_key=True).filter(both)
    list(games.order_by("played_on", "created_at", "id").values_list("id"))


def _refuse(kept: Player, absorbed: Player) -> None:
    ids = [kept.id, absorbed.id]
    both = Player.objects.select_for_update(no_key=True).filter(id__in=ids).order_by("id")
    if len(both) < 2 or any(player.merged_into_id for player in both):
        raise NotOne("One of these two was merged with somebody else before.")
    if absorbed.merged.exists():
        raise NotOne(f"{absorbed.name} is two people already. Merge the other way round.")
    if User.objects.filter(player__in=both).count() == 2:
        raise NotOne("Both have a login. Remove one of them first; the scores stay.")
    met = Game.objects.filter(seats__player=kept).filter(seats__player=absorbed)
    if game := met.newest_first().first():
        day = game.day_in_words
        raise NotOne(f"They sat at one table on {day}, “{game.title}”, so they are two.")


def _belongings(kept: Player, absorbed: Player) -> dict[str, Any]:
    """What changes hands, as Merge.moved keeps it."""
    login = User.objects.filter(player=absorbed).first()
    photos, of = (Photo.objects.filter(**{name: absorbed}) for name in ("people", "subjects"))
    helped = Game.objects.filter(helpers=absorbed).exclude(helpers=kept)
    return {
        "login": login and login.id,
        "pens": _ids(Game.objects.filter(scorekeeper=absorbed)),
        "helped": _ids(helped),
        "photos": _ids(photos.exclude(people=kept)),
        "photos_of_both": _ids(photos.filter(people=kept)),
        "subjects": _ids(of.exclude(subjects=kept)),
        "subjects_of_both": _ids(of.filter(subjects=kept)),
        "added": _ids(Photo.objects.filter(added_by=absorbed)),
        "hidden": _ids(Photo.objects.filter(hidden_by=absorbed)),
    }


def _ids(rows: QuerySet) -> list[str]:
    return [str(id) for id in rows.values_list("id", flat=True)]


def _hand_over(moved: dict[str, Any], *, giver: Player, taker: Player) -> None:
    """What the giver does not have any more stays where it went."""
    User.objects.filter(id=moved["login"], player=giver).update(player=taker)
    Game.objects.filter(id__in=moved["pens"], scorekeeper=giver).update(scorekeeper=taker)
    for by, name in (("added_by", "added"), ("hidden_by", "hidden")):
        theirs = moved.get(name, [])  # merges of earlier versions have none
        Photo.objects.filter(id__in=theirs, **{by: giver}).update(**{by: taker})
    for links, of, name in (
        (TAGS, "photo", "photos"),
        (SUBJECTS, "photo", "subjects"),
        (HELPS, "game", "helped"),
    ):
        tied = links.objects.filter(player=giver)  # type: ignore[attr-defined]
        tied.filter(**{f"{of}__in": moved[name]}).update(player=taker)


def _games_of(player: Player) -> set[UUID]:
    seats, hands = (rows.values_list("game", flat=True) for rows in (player.seats, player.hands))
    return {*seats, *hands}


def _seat_apart(kept: Player, absorbed: Player) -> None:
    """Give back the games that name the absorbed; a replay says who sits where both are named."""
    names: dict[UUID, set[str]] = {game: set() for game in _games_of(kept)}
    seating = Entry.objects.filter(game__in=names, kind__in=["start", "join"])
    for game, kind, payload in seating.values_list("game", "kind", "payload"):
        names[game].update(player_id(player) for player in named(kind, payload))
    others = {str(id) for id in kept.ids()}
    back = {game for game, ids in names.items() if str(absorbed.id) in ids}
    both = {game for game in back if names[game] & others}
    reseat(back, giver=kept.id, taker=absorbed.id)
    for row in Game.objects.filter(id__in=both):
        project(Table.of(row, written_in(row)))


@require_http_methods(["GET", "POST"])
def merge_people(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.admin(request)
    kept = access.known_player(request, player_id)
    form = MergeForm(request.POST if request.method == "POST" else None, kept=kept)
    if form.is_valid():
        absorbed = form.cleaned_data["absorbed"]
        try:
            merge(kept, absorbed, by=by)
        except NotOne as problem:
            form.add_error("absorbed", str(problem))
        else:
            messages.success(request, f"{absorbed.name} is {kept.name} from now on.")
            return redirect("person", kept.id)
    return render(request, "people/merge_people.html", {"person": kept, "form": form})


@require_POST
def unmerge_people(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.admin(request)
    absorbed = access.player(request, player_id)
    unmerge(absorbed, by=by)
    messages.success(request, f"{absorbed.name} is a person of their own again.")
    return redirect("person", absorbed.id)
