"""How often one may try: counted in memory, so a restart forgives."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MINUTE, HOUR = 60, 60 * 60


def too_many(what: str, who: object, *, most: int, seconds: int = HOUR) -> bool:
    """Count one try of `who` at `what`; is it over the limit for this stretch of time?"""
    key = f"limit:{what}:{who}"
    cache.add(key, 0, seconds)
    return cache.incr(key) > most


def address_of(request: HttpRequest) -> str:
    """The real peer's address, whatever headers say."""
    return str(request.META["REMOTE_ADDR"])


def refuse(request: HttpRequest, seconds: int = HOUR) -> HttpResponse:
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = seconds
    return answer
