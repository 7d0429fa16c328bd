"""What may happen at a table besides the hands: each form makes one entry."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django import forms

from scorebook.models import Player, RuleSet
from scorebook.recording.numbers import WholeNumberField
from scorebook.recording.scoreboard import Scoreboard

START = ("place", "occasion", "first_dealer", "decks")


class EntryForm(forms.Form):
    """Makes one entry of `kind`. `id` is its key, made when the form is shown; `replaces` is
    what stood in the slot then.
    """

    kind: str
    id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    replaces = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, scoreboard: Scoreboard, data: Any = None) -> None:
        # Several stand on one page, and a label leads to the field of its own form.
        super().__init__(data, label_suffix="", auto_id=f"{self.kind}_%s")
        self.scoreboard = scoreboard
        self.sheet = scoreboard.sheet
        if standing := self.sheet.standing.get((self.kind, None, None)):
            self.initial["replaces"] = standing.id
        for name in {"seat", "after_seat", "caller", "offender", "first_dealer"} & set(self.fields):
            self.offer(name, self._seats())
        for name in {"round", "first_round"} & set(self.fields):
            self.offer(name, [(r.number, str(r.number)) for r in self.sheet.rounds])
            self.initial[name] = self.sheet.current_round or len(self.sheet.rounds)

    def offer(self, name: str, choices: Any) -> None:
        """What a field may be set to: rows for a field of rows, else pairs of value and label."""
        field = self.fields[name]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = choices
        elif isinstance(field, forms.ChoiceField):
            field.choices = choices

    def _seats(self) -> list[tuple[int, str]]:
        return [(seat, self.scoreboard.name(seat)) for seat in self.sheet.order]

    def entry(self) -> dict[str, Any]:
        """The entry's round, seat and payload from the cleaned fields."""
        raise NotImplementedError


def number_field(label: str) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int)


class JoinForm(EntryForm):
    kind = "join"
    player = forms.ModelChoiceField(
        Player.objects.none(), label="Who", required=False, empty_label="Somebody new"
    )
    name = forms.CharField(label="Name, if new", max_length=60, required=False)
    after_seat = number_field("Sits to the left of")
    first_round = number_field("First round played")
    points = forms.ChoiceField(
        label="Starts with",
        choices=[
            ("zero", "Zero points"),
            ("average", "The table's average"),
            ("last", "As much as the player in last place"),
        ],
    )

    def __init__(self, scoreboard: Scoreboard, data: Any = None) -> None:
        super().__init__(scoreboard, data)
        seated = [seat.number for seat in self.sheet.seated if seat.present]
        present = {scoreboard.player(number).id for number in seated}
        everybody = Player.objects.playing().by_name()
        self.offer("player", everybody)
        # A form sent again names somebody who sits there by now: taken, but not offered.
        away = [(p.id, p.name) for p in everybody if p.id not in present]
        self.fields["player"].widget.choices = [("", "Somebody new"), *away]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("player") and not cleaned.get("name", "").strip():
            self.add_error("name", "Who sits down? Pick somebody or type a name.")
        return cleaned

    def entry(self) -> dict[str, Any]:
        chosen = self.cleaned_data["player"]
        # The entry's own key seeds the new person's, so that a second send makes nobody twice.
        new = {
            "id": str(uuid.uuid5(self.cleaned_data["id"], "player")),
            "name": self.cleaned_data["name"].strip(),
        }
        payload = {
            "player": str(chosen.id) if chosen else new,
            "after_seat": self.cleaned_data["after_seat"],
            "points": self.cleaned_data["points"],
        }
        return {"round": self.cleaned_data["first_round"], "payload": payload}


class LeaveForm(EntryForm):
    kind = "leave"
    seat = number_field("Who leaves")
    round = number_field("First round not played")

    def entry(self) -> dict[str, Any]:
        return {
            "round": self.cleaned_data["round"],
            "seat": self.cleaned_data["seat"],
            "payload": {},
        }


class RummyForm(EntryForm):
    kind = "rummy"
    caller = number_field("Who called it")
    offender = number_field("On whom")
    round = number_field("Round")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("caller") == cleaned.get("offender"):
            self.add_error("offender", "Nobody calls rummy on themselves.")
        return cleaned

    def entry(self) -> dict[str, Any]:
        calling = {name: self.cleaned_data[name] for name in ("caller", "offender")}
        return {"round": self.cleaned_data["round"], "payload": calling}


class AdjustForm(EntryForm):
    kind = "adjust"
    seat = number_field("Who")
    round = number_field("Round")
    points = WholeNumberField(label="Points, as the sheet shows them", least=-500, most=500)
    reason = forms.CharField(label="Why", max_length=200)

    def entry(self) -> dict[str, Any]:
        payload = {name: self.cleaned_data[name] for name in ("points", "reason")}
        return {
            "round": self.cleaned_data["round"],
            "seat": self.cleaned_data["seat"],
            "payload": payload,
        }


class NoteForm(EntryForm):
    kind = "note"
    # As it was when the form was shown: sent again after the next deal, it is the same remark.
    round = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, widget=forms.HiddenInput
    )
    text = forms.CharField(
        label="For the record", max_length=500, widget=forms.Textarea({"rows": 2})
    )

    def __init__(self, scoreboard: Scoreboard, data: Any = None) -> None:
        super().__init__(scoreboard, data)
        self.initial["round"] = self.sheet.current_round

    def entry(self) -> dict[str, Any]:
        return {
            "round": self.cleaned_data["round"],
            "payload": {"text": self.cleaned_data["text"]},
        }


class RulesForm(EntryForm):
    kind = "rules"
    rule_set = forms.ModelChoiceField(
        RuleSet.objects.none(), label="Score by", to_field_name="slug", empty_label=None
    )

    def __init__(self, scoreboard: Scoreboard, data: Any = None) -> None:
        super().__init__(scoreboard, data)
        self.offer("rule_set", RuleSet.objects.offered())

    def entry(self) -> dict[str, Any]:
        return {"payload": {"rule_set": self.cleaned_data["rule_set"].slug}}


class StartForm(EntryForm):
    """Corrects what was said at the start, all but the number of seats."""

    kind = "start"
    date = forms.DateField(label="Date", widget=forms.DateInput({"type": "date"}))
    place = forms.CharField(label="Place", max_length=60, required=False)
    occasion = forms.CharField(label="Occasion", max_length=60, required=False)
    first_dealer = number_field("First dealer")
    decks = WholeNumberField(label="Decks", least=1, most=8)

    def __init__(self, scoreboard: Scoreboard, data: Any = None) -> None:
        super().__init__(scoreboard, data)
        founders = range(len(self._start["players"]))
        self.offer("first_dealer", [(n, scoreboard.name(n)) for n in founders])
        game = scoreboard.game
        self.initial.update(
            date=game.played_on, place=game.place, occasion=game.occasion,
            first_dealer=game.first_dealer, decks=game.decks,
        )  # fmt: skip

    @property
    def _start(self) -> dict[str, Any]:
        return dict(self.sheet.standing["start", None, None].payload)

    @property
    def standing(self) -> str:
        """What is corrected, as JSON, for a phone that hands its correction in by itself."""
        return json.dumps(self._start)

    def entry(self) -> dict[str, Any]:
        said = {name: self.cleaned_data[name] for name in START}
        return {"payload": self._start | said | {"date": self.cleaned_data["date"].isoformat()}}
