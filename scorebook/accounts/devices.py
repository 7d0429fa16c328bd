"""The browsers that somebody is signed in with."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Device, PairingCode, User

BACKEND = "django.contrib.auth.backends.ModelBackend"
# The first that a browser names of each, so the more special ones come first.
MACHINES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
CALLED = {"Macintosh": "Mac", "CrOS": "Chromebook"}
BROWSERS = {
    **{"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox"},
    **{"FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari"},
}


def named(agent: str) -> str:
    """ "iPhone, Safari"; "A browser" when it does not say what it is."""
    machine = next((word for word in MACHINES if word in agent), "")
    browser = next((name for word, name in BROWSERS.items() if word in agent), "")
    return ", ".join(filter(None, [CALLED.get(machine, machine), browser])) or "A browser"


def sign_in(request: HttpRequest, user: User) -> None:
    """The one way in: a session with a key of its own, and the device on its list."""
    if request.user.is_authenticated:  # perhaps the same one; that session ends
        Device.objects.filter(session_key=request.session.session_key).delete()
        request.session.flush()
    login(request, user, backend=BACKEND)
    agent = request.headers.get("User-Agent", "")
    key = request.session.session_key or ""
    Device.objects.create(user=user, session_key=key, name=named(agent))


def renew(request: HttpRequest) -> None:
    """Another key for the same session; its device keeps its place on the list."""
    before = request.session.session_key
    request.session.cycle_key()
    Device.objects.filter(session_key=before).update(session_key=request.session.session_key)


def forget(session_key: str | None) -> None:
    """One session ends, and its device leaves the list."""
    Session.objects.filter(session_key=session_key).delete()
    Device.objects.filter(session_key=session_key).delete()


@transaction.atomic
def sign_out_all(user: User) -> None:
    """Every session of this login ends at its next request."""
    User.objects.filter(id=user.id).update(sessions_since=F("sessions_since") + 1)
    keys = list(user.devices.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    user.devices.all().delete()
    PairingCode.objects.filter(user=user).delete()


def lasting(user: User) -> QuerySet[Device]:
    """Those whose session has not run out."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return user.devices.filter(session_key__in=sessions)


@access.open_to_waiting
@require_GET
def devices(request: HttpRequest) -> HttpResponse:
    context = {
        "devices": lasting(access.somebody(request)),
        "here": request.session.session_key,
    }
    return render(request, "accounts/devices.html", context)
