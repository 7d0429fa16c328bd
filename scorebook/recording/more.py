"""The rest of the table: joining and leaving, called rummies, notes, changed rules, the log."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Family, Player, RuleSet
from scorebook.recording.handing_in import conflict_of, hand_in, with_notice
from scorebook.recording.log import log_of
from scorebook.recording.more_forms import (
    AdjustForm,
    EntryForm,
    JoinForm,
    LeaveForm,
    NoteForm,
    RulesForm,
    RummyForm,
    StartForm,
)
from scorebook.recording.rescoring import rescored
from scorebook.recording.scoreboard import Scoreboard


def _page(
    request: HttpRequest, scoreboard: Scoreboard, tried: EntryForm | None = None
) -> HttpResponse:
    """The page with every form; the one that was tried keeps what was typed."""
    kinds: list[tuple[str, type[EntryForm]]] = [
        ("join", JoinForm),
        ("leave", LeaveForm),
        ("adjust", AdjustForm),
        ("note", NoteForm),
        ("change_rules", RulesForm),
        ("change_start", StartForm),
    ]
    if scoreboard.variant.calling_rummy:
        kinds.insert(0, ("rummy", RummyForm))
    forms = {
        name: tried if tried is not None and type(tried) is form else form(scoreboard)
        for name, form in kinds
    }
    context = {
        "game": scoreboard.game,
        "scoreboard": scoreboard,
        "forms": forms,
        "tried": tried,
        "finish_id": uuid4(),
        "may_score": access.may_score(request, scoreboard.game),
        "keeps_score": access.keeps_score(request, scoreboard.game),
    }
    return render(request, "recording/more.html", context, status=400 if tried else 200)


@require_GET
def more(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game, _ = access.game_to_write(request, game_id)
    return _page(request, Scoreboard.read(game))


@require_POST
def event(request: HttpRequest, game_id: UUID, form_class: type[EntryForm]) -> HttpResponse:
    """Hand in what one of the forms says; each has an address of its own."""
    game, author = access.game_to_score(request, game_id, form_class.kind)
    scoreboard = Scoreboard.read(game)
    form = form_class(scoreboard, request.POST)
    if not form.is_valid():
        return _page(request, scoreboard, form)
    return _record(request, scoreboard, form, author)


def _record(
    request: HttpRequest, scoreboard: Scoreboard, form: EntryForm, author: Player
) -> HttpResponse:
    game = scoreboard.game
    try:
        outcome = hand_in(request, game, author, form.kind, **form.entry())
    except Refused as refused:
        for error in refused.errors:
            form.add_error(None, error.message)
        return _page(request, scoreboard, form)
    table = reverse("table", args=[game.id])
    return conflict_of(outcome) or redirect(with_notice(table, outcome))


@require_http_methods(["GET", "POST"])
def change_rules(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """GET shows what the new rules would make of the sheet; POST changes them."""
    if request.method == "POST":
        return event(request, game_id, form_class=RulesForm)
    game, _ = access.game_to_write(request, game_id)
    scoreboard = Scoreboard.read(game)
    rule_set = get_object_or_404(RuleSet.objects.offered(), slug=request.GET.get("rule_set", ""))
    form = RulesForm(scoreboard)
    form.initial["rule_set"] = rule_set.slug
    context = {
        "game": game,
        "scoreboard": scoreboard,
        "form": form,
        "rule_set": rule_set,
        "rescored": rescored(scoreboard, rule_set),
    }
    return render(request, "recording/change_rules.html", context)


@require_GET
def log(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = access.game(request, game_id)
    scoreboard = Scoreboard.read(game)
    lines = log_of(scoreboard, access.may_take_back(request, game))
    context = {"game": game, "scoreboard": scoreboard, "lines": lines}
    context["zone"] = Family.objects.get().time_zone
    return render(request, "recording/log.html", context)
