"""The Mozilla Observatory's scoring, read off its published tables, for one answer of the site.

https://github.com/mdn/mdn-http-observatory/blob/main/src/grader/charts.js has the points. What only
a network shows (certificates, preload lists, the way from http) is worth 0 here as it is there.
"""

from __future__ import annotations

import re
from http.cookies import Morsel

from django.http import HttpResponse

EXTRA_CREDIT_FROM = 90
SIX_MONTHS = 15_768_000  # seconds
BROAD = {"ftp:", "http:", "https:", "*", "http://*", "http://*.*", "https://*", "https://*.*"}
INLINE = {"'unsafe-inline'", "data:"}
PASSIVE = ("img-src", "media-src")
PRIVATE_REFERRERS = {
    *("no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"),
}

Policy = dict[str, set[str]]


def score(answer: HttpResponse) -> int:
    """100 and what the parts give or take. The bonus counts only where little was lost."""
    points = parts(answer).values()
    lost = 100 + sum(point for point in points if point < 0)
    return lost + (sum(point for point in points if point > 0) if lost >= EXTRA_CREDIT_FROM else 0)


def parts(answer: HttpResponse) -> dict[str, int]:
    policy = policy_of(answer.headers.get("Content-Security-Policy", ""))
    return {
        "csp": csp(policy),
        "cookies": cookies(list(answer.cookies.values()), hsts(answer) == 0),
        "cors": cors(answer),
        "referrer": referrer(answer.headers.get("Referrer-Policy", "")),
        "hsts": hsts(answer),
        "scripts": scripts(answer),
        "sniffing": 0 if answer.headers.get("X-Content-Type-Options") == "nosniff" else -5,
        "frames": frames(policy, answer.headers.get("X-Frame-Options", "").lower()),
        "corp": corp(answer.headers.get("Cross-Origin-Resource-Policy")),
    }


def policy_of(header: str) -> Policy:
    found = (part.split() for part in header.split(";"))
    return {words[0]: set(words[1:]) for words in found if words}


def csp(policy: Policy) -> int:
    if not policy:
        return -25
    default = policy.get("default-src", {"*"})
    script, style, objects = (
        policy.get(name, default) for name in ("script-src", "style-src", "object-src")
    )
    active = {s for name, sources in policy.items() if name not in PASSIVE for s in sources}
    passive = {s for name in PASSIVE for s in policy.get(name, default)}
    if script & (BROAD | INLINE) or objects & BROAD:
        return -20
    if any(source.startswith(("http:", "ftp:")) for source in active | script):
        return -20
    if "'unsafe-eval'" in script | style:
        return -10
    if any(source.startswith(("http:", "ftp:")) for source in passive):
        return -10
    if style & (BROAD | INLINE):
        return 0
    return 10 if default == {"'none'"} else 5


def cookies(found: list[Morsel[str]], hsts_holds: bool) -> int:
    """The worst of them all. Set by the answer; a browser keeps them for the next."""
    return min((cookie(morsel, hsts_holds) for morsel in found), default=0)


def cookie(morsel: Morsel[str], hsts_holds: bool) -> int:
    name, same_site = morsel.key.lower(), morsel["samesite"].lower()
    opens = "login" in name or "sess" in name
    faults = [5 if same_site else 0]
    if same_site not in ("", "lax", "strict", "none") or (
        same_site == "none" and not morsel["secure"]
    ):
        faults.append(-20)
    if not morsel["secure"]:
        faults.append((-10 if opens else -5) if hsts_holds else (-40 if opens else -20))
    if "csrf" in name and not same_site:
        faults.append(-20)
    if opens and not morsel["httponly"]:
        faults.append(-30)
    return min(faults)


def cors(answer: HttpResponse) -> int:
    told = answer.headers
    lets_in = told.get("Access-Control-Allow-Origin")
    return -50 if lets_in and told.get("Access-Control-Allow-Credentials") == "true" else 0


def referrer(policy: str) -> int:
    if not policy:
        return 0
    return 5 if policy.split(",")[-1].strip() in PRIVATE_REFERRERS else -5


def hsts(answer: HttpResponse) -> int:
    told = re.search(r"max-age=(\d+)", answer.headers.get("Strict-Transport-Security", ""))
    if told is None:
        return -20
    return 0 if int(told[1]) >= SIX_MONTHS else -10


def scripts(answer: HttpResponse) -> int:
    """Those of other sites: by https and unchecked, or worse. Ours are worth nothing either way."""
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return 0
    worst = 0
    for tag in re.findall(r"<script\b[^>]*>", answer.content.decode(), re.IGNORECASE):
        source = re.search(r'\bsrc="([^"]*)"', tag)
        if source and source[1].startswith(("http://", "//")):
            worst = min(worst, -20 if "integrity=" in tag else -50)
        elif source and source[1].startswith("https://") and "integrity=" not in tag:
            worst = min(worst, -5)
    return worst


def frames(policy: Policy, header: str) -> int:
    if "frame-ancestors" in policy:
        return 5
    return 0 if header in ("deny", "sameorigin") or header.startswith("allow-from") else -20


def corp(policy: str | None) -> int:
    known = {None: 0, "cross-origin": 0, "same-site": 10, "same-origin": 10}
    return known.get(policy, -5)
