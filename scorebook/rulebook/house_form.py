"""The form of a whole rule set, made from its schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_origin

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from scorebook.rulebook.notation import Notation
from scorebook.rulebook.schema import (
    Axis,
    axes,
    in_presets,
    laid_out,
    put_together,
    shown,
)
from scorebook.rules import presets
from scorebook.rules.cards import CODES
from scorebook.rules.playable import check_playable
from scorebook.rules.possible import LONGEST_TEXT, MOST_ROUNDS
from scorebook.rules.variant import Variant, VariantError

MORE_ROUNDS = 3

# Heading, and the beginnings of the paths below it; the longest beginning that fits counts.
GROUPS: dict[str, tuple[str, ...]] = {
    "The deal": ("packs", "jokers_per_pack", "rounds.*.dealt", "upcard", "direction"),
    "Contracts": ("rounds.*.contract", "lay_down"),
    "Melds": ("runs", "sets"),
    "Wild cards": (
        "wild",
        "lay_down.all_wild_melds",
        "lay_down.wild_natural_in_own_place",
        "sets.wilds",
        "runs.wilds",
    ),
    "Buying": ("buy", "rounds.*.buying"),
    "Playing off and swapping": ("play_off", "swap"),
    "Going out": ("rounds.*.closing_discard", "rounds.*.same_turn", "points_for_going_out"),
    "Points": ("points", "sign"),
    "The cut": ("cut",),
    "Calling rummy": ("calling_rummy",),
    "Customs": ("customs",),
}


class NotationField(forms.CharField):
    """A list in one line of text; cleaned to the rule set's plain JSON value."""

    def __init__(self, notation: Notation, **options: Any) -> None:
        super().__init__(required=False, max_length=LONGEST_TEXT, **options)
        self.notation = notation

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else self._text(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return self._text(initial) != (data or "").strip()

    def clean(self, value: Any) -> Any:
        try:
            return self.notation.read(super().clean(value))
        except ValueError as error:
            if isinstance(error, ValidationError):
                raise
            raise ValidationError(str(error)) from None

    def _text(self, value: Any) -> str:
        return "" if value is None else self.notation.show(value)


def form_field(axis: Axis) -> forms.Field:
    """The field for an axis, by its declared type."""
    options: dict[str, Any] = {"label": axis.label, "help_text": axis.words.help}
    if axis.hint is bool:
        return forms.BooleanField(required=False, **options)
    if axis.hint is str:
        return forms.CharField(required=False, max_length=LONGEST_TEXT, **options)
    if axis.notation:
        return NotationField(axis.notation, **options)
    choices = list(axis.choices.items())
    if get_origin(axis.hint) is tuple:
        boxes = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(required=False, widget=boxes, choices=choices, **options)
    if choices:
        number = isinstance(choices[0][0], int)
        coerce = int if number else str
        return forms.TypedChoiceField(coerce=coerce, choices=choices, **options)
    # Wide bounds only keep out what no rule could mean; the rules themselves name the true ones.
    return forms.IntegerField(required=axis.hint is int, min_value=-9999, max_value=9999, **options)


@dataclass(frozen=True, slots=True)
class Line:
    """One field with what the presets say there."""

    field: BoundField
    axis: Axis
    presets: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Group:
    """The fields under one heading: those without a switch, then each switch with its own."""

    title: str
    lines: list[Line] = field(default_factory=list)
    switched: list[tuple[Line, list[Line]]] = field(default_factory=list)

    @property
    def faulty(self) -> bool:
        below = [one for switch, lines in self.switched for one in (switch, *lines)]
        return any(line.field.errors for line in (*self.lines, *below))


class RulesForm(forms.Form):
    """Every axis of `base`, showing `start` (or `base` itself). Valid, it has the `variant` that
    was described; what was left as it was shown keeps the value of `base`.
    """

    variant: Variant

    def __init__(
        self, base: Variant, data: Mapping[str, Any] | None = None, start: Variant | None = None
    ) -> None:
        super().__init__(data, label_suffix="")
        self.base, start = base, start or base
        rounds = _rounds(base, start, data)
        self.laid_out = laid_out(base, rounds)
        prices = _keys("points.", [*base.points, *start.points], data)
        customs = [name for slug in presets.SLUGS for name in presets.get(slug).customs]
        customs = _keys("customs.", [*base.customs, *start.customs, *customs], data)
        self.axes = {axis.path: axis for axis in axes(rounds, prices, customs)}
        values = self.laid_out if data is not None else laid_out(start, rounds)
        for path, axis in self.axes.items():
            self.fields[path] = form_field(axis)
            self.initial[path] = shown(base if data is not None else start, axis, values)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        switches = {path: cleaned[path] for path, axis in self.axes.items() if axis.switch}
        changes = {path: cleaned[path] for path in self.changed_data if path not in switches}
        data, played = put_together(self.laid_out, changes, switches)
        try:
            self.variant = Variant.from_dict(data)
            check_playable(self.variant)
        except VariantError as error:
            self._refuse(str(error), played)
        return cleaned

    def _refuse(self, sentence: str, played: list[int]) -> None:
        """Put the engine's sentence, which begins with the key, beside the field it names."""
        key, _, rest = sentence.partition(" ")
        path = _on_the_form(key.removesuffix(":"), played)
        near = path
        while near and near not in self.fields:
            near = near.rpartition(".")[0]
        below = [name for name in self.fields if name.startswith(f"{path}.")]
        name = near or (below[0] if below else None)
        words = self.axes[name].label if name else key
        self.add_error(name, f"{words}: {rest}" if name == path else sentence)

    def groups(self) -> list[Group]:
        groups = {title: Group(title) for title in GROUPS}
        switches: dict[str, list[Line]] = {}
        for path, axis in self.axes.items():
            line = Line(self[path], axis, in_presets(axis))
            group = groups[_title(path)]
            if axis.switch:
                switches[path] = []
                group.switched.append((line, switches[path]))
            elif axis.section:
                switches[axis.section].append(line)
            else:
                group.lines.append(line)
        return list(groups.values())


def _rounds(base: Variant, start: Variant, data: Mapping[str, Any] | None) -> int:
    """How many rounds the form has lines for."""
    shown = max(len(base.rounds), len(start.rounds)) + MORE_ROUNDS
    if data is not None:
        numbers = (str(number) for number in range(1, MOST_ROUNDS + 1))
        asked = [int(n) for n in numbers if f"rounds.{n}.contract" in data]
        shown = max([len(base.rounds), *asked])
    return min(shown, MOST_ROUNDS)


def _keys(prefix: str, known: list[str], data: Mapping[str, Any] | None) -> list[str]:
    """The named values that have a field: those known, and those that the form was sent with."""
    sent = [name.removeprefix(prefix) for name in data or () if name.startswith(prefix)]
    sound = [name for name in sent if name in CODES or (len(name) == 3 and name[1] == "-")]
    return list(dict.fromkeys([*known, *(sound if prefix == "points." else ())]))


def _on_the_form(key: str, played: list[int]) -> str:
    """Rounds are numbered as played; on the form a round without a contract has a line too."""
    first, dot, rest = key.partition(".")
    number, inner, name = rest.partition(".")
    if first != "rounds" or not dot or not number.isdecimal():
        return key
    return f"rounds.{played[int(number) - 1]}{inner}{name}"


def _title(path: str) -> str:
    """The heading of a path: the longest beginning that fits."""
    pattern = ".".join("*" if part.isdecimal() else part for part in path.split("."))
    fitting = (
        (len(start), title)
        for title, starts in GROUPS.items()
        for start in starts
        if pattern == start or pattern.startswith(f"{start}.")
    )
    return max(fitting)[1]
