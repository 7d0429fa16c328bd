"""The family's own settings, and who did what."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.models import Deed, Family, Player
from scorebook.models.deeds import About
from scorebook.models.people import printable
from scorebook.models.zones import zones

ON_A_PAGE = 50


class FamilyForm(forms.ModelForm):
    name = forms.CharField(label="Name of the family", max_length=60, validators=[printable])
    time_zone = forms.ChoiceField()

    class Meta:
        model = Family
        fields = ("name", "tone", "loser_photos", "time_zone")
        labels = {
            "tone": "Tone: how results are told",
            "loser_photos": "Photos of losers may be on the wall",
            "time_zone": "Time zone",
        }

    def __init__(self, *args, may_rename: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].disabled = not may_rename
        self.fields["time_zone"].choices = zones(self.instance.time_zone)  # type: ignore[attr-defined]


class DeedsForm(forms.Form):
    about = forms.ChoiceField(choices=[("", "Everything"), *About.choices], required=False)
    person = forms.ModelChoiceField(Player.objects.select_related("merged_into"), required=False)

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        known = Player.objects.known().by_name().values_list("id", "name")
        self.fields["person"].choices = [("", "Everybody"), *known]  # type: ignore[attr-defined]


@require_GET
def family(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    form = FamilyForm(instance=Family.objects.get(), may_rename=access.proved_lately(request))
    return render(request, "people/family.html", {"form": form})


@require_POST
def change_family(request: HttpRequest) -> HttpResponse:
    """The name only by an admin who gave the password just now; the rest by any."""
    by = access.admin(request)
    may_rename = access.proved_lately(request)
    form = FamilyForm(request.POST, instance=Family.objects.get(), may_rename=may_rename)
    if not form.is_valid():
        return render(request, "people/family.html", {"form": form}, status=400)
    keep(form, by=by)
    messages.success(request, "So it is.")
    return redirect("family")


@transaction.atomic
def keep(form: FamilyForm, *, by: Player) -> None:
    form.save()
    family = form.instance
    values = {
        "name": ("the name", family.name),
        "tone": ("the tone", family.get_tone_display()),
        "loser_photos": ("photos of losers", "on" if family.loser_photos else "off"),
        "time_zone": ("the time zone", family.time_zone),
    }
    for name in form.changed_data:
        what, value = values[name]
        Deed.objects.note(About.FAMILY, f"set {what} to {value}", by=by)


@require_GET
def deeds(request: HttpRequest) -> HttpResponse:
    """Everything but scores, newest first; a game has a log of its own. What the address asks for
    and does not exist is not asked for.
    """
    access.reader(request)
    form = DeedsForm(request.GET)
    form.is_valid()
    about, who = form.cleaned_data.get("about"), form.cleaned_data.get("person")
    if who and who.merged_into:
        asked = urlencode({"about": about or "", "person": who.merged_into.id})
        return redirect(f"{request.path}?{asked}")
    found = Deed.objects.select_related("by__merged_into")
    if about:
        found = found.filter(about=about)
    if who:
        found = found.filter(Q(by__in=who.ids()) | Q(of__in=who.ids()))
    context = {
        "form": form,
        "page": Paginator(found, ON_A_PAGE).get_page(request.GET.get("page")),
        "address": urlencode({"about": about or "", "person": who.id if who else ""}),
        "family": Family.objects.get(),
    }
    return render(request, "people/deeds.html", context)
