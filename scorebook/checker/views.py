"""Is it legal? Every page answers a form with a verdict and keeps nothing, but what is recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access
from scorebook.checker.best import BestQuestion
from scorebook.checker.boxes import box_of_round
from scorebook.checker.cards import keys
from scorebook.checker.disputing import of_lay_down, of_question, of_rounds
from scorebook.checker.forms import Question, TurnForm
from scorebook.checker.lay_down import LayDown, asked_melds, judge
from scorebook.checker.questions import QUESTIONS
from scorebook.checker.recording import hand_in
from scorebook.checker.table import Table
from scorebook.ledger.append import Answer
from scorebook.ledger.submission import Refused
from scorebook.models import Entry
from scorebook.rules.cards import SUIT_NAMES
from scorebook.rules.contracts import hand_arithmetic, rounds_needing_a_buy

ASKED: dict[str, type[Question]] = {"best": BestQuestion, **QUESTIONS}
NOTHING_LAID = "There is nothing to record yet: put the cards of the melds in."
NO_SEAT = "Say whose lay-down it is."


@access.open_to_guests
@require_http_methods(["GET", "POST"])
def lay_down(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The round's slots, and what the rules say to the cards in them."""
    table = Table.asked(request, game_id)
    return _lay_down_page(request, table, *_asked(request, table))


def _asked(request: HttpRequest, table: Table) -> tuple[LayDown, TurnForm]:
    sent = request.POST if request.method == "POST" else None
    turn = TurnForm(sent, initial={"hand": table.hand_after_draw()}, label_suffix="")
    types, texts = (sent.getlist(name) if sent else [] for name in ("type", "cards"))
    typed = asked_melds(table, types, texts, more=sent.get("more", "") if sent else "")
    return judge(table, typed, turn), turn


def _lay_down_page(
    request: HttpRequest, table: Table, answer: LayDown, turn: TurnForm, error: str = ""
) -> HttpResponse:
    context = _frame(request, table) | {
        "layout": _layout(request),
        "heading": "Is it legal?",
        "answer": answer,
        "box": answer.box,
        "dispute": of_lay_down(table, answer, turn),
        "turn": turn,
        "id": uuid4(),
        "error": error,
    }
    return render(request, "checker/lay_down.html", context, status=400 if error else 200)


def _layout(request: HttpRequest) -> str:
    """A whole page; for a page that asks again by itself, what it puts in place."""
    return "checker/_live.html" if "X-Live" in request.headers else "checker/_page.html"


def _frame(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What every page of the checker shows around its question."""
    return {
        "table": table,
        "game": table.game,
        "may_score": access.may_score(request, table.game),
        "laid": list(_laid(request, table)),
        "suits": SUIT_NAMES.items(),
        "keys": keys(table.variant),
        "questions": [(slug, one.title) for slug, one in ASKED.items()],
    }


def _laid(request: HttpRequest, table: Table) -> Iterator[tuple[str, list[str], str, bool]]:
    """As `Table.laid`, and whether this person is offered to take it back."""
    laid = list(table.laid())
    may, ids = access.may_take_back(request, table.game), [id for *_, id in laid]
    rows = Entry.objects.filter(id__in=ids) if ids else ()
    offered = {str(row.id) for row in rows if may(row)}
    for name, melds, id in laid:
        yield name, melds, id, id in offered


@access.open_to_guests
@require_POST
def record_lay_down(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Keep the lay-down with the round, for the person it belongs to."""
    _, author = access.game_to_score(request, game_id, "lay_down")
    table = Table.asked(request, game_id)
    answer, turn = _asked(request, table)
    if table.seat is None or not answer.readable:
        error = NO_SEAT if table.seat is None else NOTHING_LAID
        return _lay_down_page(request, table, answer, turn, error)
    try:
        outcome = hand_in(request, table, author, answer.payload)
    except Refused as problem:
        return _lay_down_page(request, table, answer, turn, str(problem))
    if outcome.answer is Answer.CONFLICT and outcome.proposal:
        return redirect("conflict", table.game.id, outcome.proposal.id)
    messages.info(request, f"Recorded: {table.names[table.seat]} laid down.")
    here = reverse("check", args=[table.game.id])
    return redirect(f"{here}?round={table.round}#laid")


@access.open_to_guests
@require_http_methods(["GET", "POST"])
def question(request: HttpRequest, game_id: UUID, slug: str) -> HttpResponse:
    """One of the other questions, and its answer."""
    table = Table.asked(request, game_id)
    asked = ASKED.get(slug)
    if asked is None:
        raise Http404
    form = asked(table, request.POST if request.method == "POST" else None)
    box = form.answer()
    fields = [(field, form.shown(field.name)) for field in form]
    status = 400 if form.errors else 200
    context = _frame(request, table) | {"heading": form.title, "form": form}
    context |= {"layout": _layout(request), "box": box, "fields": fields, "slug": slug}
    context["dispute"] = of_question(table, form, box)
    return render(request, "checker/question.html", context, status=status)


@access.open_to_guests
@require_GET
def rounds(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Which rounds nobody finishes without buying, by the arithmetic of their hands."""
    table = Table.asked(request, game_id)
    lines = [(round, hand_arithmetic(table.variant, round.number)) for round in table.sheet.rounds]
    needing = rounds_needing_a_buy(table.variant)
    tightest, _ = min(lines, key=lambda line: line[1].left_after_min_laydown)
    boxes = [box_of_round(table.variant, number) for number in needing or (tightest.number,)]
    context = _frame(request, table) | {
        "heading": "Is it legal?",
        "lines": lines,
        "needing": needing,
        "boxes": boxes,
        "dispute": of_rounds(table, boxes),
    }
    return render(request, "checker/rounds.html", context)
