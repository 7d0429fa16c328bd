"""What people type, as HTML: emphasis, lists, quotes and links, and nothing that does anything."""

import re
import time

import pytest

from scorebook.talk.forms import LONGEST_POST
from scorebook.talk.words import TAGS, as_html

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "![me](http://tracker.example/a.png)",
    "![me][there]\n\n[there]: http://tracker.example/a.png",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:msgbox)",
    "<javascript:alert(1)>",
    '[x](/games/ "onclick=alert(1)")',
    "[x](mailto:rosa@example.org)",
    "{{7*7}} {% now 'Y' %}",
    "> - [*x*](http://example.org) <b onclick=x>",
)


@pytest.mark.parametrize("text", PAYLOADS)
def test_nothing_hostile_becomes_html(text):
    html = as_html(text)
    opened = re.findall(r"<\s*([a-z0-9]+)([^>]*)>", html)
    assert {tag for tag, _ in opened} <= TAGS
    for _, attributes in opened:
        address = r' href="(https?:/)?/[^"]*"'
        assert re.fullmatch(rf'({address})?( start="\d+")?( rel="noopener nofollow")?', attributes)


def test_raw_html_is_read_as_it_was_typed():
    assert as_html("<b>5 < 6</b> {{7*7}}") == "<p>&lt;b&gt;5 &lt; 6&lt;/b&gt; {{7*7}}</p>\n"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*leans* **bold** ~~gone~~", "<p><em>leans</em> <strong>bold</strong> <s>gone</s></p>"),
        ("one\ntwo\n\nthree", "<p>one<br>\ntwo</p>\n<p>three</p>"),
        ("- salt\n- more salt", "<ul>\n<li>salt</li>\n<li>more salt</li>\n</ul>"),
        ("> says who", "<blockquote>\n<p>says who</p>\n</blockquote>"),
        (
            "[the game](/games/1/)",
            '<p><a href="/games/1/" rel="noopener nofollow">the game</a></p>',
        ),
        ("# no heading", "<p># no heading</p>"),
    ],
)
def test_what_it_knows(text, html):
    assert as_html(text).strip() == html


@pytest.mark.parametrize(
    "piece", ["[", "![", "[a](", "*a ", "_", "`", "> ", "- ", "<a ", "~~", "&amp;", "\\"]
)
def test_no_text_takes_long(piece):
    text = (piece * LONGEST_POST)[:LONGEST_POST]
    started = time.process_time()
    as_html(text)
    assert time.process_time() - started < 1
