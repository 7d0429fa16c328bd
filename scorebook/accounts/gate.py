"""Until there is a first admin the site is closed, but for its set-up page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorebook.models import User

View = Callable[[HttpRequest], HttpResponse]
OPEN = ("/healthz", "/setup/", "/offline/", "/sw.js", "/manifest.webmanifest")


def closed_until_set_up(get_response: View) -> View:
    """Ask for users only when a stranger calls: who is signed in is one."""

    def answer(request: HttpRequest) -> HttpResponse:
        open_to_all = request.path_info.startswith(OPEN)
        if open_to_all or request.user.is_authenticated or User.objects.exists():
            return get_response(request)
        return closed(request)

    return answer


def closed(request: HttpRequest) -> HttpResponse:
    """503: it is the right address, only too early; no browser keeps this answer."""
    return render(request, "accounts/closed.html", status=503)
