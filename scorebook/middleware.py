"""What every answer carries, and the session that lasts while somebody keeps coming."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

View = Callable[[HttpRequest], HttpResponse]

HEADERS = {
    "X-Robots-Tag": "noindex, nofollow",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), "
        "microphone=(), midi=(), payment=(), usb=()"
    ),
    # On a tablet that is passed around, "back" must not show what the last person saw. A view that
    # lets the browser keep its answer says so itself.
    "Cache-Control": "private, no-store",
}


def private_pages(get_response: View) -> View:
    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return answer


def sliding_session(get_response: View) -> View:
    """Renew a session on the first request of a day: to do it on each would write on each."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            today = timezone.localdate().isoformat()
            if request.session.get("last_seen") != today:
                request.session["last_seen"] = today
        return get_response(request)

    return answer
