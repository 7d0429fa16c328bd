"""Two entries that are one person: put together, and apart again. No entry of a game is changed."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.ledger.projections import project
from scorebook.ledger.table import Table
from scorebook.models import Deed, Game, Merge, Photo, Player, User
from scorebook.models.deeds import About


class NotOne(ValueError):
    """These two cannot be one person; the message says why."""


class MergeForm(forms.Form):
    absorbed = forms.ModelChoiceField(Player.objects.none(), label="Is the same person as")

    def __init__(self, *args, kept: Player, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        others = Player.objects.known().exclude(id=kept.id).by_name()
        self.fields["absorbed"].queryset = others  # type: ignore[attr-defined]


@transaction.atomic
def merge(kept: Player, absorbed: Player, *, by: Player) -> None:
    """Everything of `absorbed` counts for `kept` from now on. Raises NotOne."""
    both = Player.objects.select_for_update().filter(id__in=[kept.id, absorbed.id])
    _refuse(kept, absorbed, {player.id: player for player in both})
    photos = Photo.objects.filter(people=absorbed).exclude(people=kept)
    kept_score = Game.objects.filter(scorekeeper=absorbed)
    login = User.objects.filter(player=absorbed).first()
    moved = {
        "login": login and login.id,
        "photos": [str(photo.id) for photo in photos],
        "pens": [str(game.id) for game in kept_score],
    }
    Player.objects.filter(id=absorbed.id).update(merged_into=kept)
    Merge.objects.create(kept=kept, absorbed=absorbed, moved=moved, by=by)
    _hand_over(moved, giver=absorbed, taker=kept)
    _count_anew(Game.objects.filter(seats__player=absorbed))
    Deed.objects.note(
        About.PEOPLE, f"said that {absorbed.name} and {kept.name} are one", by=by, of=kept
    )


@transaction.atomic
def unmerge(absorbed: Player, *, by: Player) -> None:
    """Both are who they were before; what happened since stays with the one that was kept."""
    done = Merge.objects.filter(absorbed=absorbed, undone_at=None).select_related("kept").last()
    if done is None:
        raise Http404
    Player.objects.filter(id=absorbed.id).update(merged_into=None)
    Merge.objects.filter(id=done.id).update(undone_at=timezone.now())
    _hand_over(done.moved, giver=done.kept, taker=absorbed)
    _count_anew(Game.objects.filter(seats__player=done.kept))
    Deed.objects.note(
        About.PEOPLE, f"said that {absorbed.name} and {done.kept.name} are two", by=by, of=absorbed
    )


def _refuse(kept: Player, absorbed: Player, found: dict[UUID, Player]) -> None:
    if len(found) < 2 or any(player.merged_into_id for player in found.values()):
        raise NotOne("One of these two was found to be somebody else before.")
    if absorbed.merged.exists():
        raise NotOne(f"{absorbed.name} is two people already. Merge the other way round.")
    if User.objects.filter(player__in=found).count() == 2:
        raise NotOne("Both have a login. Remove one of them first; the scores stay.")
    met = Game.objects.filter(seats__player=kept).filter(seats__player=absorbed).first()
    if met:
        day = f"{met.played_on.day} {met.played_on:%B %Y}"
        raise NotOne(f"They sat at one table on {day}, so they are two.")


def _hand_over(moved: dict, *, giver: Player, taker: Player) -> None:
    User.objects.filter(id=moved["login"]).update(player=taker)
    Game.objects.filter(id__in=moved["pens"]).update(scorekeeper=taker)
    for photo in Photo.objects.filter(id__in=moved["photos"]):
        photo.people.remove(giver)
        photo.people.add(taker)


def _count_anew(games: QuerySet[Game]) -> None:
    for game in list(
        Game.objects.select_for_update().filter(id__in=list(games.values_list("id", flat=True)))
    ):
        project(Table.of(game, list(game.entries.select_related("author"))))


@require_http_methods(["GET", "POST"])
def merge_people(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.admin(request)
    kept = access.player(request, player_id)
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
