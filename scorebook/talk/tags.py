"""What templates need to show what people wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorebook.models import Dispute, Player
from scorebook.models.people import names
from scorebook.models.talk import once_each
from scorebook.talk.cards import melds_in
from scorebook.talk.words import as_html

register = template.Library()
ADDRESS = re.compile(r"(/talk/[0-9a-f-]{36}/)")


@register.filter
def markdown(text: str) -> SafeString:
    return as_html(text)


@register.filter
def opening(text: str) -> str:
    """The first paragraph."""
    return text.partition("\n\n")[0]


@register.filter
def melds(text: str) -> Iterator[tuple[str, list[str]]]:
    """The cards of a dispute: what each meld is called, and its cards for `_card.html`."""
    for called, cards in melds_in(text):
        yield called, [str(card) for card in cards]


@register.filter
def named(players: list[Player]) -> str:
    """ "Rosa and Mike": who they are now, each once."""
    return names(once_each(players))


@register.filter
def open_on(dispute: Dispute, today: date) -> bool:
    """Does it take votes?"""
    return dispute.takes_votes(today)


@register.filter
def with_trials(text: str) -> SafeString:
    """A line of text in which the addresses of posts lead there."""
    ways = ("{}", '<a href="{0}">{0}</a>')
    parts = enumerate(ADDRESS.split(text))
    return format_html_join("", "{}", ((format_html(ways[at % 2], part),) for at, part in parts))
