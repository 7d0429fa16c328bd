"""A new game: by its form, by "the same table as last time", or as a rematch."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.ledger.append import Answer, record
from scorebook.ledger.submission import FieldError, Refused
from scorebook.models import Family, Game, Player
from scorebook.recording.seating import NewGameForm, SameTable

BEGUN = (Answer.APPENDED, Answer.REPEATED, Answer.ALREADY)


@require_http_methods(["GET", "POST"])
def new_game(request: HttpRequest) -> HttpResponse:
    author = access.writer(request)
    last = Game.objects.in_the_book().newest_first().with_table().first()
    rule_set = last.rule_set.slug if last else "link"
    form = NewGameForm(Family.objects.get(), request.POST or None, rule_set)
    if _begins(form, author):
        return redirect("table", form.cleaned_data["game"])
    context = {
        "form": form,
        "same": SameTable.offered(last),
        "ids": [("id", uuid4()), ("game", uuid4())],
    }
    return render(request, "recording/new_game.html", context, status=400 if form.errors else 200)


@require_POST
def rematch(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The same seats, and the next one deals. The form's hidden keys make a double tap one game."""
    game, author = access.game_to_write(request, game_id)
    keys = {name: request.POST.get(name, "") for name in ("id", "game")}
    form = NewGameForm(Family.objects.get(), SameTable.of(game).fields() | keys)
    if _begins(form, author):
        return redirect("table", form.cleaned_data["game"])
    return render(request, "recording/new_game.html", {"form": form}, status=400)


def _begins(form: NewGameForm, author: Player) -> bool:
    """Start the game that the form describes; else say on the form what is wrong."""
    if not form.is_valid():
        return False
    try:
        _begin(form, author)
    except Refused as refused:
        for error in refused.errors:
            form.add_error(None, error.message)
        return False
    return True


@transaction.atomic
def _begin(form: NewGameForm, author: Player) -> None:
    """The new people and the entry that starts the game: all or none. Raises Refused."""
    said = form.cleaned_data
    for player in form.newcomers_at_table():
        if not Player.objects.filter(id=player.id).exists():
            player.save(force_insert=True)
    outcome = record(said["game"], "start", form.payload(), author=author, id=said["id"])
    if outcome.answer not in BEGUN:
        raise Refused(FieldError("", "begun", "This game has begun already, with another table."))
