"""A table's code: whoever has it adds hands to that one game, and sees nothing else."""

from __future__ import annotations

import secrets
from typing import Any
from uuid import UUID

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access, limits, links
from scorebook.models import Deed, Game, User
from scorebook.models.deeds import About

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which are read as 1 and 0
LENGTH = 6
MISSES = 30  # an hour and address
ANOTHER_EVENING = "That code is from another evening. Ask for a new one."


class CodeForm(forms.Form):
    code = forms.CharField(
        label="The table’s code",
        max_length=20,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off"}),
    )

    def clean_code(self) -> str:
        """As people type it: "kqx-wmt". Codes made before had digits as well."""
        code = "".join(sign for sign in self.cleaned_data["code"].upper() if sign.isalnum())
        if not code:
            raise ValidationError("The code is six letters.")
        return code


@require_http_methods(["GET", "POST"])
def table_code(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the code to the table; POST makes another one, and whoever had the old one is out."""
    game, by = access.game_to_score(request, game_id, "note")
    if request.method == "POST":
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        Game.objects.filter(id=game.id).update(table_code=code)
        Deed.objects.note(About.INVITATIONS, f"made a code for the table of {game.title}", by=by)
        return redirect("table_code", game.id)
    return render(request, "recording/table_code.html", {"game": game, **_shown(request, game)})


def _shown(request: HttpRequest, game: Game) -> dict[str, Any]:
    if not game.table_code:
        return {}
    address = links.for_others(request, "join_by_code", game.table_code)
    return {
        "address": address,
        "typed_at": links.typed(links.for_others(request, "enter_code")),
        "reach": links.reach(address, once=False),
        "qr": mark_safe(segno.make(address).svg_inline(scale=6, dark="#000", light="#fff")),
    }


@login_not_required
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """The field for a phone that did not read the square code."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return redirect("join_by_code", form.cleaned_data["code"])
    return render(request, "recording/enter_code.html", {"form": form})


@login_not_required
@require_http_methods(["GET", "POST"])
def join_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """ "Which one are you?" of those at that table, and in."""
    game = Game.objects.in_the_book().with_table().filter(table_code=code.upper()).first()
    if game is None or access.table_is_closed(game):
        return _another_evening(request)
    if isinstance(request.user, User) and request.user.may_read:
        return redirect("table", game.id)
    seats = {str(seat.player_id): seat.player for seat in game.seats.all()}
    chosen = seats.get(request.POST.get("player", ""))
    if chosen is None:
        return render(request, "recording/join_by_code.html", {"seats": seats.values()})
    request.session.cycle_key()
    request.session[access.GUEST] = {
        "game": str(game.id),
        "code": game.table_code,
        "player": str(chosen.id),
        "device": secrets.token_hex(4),
    }
    return redirect("table", game.id)


def _another_evening(request: HttpRequest) -> HttpResponse:
    if limits.too_many("table-code", limits.address_of(request), most=MISSES):
        return limits.refuse(request)
    context = {"form": CodeForm(), "problem": ANOTHER_EVENING}
    return render(request, "recording/enter_code.html", context, status=404)


@login_not_required
@require_POST
def leave_as_guest(request: HttpRequest) -> HttpResponse:
    request.session.pop(access.GUEST, None)
    messages.info(request, "You left the table.")
    return redirect("enter_code")
