"""The people of the family: how they are called, and who of them is a child."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access
from scorebook.models import Player
from scorebook.models.people import SHORT_NAME_LENGTH, printable


class PersonForm(forms.ModelForm):
    name = forms.CharField(max_length=60, validators=[printable])
    short_name = forms.CharField(
        max_length=SHORT_NAME_LENGTH,
        validators=[printable],
        help_text="At most 7 letters: it heads a narrow column.",
    )

    class Meta:
        model = Player
        fields = ("name", "short_name", "is_child")
        labels = {"is_child": "A child: gentle words, and no photo among the losers unless asked"}


@require_GET
def people(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/people.html", {"people": Player.objects.by_name()})


@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, player_id: UUID) -> HttpResponse:
    access.writer(request)
    player = get_object_or_404(Player, id=player_id)
    form = PersonForm(request.POST or None, instance=player)
    if form.is_valid():
        form.save()
        messages.success(request, f"{player.name} it is.")
        return redirect("people")
    return render(request, "accounts/person.html", {"form": form})
