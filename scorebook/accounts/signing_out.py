"""Signing out: this browser, another one, all. Whoever could not come back is told so first."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scorebook import access
from scorebook.accounts import devices, keys
from scorebook.models import Device, User


@access.open_to_waiting
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    return _sign_out_here(request)


@access.open_to_waiting
@require_POST
def sign_out_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Another one from the list, or this one."""
    device = access.somebody(request).devices.filter(id=device_id).first()
    if device is None:
        raise Http404
    if device.session_key == request.session.session_key:
        return _sign_out_here(request)
    devices.forget(device.session_key)
    messages.success(request, f"{device.name} is signed out.")
    return redirect("devices")


@access.open_to_waiting
@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    user = access.somebody(request)
    if _is_for_good(request, Device.objects.none()):
        return _ask(request)
    devices.sign_out_all(user)
    return _out(request)


def _sign_out_here(request: HttpRequest) -> HttpResponse:
    here = request.session.session_key
    others = devices.lasting(access.somebody(request)).exclude(session_key=here)
    if _is_for_good(request, others):
        return _ask(request)
    devices.forget(here)
    return _out(request)


def _is_for_good(request: HttpRequest, left: QuerySet[Device]) -> bool:
    """Would nothing that this person has bring them back, and were they not told so yet? `left` are
    the devices that stay signed in. Whoever waits has nothing to lose but the waiting.
    """
    user: User = access.somebody(request)
    if "sure" in request.POST or not user.may_read:
        return False
    by_passkey = keys.offered(request) and user.passkeys.exists()
    return not (user.has_usable_password() or by_passkey or left.exists())


def _ask(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/sign_out.html")


def _out(request: HttpRequest) -> HttpResponse:
    """The photos that the browser kept go as well."""
    logout(request)
    answer = redirect("sign_in")
    answer["Clear-Site-Data"] = '"cache"'
    return answer
