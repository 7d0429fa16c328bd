"""Links for others to open: by which address, and where that opens."""

from __future__ import annotations

import os
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from scorebook.machine import lan_address

EVERYWHERE = ("", "0.0.0.0", "::")
AT_HOME = (".local", ".lan", ".home", ".internal", ".box")
ONLY_HERE = (
    "This address opens on this machine alone. For one that others can open, open the scorebook by "
    "the address that phones use, and make it there."
)
STAYS_HERE = (
    "This address opens on this machine alone. Open the scorebook by the address that phones use, "
    "then come back to this page: that one is for others."
)
ONLY_AT_HOME = "This opens only in the same network as the scorebook: on the Wi-Fi at home, say."


def for_others(request: HttpRequest, name: str, *args: object) -> str:
    """The whole address of a page, as somebody else can open it if there is a way."""
    return f"{_site(request)}{reverse(name, args=args)}"


def reach(address: str, *, once: bool = True) -> str:
    """A sentence about where an address opens; empty where that is anywhere. `once`: it is shown
    when it is made and never again.
    """
    host = urlsplit(address).hostname or ""
    if is_this_machine(host):
        return ONLY_HERE if once else STAYS_HERE
    return ONLY_AT_HOME if _is_at_home(host) else ""


def typed(address: str) -> str:
    """An address as one types it."""
    return urlsplit(address)._replace(scheme="").geturl().removeprefix("//")


def phone_address(host: str, port: int) -> str | None:
    """Where phones find the site that listens there; None where they do not."""
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    address = lan_address() if host in EVERYWHERE else host
    return None if address is None or is_this_machine(address) else f"http://{address}:{port}"


def is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _site(request: HttpRequest) -> str:
    here = urlsplit(f"{request.scheme}://{request.get_host()}")
    known = None
    if settings.SITE_URL or is_this_machine(here.hostname or ""):
        known = phone_address(os.environ.get("HOST", ""), here.port or 80)
    return known or here.geturl()


def _is_at_home(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith(AT_HOME)
