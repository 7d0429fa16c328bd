"""Rule sets: immutable versions of a family's rules."""

from __future__ import annotations

import json
from functools import cached_property, lru_cache
from typing import Self

from django.db import models
from django.utils import timezone

from scorebook.models.people import Player
from scorebook.rules import presets
from scorebook.rules.variant import Variant


@lru_cache(maxsize=128)
def _parsed(frozen: str) -> Variant:
    return Variant.from_dict(json.loads(frozen))


class RuleSetQuerySet(models.QuerySet["RuleSet"]):
    def named(self, slug: str) -> RuleSet:
        """The version with this slug; a preset's row is made at first use. Raises DoesNotExist."""
        found = self.filter(slug=slug).first()
        if found or slug not in presets.SLUGS:
            return found or self.get(slug=slug)
        variant = presets.get(slug)
        defaults = {"name": variant.name, "family": variant.family, "variant": variant.to_dict()}
        return self.get_or_create(slug=slug, defaults=defaults)[0]

    def family_names(self) -> dict[str, str]:
        """What the families of these versions are called, by slug in the order of their names: one
        of a preset as all its versions are, any other like its first version.
        """
        names = dict(self.order_by("-id").values_list("family", "name"))
        names |= {slug: name for slug, name in presets.FAMILIES.items() if slug in names}
        return dict(sorted(names.items(), key=lambda item: item[1]))

    def offered(self) -> Self:
        """Every version a new game may be played by, presets first."""
        for slug in presets.SLUGS:
            self.named(slug)
        return self.order_by("id")


class RuleSet(models.Model):
    """One version of a family's rules. Never changed: a changed rule makes a new version, whose
    `parent` is the one it was changed from. `since` and `why` are what the family says of it.
    """

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)
    family = models.SlugField()
    variant = models.JSONField()
    parent = models.ForeignKey("self", models.PROTECT, related_name="children", null=True)
    why = models.CharField(max_length=200, blank=True)
    since = models.DateField(null=True)
    made_by = models.ForeignKey(Player, models.PROTECT, related_name="+", null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = RuleSetQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @cached_property
    def rules(self) -> Variant:
        return _parsed(json.dumps(self.variant))
