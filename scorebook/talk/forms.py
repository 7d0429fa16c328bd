"""What people write, by its kind. Too much is said in words, and nothing of it is cut off."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from scorebook.models import Dispute, Family, Game, Meaning, Post, RuleSet
from scorebook.models.people import printable, printable_lines
from scorebook.models.talk import LONGEST_CARDS, LONGEST_LINE, MOST_SIDES, PostKind
from scorebook.rules.cards import CardError
from scorebook.talk.cards import melds_in

LONGEST_POST = 10_000
LONGEST_COMMENT = 2_000
LONGEST_RULING = 2_000
LONGEST_RULE = 600
MOST_MEANINGS = 8
NEWEST_GAMES = 30
TOO_LONG = "%(limit_value)d letters fit here, and these are %(show_value)d. Shorten it."
MARKS = "*Leans*, **bold**, “- ” before each line of a list, [words](address) for a link."


class Words(forms.CharField):
    """Text of one line, or of several where `rows` are given. A browser would cut off what is too
    long without a word, so it is not told how much fits.
    """

    def __init__(self, *, most: int, rows: int = 0, **options: Any) -> None:
        widget = forms.Textarea({"rows": rows}) if rows else forms.TextInput()
        super().__init__(
            max_length=most,
            validators=[printable_lines if rows else printable],
            error_messages={"max_length": TOO_LONG, "required": "Write something first."},
            **{"widget": widget, **options},
        )

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {name: value for name, value in super().widget_attrs(widget).items()
                if name != "maxlength"}  # fmt: skip

    def to_python(self, value: Any) -> Any:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class IdField(forms.UUIDField):
    """Made when a form opens, so that a double tap says it once. Without one it is said anew."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput, initial=uuid4)

    def clean(self, value: Any) -> UUID:
        try:
            return super().clean(value)
        except ValidationError:
            return uuid4()


class GameField(forms.ModelChoiceField):
    def __init__(self) -> None:
        none = Game.objects.none()
        super().__init__(none, label="The game it is about", required=False, empty_label="None")

    def label_from_instance(self, game: Game) -> str:
        return f"{game.title}, {game.day_in_words}"


class PostForm(forms.Form):
    """What every post has. `words` of a kind: what the title and the text are called."""

    words: tuple[str, str] = ("Title", "Text")
    body_required = True
    aside: tuple[str, ...] = ()  # fields that stand below the others, folded away

    id = IdField()
    title = Words(most=120)
    body = Words(most=LONGEST_POST, rows=8, help_text=MARKS)
    game = GameField()

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, post: Post | None = None, **options: Any
    ) -> None:
        """`post` is the one that is to be changed."""
        if post:
            options["initial"] = self.said(post)
        super().__init__(data, label_suffix="", **options)
        self.fields["title"].label, self.fields["body"].label = self.words
        self.fields["body"].required = self.body_required
        asked = str((data if data is not None else self.initial).get("game") or "")
        self.fields["game"].queryset = games_offered(asked, post)  # type: ignore[attr-defined]

    @property
    def first(self) -> list[BoundField]:
        return [field for field in self if field.name not in self.aside]

    @property
    def rest(self) -> list[BoundField]:
        return [self[name] for name in self.aside]

    @property
    def rest_is_open(self) -> bool:
        return any(field.value() or field.errors for field in self.rest)

    @classmethod
    def said(cls, post: Post) -> dict[str, Any]:
        """What the form shows of a post that is to be changed."""
        return {"title": post.title, "body": post.body, "game": post.game_id}

    @property
    def written(self) -> dict[str, Any]:
        """The cleaned words, as the services take them."""
        return {name: value for name, value in self.cleaned_data.items() if name != "id"}


def games_offered(asked: str, post: Post | None) -> Any:
    """The newest games, the one that was asked for, and the post's own even from the bin."""
    ids = [*Game.objects.in_the_book().newest_first().values_list("id", flat=True)[:NEWEST_GAMES]]
    with suppress(ValueError):
        ids.append(UUID(asked))
    offered = Game.objects.in_the_book().filter(id__in=ids)
    if post and post.game_id:
        offered |= Game.objects.filter(id=post.game_id)
    return offered.newest_first()


class RantForm(PostForm):
    words = ("What about", "Let it out")


class StoryForm(PostForm):
    words = ("Title", "What happened")


