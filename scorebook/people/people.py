"""The people of the family: the list, and what is known of them. Somebody's page is in pages."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access
from scorebook.ledger.people import short_name
from scorebook.models import Claim, Deed, Family, Game, Photo, Player, User
from scorebook.models.deeds import About
from scorebook.models.people import SHORT_NAME_LENGTH, PlayerQuerySet, Role, printable
from scorebook.models.photos import Side

GROUPS = ("At the table", "Children", "Retired", "In memory")


def check_free(name: str, others: PlayerQuerySet) -> None:
    """Two people of one name would be one to everybody else. Raises ValidationError."""
    if others.known().filter(name__iexact=name).exists():
        raise ValidationError(f"There is a {name} already. Add a surname to one of them.")


class PortraitField(forms.ModelChoiceField):
    def label_from_instance(self, photo: Photo) -> str:
        return photo.caption or photo.alt or f"Photo of {photo.added_at:%d %B %Y}"


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

    portrait = PortraitField(
        Photo.objects.none(), required=False, empty_label="The first letter of the name"
    )

    class Meta:
        model = Player
        fields = (
            *("name", "short_name", "nickname", "belongs", "birthday", "portrait"),
            *("is_child", "in_memory"),
        )
        labels = {
            "is_child": "A child: gentle words, a photo among the losers only by an admin",
            "in_memory": "In memory",
        }

    def __init__(self, *args, by_admin: bool, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.initial["retired"] = self.instance.retired_on is not None
        self.fields["is_child"].disabled = self.instance.is_child and not by_admin
        photos = Photo.objects.up().filter(people=self.instance).exclude(side=Side.LOSER)
        self.fields["portrait"].queryset = photos.newest_first()  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        check_free(self.cleaned_data["name"], Player.objects.exclude(id=self.instance.id))
        return self.cleaned_data["name"]

    def clean_short_name(self) -> str:
        short = self.cleaned_data["short_name"]
        others = Player.objects.known().exclude(id=self.instance.id)
        if other := others.filter(short_name__iexact=short).first():
            raise ValidationError(f"{other.name} is called that on the sheet. Choose another one.")
        return short


class NewPersonForm(forms.Form):
    name = forms.CharField(max_length=60, validators=[printable])

    def clean_name(self) -> str:
        check_free(self.cleaned_data["name"], Player.objects.all())
        return self.cleaned_data["name"]


@require_GET
def people(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    everybody = Player.objects.known().select_related("login").by_name()
    groups: dict[str, list[Player]] = {name: [] for name in GROUPS}
    for one in everybody:
        groups[_group(one)].append(one)
    context = {
        "family": Family.objects.get(),
        "groups": [(name, members) for name, members in groups.items() if members],
        "waiting": User.objects.filter(role=Role.WAITING).select_related("player").order_by("id"),
        "claims": Claim.objects.select_related("user__player", "player").order_by("made_at"),
    }
    return render(request, "people/people.html", context)


def _group(one: Player) -> str:
    at_the_table, children, retired, in_memory = GROUPS
    if one.in_memory:
        return in_memory
    if one.retired_on:
        return retired
    return children if one.is_child else at_the_table


@require_http_methods(["GET", "POST"])
def add_person(request: HttpRequest) -> HttpResponse:
    by = access.writer(request)
    form = NewPersonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        new = add(form.cleaned_data["name"], by=by)
        return redirect("person", new.id)
    return render(request, "people/add_person.html", {"form": form})


@transaction.atomic
def add(name: str, *, by: Player) -> Player:
    taken = Player.objects.values_list("short_name", flat=True)
    new = Player.objects.create(name=name, short_name=short_name(name, taken))
    Deed.objects.note(About.PEOPLE, f"added {name}", by=by, of=new)
    return new


@require_http_methods(["GET", "POST"])
def edit_person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    by = access.writer(request)
    found = access.known_player(request, player_id)
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
    if not {"name", "short_name"}.isdisjoint(form.changed_data):  # games first: see ledger.append
        Game.objects.naming(found).update(version=F("version") + 1)
    found.save()
    if found.is_child and "is_child" in form.changed_data:  # whom no admin's yes was about yet
        Photo.objects.filter(people=found, side=Side.LOSER).update(cleared_by=None)
    if form.changed_data:
        changed = ", ".join(name.replace("_", " ") for name in form.changed_data)
        Deed.objects.note(About.PEOPLE, f"changed {found.name}: {changed}", by=by, of=found)
