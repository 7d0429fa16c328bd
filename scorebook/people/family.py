"""The family's own settings, and who did what."""

from __future__ import annotations

from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.models import Deed, Family, Player
from scorebook.models.deeds import About
from scorebook.models.people import printable

ON_A_PAGE = 50


class FamilyForm(forms.ModelForm):
    name = forms.CharField(label="Name of the family", max_length=60, validators=[printable])
    time_zone = forms.ChoiceField(choices=lambda: [(z, z) for z in sorted(available_timezones())])

    class Meta:
        model = Family
        fields = ("name", "tone", "loser_photos", "time_zone")
        labels = {"loser_photos": "Photos of losers: on the wall, with their leave"}


@require_GET
def family(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    form = FamilyForm(instance=Family.objects.get())
    return render(request, "people/family.html", {"form": form})


@access.asks_again
@require_POST
def change_family(request: HttpRequest) -> HttpResponse:
    by = access.admin(request)
    form = FamilyForm(request.POST, instance=Family.objects.get())
    if not form.is_valid():
        return render(request, "people/family.html", {"form": form}, status=400)
    keep(form, by=by)
    messages.success(request, "So it is.")
    return redirect("family")


@transaction.atomic
def keep(form: FamilyForm, *, by: Player) -> None:
    form.save()
    for name in form.changed_data:
        said = f"set {name.replace('_', ' ')} to {form.cleaned_data[name]}"
        Deed.objects.note(About.FAMILY, said, by=by)


@require_GET
def deeds(request: HttpRequest) -> HttpResponse:
    """Everything but scores, newest first; a game has a log of its own."""
    access.reader(request)
    about = request.GET.get("about", "")
    found = Deed.objects.select_related("by")
    if about in About.values:
        found = found.filter(about=about)
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "about": about, "kinds": About.choices, "family": Family.objects.get()}
    return render(request, "people/deeds.html", context)
