"""How often one may try: counted in memory, so a restart forgives."""

from contextlib import suppress
from ipaddress import ip_network

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

MINUTE, HOUR = 60, 60 * 60
SCORES = 120  # a minute and person
BUSY = "That was a lot at once. Wait a minute, then save it again."
WRONG_LINKS = 30  # an hour and address


def too_many(what: str, who: object, *, most: int, seconds: int = HOUR) -> bool:
    """Count one try of `who` at `what`; is it over the limit for this stretch of time?"""
    key = _key(what, who)
    cache.add(key, 0, seconds)
    try:
        return cache.incr(key) > most
    except ValueError:  # the stretch has just ended: this is the first try of the next
        cache.set(key, 1, seconds)
        return most < 1


def take_back(what: str, who: object) -> None:
    """That try does not count after all."""
    with suppress(ValueError):  # its stretch has just ended
        cache.decr(_key(what, who))


def forget(what: str, who: object) -> None:
    """Nor do all those before it."""
    cache.delete(_key(what, who))


def _key(what: str, who: object) -> str:
    return f"limit:{what}:{who}"


def address_of(request: HttpRequest) -> str:
    """Whose tries are counted together: the real peer, `behind_proxies` saw to that. Of IPv6 a
    household has a whole network, and could call from another address each time.
    """
    peer = str(request.META["REMOTE_ADDR"])
    return str(ip_network(f"{peer}/64", strict=False)) if ":" in peer else peer


def refuse(request: HttpRequest, seconds: int = HOUR) -> HttpResponse:
    answer = render(request, "429.html", {"minutes": -(-seconds // MINUTE)}, status=429)
    answer["Retry-After"] = seconds
    return answer


def wrong_link(request: HttpRequest) -> HttpResponse:
    """No shared link stands under this address: raises Http404, until that was so too often."""
    if too_many("shared", address_of(request), most=WRONG_LINKS):
        return refuse(request)
    raise Http404


def too_many_scores(request: HttpRequest) -> bool:
    """More than a whole table can play. A phone that has an evening to send waits, and goes on."""
    who = request.user.pk or request.session.session_key  # a guest has no login
    return too_many("scores", who, most=SCORES, seconds=MINUTE)
