"""The admins' page: how old the last backup is, another one, and a copy to take home."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.backups import Refused, folder
from scorebook.backups.making import back_up
from scorebook.models import Deed, Family
from scorebook.models.deeds import About


@require_GET
def backups(request: HttpRequest) -> HttpResponse:
    access.admin(request)
    family = Family.objects.get()
    there = folder.backups()
    context = {
        "backups": there,
        "last": there[0] if there else None,
        "too_old": folder.is_too_old(family.created_at),
        "problems": folder.problems(),
        "way_back": folder.way_back(there[0].path if there else Path("FILE")),
        "folder": settings.BACKUPS_DIR,
        "family": family,
    }
    return render(request, "backups/backups.html", context)


@require_POST
@access.asks_again
def back_up_now(request: HttpRequest) -> HttpResponse:
    by = access.admin(request)
    try:
        made = back_up()
    except Refused as problem:
        messages.error(request, str(problem))
        return redirect("backups")
    folder.note_outcome([*made.remarks, *map(str, made.differences)])
    Deed.objects.note(About.FAMILY, "made a backup", by=by)
    messages.success(request, f"Saved and verified: {made.contents}.")
    return redirect("backups")


@require_POST
@access.asks_again
def download_backup(request: HttpRequest, name: str) -> HttpResponseBase:
    """The whole book in one file: posted, so that no other site's link fetches it."""
    by = access.admin(request)
    found = next((backup for backup in folder.backups() if backup.name == name), None)
    if found is None:
        raise Http404
    Deed.objects.note(About.FAMILY, f"downloaded the backup {found.name}", by=by)
    answer = FileResponse(found.path.open("rb"), as_attachment=True, filename=found.name)
    answer["Content-Encoding"] = "identity"  # it is packed already
    return answer
