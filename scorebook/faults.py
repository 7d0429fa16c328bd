"""What is answered when something goes wrong: a page, or JSON where a program asks."""

import errno
import logging
import sqlite3
import sys
from collections.abc import Iterator

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent
from django.db import InternalError, NotSupportedError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve

from scorebook.recording.api import problem

logger = logging.getLogger("django.request")

RETRY_AFTER = "5"  # seconds
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
SQLITE = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_PROTOCOL: "busy",  # too many came at once to agree on who reads what
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "closed",
    sqlite3.SQLITE_PERM: "closed",
    sqlite3.SQLITE_CANTOPEN: "closed",
    sqlite3.SQLITE_IOERR: "closed",
    sqlite3.SQLITE_CORRUPT: "closed",
    sqlite3.SQLITE_NOTADB: "closed",
}
SQLSTATES = {  # how PostgreSQL's begin; the first that fits
    "08": "closed",  # there is no connection
    "25006": "closed",  # it takes no writes
    "40": "busy",
    "53100": "full",
    "53": "busy",
    "55": "busy",
    "57014": "busy",
    "57": "closed",  # it stops, or starts
    "58": "closed",
}
PLAN_IS_OLD = "RevalidateCachedQuery"  # what in PostgreSQL says so; it has no state of its own
UNAVAILABLE = {
    "busy": "The scorebook is busy: something else is writing in it.",
    "full": "There is no room left where the scorebook is kept. Whoever runs it has to make some.",
    "closed": "The scorebook cannot be opened or written in. Whoever runs it has to look.",
    "changed": "The scorebook has just been brought up to date.",
}
BAD_REQUESTS: dict[type[Exception], tuple[int, str]] = {
    DisallowedHost: (
        400,
        "This scorebook does not know the address it was called by. Use the one it printed when it "
        "was started, or add this one to SCOREBOOK_HOSTS.",
    ),
    RequestDataTooBig: (413, "That was too much to send at once. Nothing was saved."),
    TooManyFieldsSent: (400, "That form has more fields than any here. Nothing was saved."),
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400, which is told of a session that could not be saved as well."""
    if trouble(exception):
        return server_error(request)
    otherwise = (400, "Go back, reload the page and send it again.")
    status, sentence = BAD_REQUESTS.get(type(exception), otherwise)
    if _speaks_json(request):
        return problem(status, "request", sentence)
    return HttpResponse(render_to_string("400.html", {"sentence": sentence}), status=status)


def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW: the form's token is missing, or not this browser's."""
    if not _speaks_json(request):
        return HttpResponse(render_to_string("403_csrf.html"), status=403)
    if not request.user.is_authenticated:
        return problem(401, "signed_out", "Sign in to go on.")
    return problem(403, "csrf", "The token is missing or old. Nothing was saved; fetch a new one.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: 503 where the machine lacks something, and otherwise our own mistake."""
    fault = sys.exception()
    lacking = trouble(fault)
    if lacking is None:
        if _speaks_json(request):
            return problem(500, "fault", "Something broke here. Sending it again does no harm.")
        return HttpResponse(render_to_string("500.html"), status=500)
    sentence = UNAVAILABLE[lacking]
    if _speaks_json(request):
        answer: HttpResponse = problem(503, lacking, f"{sentence} Nothing was saved; try again.")
    else:
        answer = HttpResponse(render_to_string("503.html", _again(request, sentence)), status=503)
    answer["Retry-After"] = RETRY_AFTER
    logger.error("%s: %s (%s)", answer.reason_phrase, request.path, fault)
    # Django itself would log a stack trace, as for a mistake of ours.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def trouble(fault: BaseException | None) -> str | None:
    """What the machine lacks, a key of UNAVAILABLE, if that is the reason of the fault or the
    reason's reason.
    """
    for cause in _causes(fault):
        if isinstance(cause, sqlite3.Error):
            return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)  # the rest is detail
        if isinstance(cause, OperationalError | InternalError):
            if cause.__cause__ is None:
                return "busy"  # our own line of writers does not move
            if not isinstance(cause.__cause__, sqlite3.Error):
                return _by_state(getattr(cause.__cause__, "sqlstate", None) or "08")
        if isinstance(cause, NotSupportedError) and _plan_is_old(cause.__cause__):
            return "changed"
        if isinstance(cause, OSError) and cause.errno in NO_ROOM:
            return "full"
    return None


def _by_state(state: str) -> str | None:
    return next((lacking for head, lacking in SQLSTATES.items() if state.startswith(head)), None)


def _plan_is_old(told: BaseException | None) -> bool:
    """Does it say that a table was changed since this connection asked the same before?"""
    return getattr(getattr(told, "diag", None), "source_function", None) == PLAN_IS_OLD


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    while fault:
        yield fault
        fault = fault.__cause__ or fault.__context__


def _again(request: HttpRequest, sentence: str) -> dict[str, object]:
    """The page offers to send the same once more. Passwords and files are not put into a page."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values]
    return {
        "sentence": sentence,
        "address": request.get_full_path(),
        "posted": request.method == "POST",
        "kept": not (request.FILES or any("password" in name for name, _ in sent)),
        "again": [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"],
        "csrf_token": get_token(request),
    }


def _speaks_json(request: HttpRequest) -> bool:
    """Is it an end point for programs? Where a middleware failed nothing is resolved yet."""
    try:
        match = request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return False
    return getattr(match.func, "speaks_json", False)
