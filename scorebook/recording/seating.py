"""Who sits where: the form of a new game, and the same table as last time."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError

from scorebook.ledger.people import short_name
from scorebook.models import Family, Game, Player, RuleSet
from scorebook.models.people import SHORT_NAME_LENGTH, printable
from scorebook.recording.numbers import WholeNumberField
from scorebook.recording.words import rules_in_a_line
from scorebook.rules import presets
from scorebook.rules.forms import FEWEST_SEATS

NEW_PEOPLE = 8
HIGHEST_NUMBER = 20  # of a seat: numbers only put people in order and may leave gaps


@dataclass(frozen=True, slots=True)
class Taken:
    """What people are called already; each new person of a form adds to it."""

    names: dict[str, uuid.UUID | None]
    short_names: set[str]

    @classmethod
    def by(cls, players: list[Player]) -> Self:
        names: dict[str, uuid.UUID | None] = {
            player.name.casefold(): player.id for player in players
        }
        return cls(names, {player.short_name for player in players})


def hidden_key() -> forms.UUIDField:
    """A key made when the form is shown."""
    broken = "This form lost its key. Load the page anew."
    messages = {"required": broken, "invalid": broken}
    return forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, error_messages=messages)


class SeatForm(forms.Form):
    """One person who may sit down: the number of the seat, or nothing."""

    number = WholeNumberField(
        label="Seat",
        required=False,
        least=1,
        most=HIGHEST_NUMBER,
        error_messages={"invalid": "A seat is a number: 1, 2, 3 …"},
    )

    def __init__(self, player: Player, data: Mapping[str, Any] | None) -> None:
        super().__init__(data, prefix=str(player.id), label_suffix="")
        self.player = player

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def sits(self) -> bool:
        return self.cleaned_data.get("number") is not None


class NewPersonForm(forms.Form):
    """Somebody who never played here. Without a number they sit after the others."""

    id = hidden_key()
    name = forms.CharField(
        label="Name",
        max_length=60,
        validators=[printable],
        error_messages={"required": "A new person needs a name."},
    )
    short_name = forms.CharField(
        label="Short name",
        help_text="At most 7 letters, for the sheet. Left empty, we shorten the name.",
        max_length=SHORT_NAME_LENGTH,
        required=False,
        validators=[printable],
    )
    number = WholeNumberField(label="Seat", required=False, least=1, most=HIGHEST_NUMBER)
    is_child = forms.BooleanField(label="A child", required=False)

    def __init__(self, order: int, data: Mapping[str, Any] | None, taken: Taken) -> None:
        parts = (f"new{order}-{part}" for part in ("name", "number"))
        used = data if data and any(data.get(part) for part in parts) else None
        super().__init__(used, prefix=f"new{order}", label_suffix="")
        self.taken = taken
        for field in (self.fields["name"], self.fields["number"]):
            field.widget.attrs["placeholder"] = field.label

    @property
    def sits(self) -> bool:
        return self.is_bound

    def clean_name(self) -> str:
        name, key = self.cleaned_data["name"], self.cleaned_data.get("id")
        # A form sent again finds the person that it made.
        if self.taken.names.setdefault(name.casefold(), key) != key:
            raise ValidationError(
                f"There is a {name} already. Take that one, or add a surname. "
                "Whoever retired is brought back under People."
            )
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("name") and not cleaned.get("short_name"):
            cleaned["short_name"] = short_name(cleaned["name"], self.taken.short_names)
        self.taken.short_names.add(cleaned.get("short_name", ""))
        return cleaned

    @property
    def player(self) -> Player:
        """The person described, not saved."""
        fields = ("id", "name", "short_name", "is_child")
        return Player(**{field: self.cleaned_data[field] for field in fields})


def _presets_first(rule_set: RuleSet) -> int:
    known = rule_set.slug in presets.SLUGS
    return presets.SLUGS.index(rule_set.slug) if known else len(presets.SLUGS)


class NewGameForm(forms.Form):
    """A whole evening's beginning. `id` and `game` are made when the form is shown, so that sending
    it twice begins one game."""

    id = hidden_key()
    game = hidden_key()
    first_dealer = WholeNumberField(
        label="Seat of the first dealer", least=1, most=HIGHEST_NUMBER, initial=1
    )
    decks = WholeNumberField(
        label="Decks",
        help_text="Left empty: as many as the rules say.",
        required=False,
        least=1,
        most=8,
    )
    date = forms.DateField(
        label="Date", required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    place = forms.CharField(label="Place", max_length=60, required=False, validators=[printable])
    occasion = forms.CharField(
        label="Occasion", max_length=60, required=False, validators=[printable]
    )

    def __init__(
        self, family: Family, data: Mapping[str, Any] | None = None, rule_set: str = "link"
    ) -> None:
        super().__init__(data, label_suffix="")
        self.family = family
        self.rule_sets = RuleSet.objects.offered()
        self.fields["rule_set"] = forms.ModelChoiceField(self.rule_sets, to_field_name="slug")
        self.initial["rule_set"] = rule_set
        self.initial["date"] = family.today
        players = list(Player.objects.playing().by_name())
        self.seats = [SeatForm(player, data) for player in players]
        taken = Taken.by(list(Player.objects.known()))
        self.newcomers = [NewPersonForm(order, data, taken) for order in range(NEW_PEOPLE)]

    def rule_choices(self) -> list[dict[str, Any]]:
        """The rule sets to choose from, each with its values in a line."""
        chosen = self["rule_set"].value()
        return [
            {"rule_set": rule_set, "line": rules_in_a_line(rule_set.rules),
             "first_dealer": rule_set.rules.customs.get("first_dealer", ""),
             "chosen": rule_set.slug == chosen}
            for rule_set in sorted(self.rule_sets, key=_presets_first)
        ]  # fmt: skip

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        everybody: list[SeatForm | NewPersonForm] = [*self.seats, *self.newcomers]
        lines = [line for line in everybody if line.is_bound]
        sound = [line.is_valid() for line in lines]
        if not all(sound):
            raise ValidationError("Look at the names again: one of them cannot stay so.")
        cleaned["table"] = table = self._seated([line for line in lines if line.sits])
        if len(table) < FEWEST_SEATS:
            raise ValidationError(f"Liverpool needs at least {FEWEST_SEATS} players.")
        if (dealer := cleaned.get("first_dealer")) and dealer > len(table):
            self.add_error("first_dealer", f"There is no seat {dealer} at this table.")
        return cleaned

    def _seated(self, lines: list[SeatForm | NewPersonForm]) -> list[SeatForm | NewPersonForm]:
        numbers = [n for line in lines if (n := line.cleaned_data["number"]) is not None]
        for number in numbers:
            if numbers.count(number) > 1:
                raise ValidationError(f"Two people have seat {number}. One of them has to move.")
        return sorted(lines, key=lambda line: line.cleaned_data["number"] or HIGHEST_NUMBER + 1)

    def newcomers_at_table(self) -> list[Player]:
        table = self.cleaned_data["table"]
        return [line.player for line in table if isinstance(line, NewPersonForm)]

    def payload(self) -> dict[str, Any]:
        """What the entry that starts the game says."""
        said = self.cleaned_data
        payload = {
            "rule_set": said["rule_set"].slug,
            "players": [str(line.player.id) for line in said["table"]],
            "first_dealer": said["first_dealer"] - 1,
            "date": (said["date"] or self.family.today).isoformat(),
            "place": said["place"],
            "occasion": said["occasion"],
        }
        return payload | ({"decks": said["decks"]} if said["decks"] else {})


@dataclass(frozen=True, slots=True)
class SameTable:
    """The people of an earlier game as they sat, without those who left it or retired since; the
    next of them deals.
    """

    game: Game
    players: list[Player]
    dealer: Player

    @classmethod
    def of(cls, game: Game) -> Self:
        """Of a game that came with its table."""
        seats = sorted(game.seats.all(), key=lambda seat: seat.position)
        dealt = next(n for n, seat in enumerate(seats) if seat.number == game.first_dealer)
        clockwise = [*seats[dealt + 1 :], *seats[: dealt + 1]]
        here = [seat for seat in seats if seat.left_before is None and seat.player.plays]
        stayed = here or seats
        dealer = next(seat.player for seat in clockwise if seat in stayed)
        return cls(game, [seat.player for seat in stayed], dealer)

    @classmethod
    def offered(cls, last: Game | None) -> Self | None:
        """Of the last game, where enough of its people still play."""
        same = cls.of(last) if last else None
        return same if same and len(same.players) >= FEWEST_SEATS else None

    def fields(self) -> dict[str, Any]:
        """What the form of a new game would say, but for its keys."""
        return {
            **{f"{player.id}-number": n for n, player in enumerate(self.players, start=1)},
            "first_dealer": self.players.index(self.dealer) + 1,
            "rule_set": self.game.rule_set.slug,
            "decks": self.game.decks,
        }
