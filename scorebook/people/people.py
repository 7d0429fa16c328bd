"""The people of the family: the list, somebody's page, what is known of them."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access
from scorebook.ledger.people import short_name
from scorebook.models import Deed, Family, Game, Photo, Player, Tally, User
from scorebook.models.deeds import About
from scorebook.models.people import SHORT_NAME_LENGTH, printable

NEWEST = 5


class PersonForm(forms.ModelForm):
    name = forms.CharField(max_length=60, validators=[printable])
    short_name = forms.CharField(
        max_length=SHORT_NAME_LENGTH,
        validators=[printable],
        help_text="At most 7 letters: it heads a narrow column.",
    )
    nickname = forms.CharField(max_length=60, validators=[printable], required=False)
    belongs = forms.CharField(
        label="How they belong",
        max_length=60,
        validators=[printable],
        required=False,
        help_text="In the family’s own words: born, married, not a Link.",
    )
    birthday = forms.DateField(
        required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    retired = forms.BooleanField(
        label="Retired: stays in the history, leaves the current boards", required=False
    )

    class Meta:
        model = Player
        fields = ("name", "short_name", "nickname", "belongs", "birthday", "is_child", "in_memory")
        labels = {
            "is_child": "A child: gentle words, a photo among the losers only by an admin",
            "in_memory": "In memory",
        }

    def __init__(self, *args, by_admin: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.initial["retired"] = self.instance.retired_on is not None
        self.fields["is_child"].disabled = self.instance.is_child and not by_admin


class NewPersonForm(forms.Form):
    name = forms.CharField(max_length=60, validators=[printable])


@require_GET
def people(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    context = {
        "family": Family.objects.get(),
        "people": Player.objects.known().select_related("login").by_name(),
    }
    return render(request, "people/people.html", context)


@require_GET
def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Somebody's page, with a login or without one. Who turned out to be another leads there."""
    found = access.player(request, player_id)
    if found.merged_into_id:
        return redirect("person", found.merged_into_id)
    counts = Tally.objects.filter(player=found).aggregate(
        games=Sum("games"), won=Sum("won"), lost=Sum("lost"), rounds=Sum("rounds"), out=Sum("out")
    )
    games = Game.objects.filter(seats__player=found).newest_first().select_related("rule_set")
    context = {
        "person": found,
        "login": User.objects.filter(player=found).first(),
        "counts": counts,
        "games": games[:NEWEST],
        "photos": Photo.objects.up().filter(people=found).newest_first()[:NEWEST],
        "absorbed": found.merged.by_name(),
        "claims": found.claims.select_related("user__player"),
        "may_claim": _may_claim(access.reader(request), found),
    }
    return render(request, "people/person.html", context)


def _may_claim(user: User, found: Player) -> bool:
    """ "That's me": of somebody who has no login, by somebody who is not known as them yet."""
    free = not User.objects.filter(player=found).exists()
    return free and user.player_id not in (None, found.id) and not hasattr(user, "claim")


@require_http_methods(["GET", "POST"])
def add_person(request: HttpRequest) -> HttpResponse:
    by = access.writer(request)
    form = NewPersonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        name = form.cleaned_data["name"].strip()
        taken = Player.objects.values_list("short_name", flat=True)
        with transaction.atomic():
            new = Player.objects.create(name=name, short_name=short_name(name, taken))
            Deed.objects.note(About.PEOPLE, f"added {name}", by=by, of=new)
        return redirect("person", new.id)
    return render(request, "people/add_person.html", {"form": form})


@require_http_methods(["GET", "POST"])
def edit_person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.writer(request)
    found = access.player(request, player_id)
    is_admin = access.reader(request).is_admin
    form = PersonForm(
        request.POST if request.method == "POST" else None, instance=found, by_admin=is_admin
    )
    if form.is_valid():
        save(form, by=by)
        messages.success(request, f"{found.name} it is.")
        return redirect("person", found.id)
    return render(request, "people/edit_person.html", {"form": form, "person": found})


@transaction.atomic
def save(form: PersonForm, *, by: Player) -> None:
    found = form.save(commit=False)
    if form.cleaned_data["retired"] != (found.retired_on is not None):
        found.retired_on = Family.objects.get().today if form.cleaned_data["retired"] else None
    found.save()
    if form.changed_data:
        changed = ", ".join(name.replace("_", " ") for name in form.changed_data)
        Deed.objects.note(About.PEOPLE, f"changed {found.name}: {changed}", by=by, of=found)
