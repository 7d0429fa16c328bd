"""The door: who comes in to which view, and who is asked for a password or a passkey again."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from scorebook.access.guests import guest_at
from scorebook.access.people import admin
from scorebook.models import User

PROVED_FOR = timedelta(minutes=30)
PROVED = "proved_at"  # a key of the session

View = Callable[..., HttpResponse]


def open_to_guests(view: View) -> View:
    """Mark a view of one game, `game_id`: a guest of that table comes in too."""
    view.open_to_guests = True  # type: ignore[attr-defined]
    return view


def open_to_waiting(view: View) -> View:
    """Mark a view for whoever waits for an admin's yes as well."""
    view.open_to_waiting = True  # type: ignore[attr-defined]
    return view


class Door(LoginRequiredMiddleware):
    """Sends strangers to sign in, guests back out of all but their game, and those who wait to the
    page that says so.
    """

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: Any,
        view_kwargs: Any,
    ) -> HttpResponseBase | None:
        user = request.user
        if isinstance(user, User):
            open_to_all = not getattr(view_func, "login_required", True)
            if user.may_read or open_to_all or getattr(view_func, "open_to_waiting", False):
                return None
            return redirect("waiting")
        if getattr(view_func, "open_to_guests", False) and guest_at(
            request, view_kwargs["game_id"]
        ):
            return None
        return super().process_view(request, view_func, view_args, view_kwargs)


def asks_again(view: View) -> View:
    """A dangerous act: only an admin's, who gave a password or a passkey in the last half hour."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        admin(request)
        return view(request, *args, **kwargs) if proved_lately(request) else ask_first(request)

    return answer


def proved_lately(request: HttpRequest) -> bool:
    """Did this person give a password or a passkey in the last half hour?"""
    age = time.time() - request.session.get(PROVED, 0)
    return 0 <= age < PROVED_FOR.total_seconds()


def ask_first(request: HttpRequest) -> HttpResponse:
    """To the page that asks for a password or a passkey, and back to where the button stands."""
    back = request.get_full_path()
    if request.method not in ("GET", "HEAD"):
        back = urlsplit(request.headers.get("Referer", "")).path
    return redirect(f"{reverse('prove')}?{urlencode({'next': back})}")


def has_proved(request: HttpRequest) -> None:
    """The person has just given a password or a passkey."""
    request.session[PROVED] = int(time.time())
