"""A new version of a family's rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from django.db import transaction
from django.utils.text import slugify

from scorebook.models import Deed, Player, RuleSet
from scorebook.models.deeds import About
from scorebook.rules import presets
from scorebook.rules.differences import differing_axes, settled
from scorebook.rules.variant import Variant

# Words that stand at the place of a slug in the addresses of the rules.
RESERVED = {*presets.SLUGS, "compare", "import", "save"}
LONGEST_SLUG = 40


class NotSaved(ValueError):
    """Rules that are not a new version; `field` is where the form should say so."""

    def __init__(self, field: str | None, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def quote_of(since: date, why: str) -> str:
    """How the rules cite what a family settled."""
    return f"House rule since {since.day} {since:%B %Y}: {why}"


@transaction.atomic
def save_version(
    parent: RuleSet | None,
    variant: Variant,
    *,
    name: str,
    since: date,
    why: str,
    made_by: Player,
) -> RuleSet:
    """The new version; its axes that differ from the parent's cite the family. Saying the same a
    second time gives the same version. Raises NotSaved.
    """
    if parent and not differing_axes(parent.rules, variant):
        raise NotSaved(None, f"These are the rules of {parent.name}. Nothing is changed.")
    variant = replace(
        settled(parent.rules, variant, quote_of(since, why)) if parent else variant,
        name=name,
        family=parent.family if parent else variant.family,
    )
    known = [rules for rules in RuleSet.objects.offered() if _same_name(rules.name, name)]
    for rules in known:
        if rules.parent == parent and rules.rules == variant:
            return rules
    if known:
        raise NotSaved("name", f"There are rules called {known[0].name} already.")
    saved = RuleSet.objects.create(
        slug=_free_slug(name),
        name=name,
        family=variant.family,
        variant=variant.to_dict(),
        parent=parent,
        since=since,
        why=why,
        made_by=made_by,
    )
    told = f"changed {parent.name} to {name}" if parent else f"brought in the rules {name}"
    Deed.objects.note(About.RULES, told, by=made_by)
    return saved


def _same_name(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _free_slug(name: str) -> str:
    base = slugify(name)[:LONGEST_SLUG].strip("-_") or "rules"
    taken = RESERVED | set(RuleSet.objects.values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def parent_of(variant: Variant) -> RuleSet | None:
    """Whom imported rules descend from: the first version of their family that is known here."""
    family = RuleSet.objects.offered().filter(family=variant.family)
    return family.first()
