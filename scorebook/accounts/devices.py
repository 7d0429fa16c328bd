"""The browsers that somebody is signed in with."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

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


@access.open_to_waiting
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    forget(request.session.session_key)
    return _out(request)


@access.open_to_waiting
@require_GET
def devices(request: HttpRequest) -> HttpResponse:
    user = access.somebody(request)
    lasting = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    context = {
        "devices": user.devices.filter(session_key__in=lasting),
        "here": request.session.session_key,
    }
    return render(request, "accounts/devices.html", context)


@access.open_to_waiting
@require_POST
def sign_out_device(request: HttpRequest, device_id: int) -> HttpResponse:
    device = access.somebody(request).devices.filter(id=device_id).first()
    if device is None:
        raise Http404
    forget(device.session_key)
    messages.success(request, f"{device.name} is signed out.")
    return redirect("devices")


@access.open_to_waiting
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    sign_out_all(access.somebody(request))
    return _out(request)


def _out(request: HttpRequest) -> HttpResponse:
    """The photos that the browser kept go as well."""
    logout(request)
    answer = redirect("sign_in")
    answer["Clear-Site-Data"] = '"cache"'
    return answer
