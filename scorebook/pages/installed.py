"""Scorebook on the home screen: how it is installed, and what opens where there is no signal."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_GET

KEPT = (".js", ".css", ".svg")
HOUR = "private, max-age=3600"


@cache
def kept_files() -> list[str]:
    """The addresses of what a phone keeps: nothing in them is of any person."""
    ours = Path(settings.STATICFILES_DIRS[0])
    paths = sorted(path.relative_to(ours).as_posix() for path in ours.rglob("*.*"))
    return [reverse("offline"), *(static(path) for path in paths if path.endswith(KEPT))]


@require_GET
@login_not_required
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker and what it keeps; other files make another worker, which fetches them anew."""
    files = kept_files()
    version = sha256("".join(files).encode()).hexdigest()[:12]
    script = (
        f"const VERSION = {json.dumps(version)};\n"
        f"const FILES = {json.dumps(files)};\n"
        f"importScripts({json.dumps(static('js/worker.js'))});\n"
    )
    headers = {"Cache-Control": "private, no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_GET
@login_not_required
def offline(request: HttpRequest) -> HttpResponse:
    """A page without anybody in it."""
    page = render(request, "pages/offline.html")
    page["Cache-Control"] = HOUR
    return page


@require_GET
@login_not_required
def manifest(request: HttpRequest) -> HttpResponse:
    """The same for every family: whoever asks need not be of it."""
    picture = {"type": "image/png"}
    icons = [
        picture | {"src": static("icons/192.png"), "sizes": "192x192"},
        picture | {"src": static("icons/512.png"), "sizes": "512x512"},
        picture | {"src": static("icons/maskable.png"), "sizes": "512x512", "purpose": "maskable"},
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": "Scorebook",
            "short_name": "Scorebook",
            "description": "Keeps the score of the family’s rummy evenings.",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#faf6ee",
            "theme_color": "#faf6ee",
            "icons": icons,
        },
        content_type="application/manifest+json",
        headers={"Cache-Control": HOUR},
    )
