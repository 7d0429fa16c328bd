"""Stretches of days that the family names, as filters: added, changed and removed by members."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access
from scorebook.models import Deed, Player, Season
from scorebook.models.deeds import About
from scorebook.models.people import printable

LIST = "seasons"


class SeasonForm(forms.ModelForm):
    name = forms.CharField(
        label="Name",
        max_length=40,
        validators=[printable],
        error_messages={"required": "A season needs a name."},
    )

    class Meta:
        model = Season
        fields = ("name", "begins_on", "ends_on")
        labels = {"begins_on": "First day", "ends_on": "Last day"}
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("begins_on", "ends_on")
        }
        error_messages = {
            "begins_on": {"required": "When does it begin?", "invalid": "That is no day."},
            "ends_on": {"required": "When does it end?", "invalid": "That is no day."},
        }

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Season.objects.filter(name__iexact=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError("There is a season of that name already.")
        return name

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        begins, ends = told.get("begins_on"), told.get("ends_on")
        if begins and ends and ends < begins:
            self.add_error("ends_on", "It ends before it begins.")
        return told

    def _post_clean(self) -> None:
        """The rows' own checks say the same less well."""
        if not self.errors:
            super()._post_clean()  # type: ignore[misc]


@transaction.atomic
def save_season(form: SeasonForm, *, by: Player) -> None:
    """A valid form's season, new or changed, with a deed."""
    did = "added" if form.instance.pk is None else "changed"
    season = form.save()
    days = f"{season.begins_on} to {season.ends_on}"
    Deed.objects.note(About.FAMILY, f"{did} the season {season.name}, {days}", by=by)


@transaction.atomic
def remove_season(season: Season, *, by: Player) -> None:
    season.delete()
    Deed.objects.note(About.FAMILY, f"removed the season {season.name}", by=by)


@require_GET
def seasons(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    return _page(request, SeasonForm())


@require_POST
def add_season(request: HttpRequest) -> HttpResponse:
    by = access.writer(request)
    form = SeasonForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    save_season(form, by=by)
    messages.success(request, f"{form.instance.name} is a season now.")
    return redirect(LIST)


@require_http_methods(["GET", "POST"])
def change_season(request: HttpRequest, season_id: int) -> HttpResponse:
    by = access.writer(request)
    season = get_object_or_404(Season, pk=season_id)
    form = SeasonForm(request.POST or None, instance=season)
    if form.is_valid():
        save_season(form, by=by)
        messages.success(request, f"{season.name} is changed.")
        return redirect(LIST)
    status = 422 if request.method == "POST" else 200
    return render(request, "stats/season.html", {"form": form, "season": season}, status=status)


@require_POST
def take_away_season(request: HttpRequest, season_id: int) -> HttpResponse:
    by = access.writer(request)
    season = get_object_or_404(Season, pk=season_id)
    remove_season(season, by=by)
    messages.success(request, f"{season.name} is gone. The games stay.")
    return redirect(LIST)


def _page(request: HttpRequest, form: SeasonForm, status: int = 200) -> HttpResponse:
    context = {"seasons": Season.objects.all(), "form": form}
    return render(request, "stats/seasons.html", context, status=status)
