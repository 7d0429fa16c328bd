"""Limited Markdown to HTML that may do nothing: emphasis, lists, quotes, code, links, no more."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

READ = (
    *("emphasis", "strikethrough", "list", "blockquote", "link", "autolink"),
    *("newline", "escape", "entity", "backticks"),
)
TAGS = {"p", "br", "em", "strong", "s", "ul", "ol", "li", "blockquote", "a", "code"}

_markdown = MarkdownIt("zero", {"html": False, "breaks": True})
_markdown.enable(READ)


def as_html(text: str) -> SafeString:
    """What people typed, as safe HTML. Raw HTML stays text; links lead to http, https or within."""
    return SafeString(
        nh3.clean(
            _markdown.render(text),
            tags=TAGS,
            attributes={"*": set(), "a": {"href"}, "ol": {"start"}},
            url_schemes={"http", "https"},
            link_rel="noopener nofollow",
        )
    )