class RecipeForm(PostForm):
    words = ("What it is called", "What goes in, and what to do with it")


class LingoForm(PostForm):
    words = ("The word", "Where it comes from")
    body_required = False

    meanings = Words(
        most=MOST_MEANINGS * (LONGEST_LINE + 2),
        rows=4,
        label="What it means",
        help_text="One meaning on each line.",
    )
    field_order = ("id", "title", "meanings")

    def clean_meanings(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["meanings"].splitlines()]
        meanings = [line for line in lines if line]
        if len(meanings) > MOST_MEANINGS:
            raise ValidationError(f"{MOST_MEANINGS} meanings fit, and these are {len(meanings)}.")
        for text in meanings:
            if len(text) > LONGEST_LINE:
                raise ValidationError(f"{LONGEST_LINE} letters fit a meaning. Shorten “{text}”")
        return meanings

    @classmethod
    def said(cls, post: Post) -> dict[str, Any]:
        texts = Meaning.objects.filter(post=post).values_list("text", flat=True)
        return super().said(post) | {"meanings": "\n".join(texts)}


class DisputeForm(PostForm):
    words = ("The question", "What happened")
    body_required = False

    side_1 = Words(most=LONGEST_LINE, label="One side")
    side_2 = Words(most=LONGEST_LINE, label="The other side")
    side_3 = Words(most=LONGEST_LINE, label="A third side, if there is one", required=False)
    side_4 = Words(most=LONGEST_LINE, label="A fourth", required=False)
    closes_on = forms.DateField(
        label="Votes until the end of",
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text="Empty: until somebody rules.",
    )
    cards = Words(
        most=LONGEST_CARDS,
        rows=3,
        label="The cards",
        required=False,
        help_text="A meld on each line, like Run: 7H 8H * TH. * is a joker.",
    )
    rule = Words(most=LONGEST_RULE, rows=3, label="The rule, as it is written", required=False)
    rule_set = forms.ModelChoiceField(
        RuleSet.objects.none(),
        label="Of which rules",
        to_field_name="slug",
        required=False,
        empty_label="None",
    )
    field_order = ("id", "title", "side_1", "side_2", "side_3", "side_4", "body", "closes_on")
    aside = ("cards", "rule", "rule_set", "game")

    def __init__(self, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.fields["rule_set"].queryset = RuleSet.objects.offered()  # type: ignore[attr-defined]

    def keep_sides(self) -> None:
        """Somebody took one: they stay as they are."""
        for name in side_names():
            del self.fields[name]

    def clean_closes_on(self) -> Any:
        day = self.cleaned_data["closes_on"]
        if day and "closes_on" in self.changed_data and day < Family.objects.get().today:
            raise ValidationError("That day is over. Take a later one, or none.")
        return day

    def clean_cards(self) -> str:
        cards: str = self.cleaned_data["cards"]
        try:
            melds_in(cards)
        except CardError as problem:
            raise ValidationError(str(problem)) from None
        return cards

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        sides = [text for name in side_names() if (text := cleaned.pop(name, ""))]
        if len({side.casefold() for side in sides}) < len(sides):
            self.add_error(None, "Two sides say the same. Change one of them.")
        return cleaned | {"sides": sides}

    @classmethod
    def said(cls, post: Post) -> dict[str, Any]:
        dispute: Dispute = post.dispute
        sides = dict(zip(side_names(), (side.text for side in dispute.sides.all()), strict=False))
        told = {"closes_on": dispute.closes_on, "cards": dispute.cards, "rule": dispute.rule}
        slug = dispute.rule_set.slug if dispute.rule_set else ""
        return super().said(post) | sides | told | {"rule_set": slug}


def side_names() -> list[str]:
    return [f"side_{number}" for number in range(1, MOST_SIDES + 1)]


FORMS: dict[PostKind, type[PostForm]] = {
    PostKind.DISPUTE: DisputeForm,
    PostKind.RANT: RantForm,
    PostKind.STORY: StoryForm,
    PostKind.RECIPE: RecipeForm,
    PostKind.LINGO: LingoForm,
}


class CommentForm(forms.Form):
    id = IdField()
    body = Words(most=LONGEST_COMMENT, rows=3, label="Say something to it")


class RulingForm(forms.Form):
    ruling = Words(most=LONGEST_RULING, rows=4, label="The ruling", help_text=MARKS)
