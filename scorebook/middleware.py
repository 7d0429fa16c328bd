"""Who really asks, what every answer carries, and the session that lasts while somebody comes."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from scorebook import sqlite
from scorebook.models import Device

View = Callable[[HttpRequest], HttpResponse]
logger = logging.getLogger(__name__)

RENEWING_RESTS = "renewing-sessions-rests"
REST = 60  # seconds

HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), "
        "microphone=(), midi=(), payment=(), usb=()"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    # On a tablet that is passed around, "back" must not show what the last person saw. A view that
    # lets the browser keep its answer says so itself.
    "Cache-Control": "private, no-store",
}


def fresh_connections(get_response: View) -> View:
    """A connection that a fault came from is not kept: it may have the plan of a question about a
    table that an update of the site has changed. It would answer others, and never that one.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        try:
            return get_response(request)
        finally:
            if connection.errors_occurred and not connection.in_atomic_block:
                connection.close()

    return answer


def behind_proxies(get_response: View) -> View:
    """What a trusted proxy says of its caller becomes the request's own; others' word is dropped.

    A proxy that does not say how it was called speaks for the public address.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        told = request.META.pop("HTTP_X_FORWARDED_FOR", "")
        scheme = (
            request.META.pop("HTTP_X_FORWARDED_PROTO", "") or urlsplit(settings.SITE_URL).scheme
        )
        peer = request.META["REMOTE_ADDR"]
        if is_proxy(peer):
            request.META["REMOTE_ADDR"] = caller(peer, told)
            request.META["wsgi.url_scheme"] = scheme if scheme in ("http", "https") else "http"
        return get_response(request)

    return answer


def caller(peer: str, told: str) -> str:
    """Whom a chain of proxies speaks for. `told` grows to the right, so it is read from there, and
    only as long as who wrote it is trusted: what stands further left, anybody may have written.
    """
    for hop in reversed(told.split(",")):
        if not (is_address(hop.strip()) and is_proxy(peer)):
            break
        peer = hop.strip()
    return peer


def is_address(text: str) -> bool:
    try:
        return bool(ip_address(text))
    except ValueError:
        return False


def is_proxy(peer: str) -> bool:
    return is_address(peer) and any(ip_address(peer) in net for net in settings.TRUSTED_PROXIES)


def private_pages(get_response: View) -> View:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer


def answer_head(get_response: View) -> View:
    """Every page that answers GET answers HEAD: with the same headers, and without a body."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return get_response(request)
        request.method = "GET"
        response = get_response(request)
        request.method = "HEAD"
        if response.streaming:  # a download, which is never made
            return HttpResponse(status=response.status_code, headers=dict(response.headers))
        response.content = b""
        return response

    return answer


class LastingSessions(SessionMiddleware):
    """Renew a session on the first request of a day: to do it on each would write on each.

    Renewing can wait. Where the database is locked the answer goes out all the same, soon, and
    nobody's session is renewed for a while.

    A session that nobody knows is left alone: the request may have been on its way while the
    session got another key, and the answer would take the new key's cookie away.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if _is_unknown(request):
            patch_vary_headers(response, ("Cookie",))
            return response
        if not _renewal_is_due(request, response):
            return super().process_response(request, response)
        request.session["last_seen"] = _today()
        try:
            with _in_a_glance():
                answer = super().process_response(request, response)
                here = Device.objects.filter(session_key=request.session.session_key)
                here.update(seen_at=timezone.now())
            return answer
        except (SessionInterrupted, DatabaseError) as fault:
            logger.warning("A session could not be renewed: %s", fault)
            cache.set(RENEWING_RESTS, True, REST)
            return response


@contextmanager
def _in_a_glance() -> Iterator[None]:
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            stack.enter_context(sqlite.hurried(stack.enter_context(connection.cursor())))
        yield


def _is_unknown(request: HttpRequest) -> bool:
    named = settings.SESSION_COOKIE_NAME in request.COOKIES
    return named and not request.session.modified and request.session.is_empty()


def _renewal_is_due(request: HttpRequest, response: HttpResponse) -> bool:
    """Not where the session was not needed, nor where it is saved anyway."""
    session = request.session
    if response.status_code >= 500 or session.modified or not session.accessed:
        return False
    first_today = session.get("last_seen") != _today()
    return SESSION_KEY in session and first_today and not cache.get(RENEWING_RESTS)


def _today() -> str:
    return timezone.localdate().isoformat()
