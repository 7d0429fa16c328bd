"""House rules: from a rule set through its form or from a file to a preview, and saved."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access
from scorebook.models import Family, RuleSet
from scorebook.rulebook.forms import ImportForm, VersionForm
from scorebook.rulebook.house_form import RulesForm
from scorebook.rulebook.pages import against_presets
from scorebook.rulebook.reading import read_rules, written
from scorebook.rulebook.saving import NotSaved, parent_of, save_version
from scorebook.rules.differences import differences, differing_axes
from scorebook.rules.variant import Variant, VariantError


def _form(
    request: HttpRequest, parent: RuleSet, form: RulesForm, status: int = 200
) -> HttpResponse:
    """The form of a rule set; the reason that somebody came with goes on with it."""
    why = (request.POST if request.method == "POST" else request.GET).get("why", "")
    context = {"rule_set": parent, "form": form, "groups": form.groups(), "why": why}
    return render(request, "rulebook/house_rules.html", context, status=status)


def _preview(
    request: HttpRequest,
    parent: RuleSet | None,
    variant: Variant,
    form: VersionForm,
    status: int = 200,
) -> HttpResponse:
    context = {
        "parent": parent,
        "variant": variant,
        "changes": differences(parent.rules, variant) if parent else [],
        "against": against_presets(variant),
        "form": form,
    }
    return render(request, "rulebook/preview.html", context, status=status)


def _named(parent: RuleSet | None, variant: Variant, **initial: Any) -> VersionForm:
    slug = parent.slug if parent else ""
    rules = written(variant)
    return VersionForm(Family.objects.get(), rules=rules, parent=slug, **initial)


@require_http_methods(["GET", "POST"])
def house_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the form of a rule set; POST what its changes mean, before anything is saved."""
    access.writer(request)
    parent = get_object_or_404(RuleSet.objects.offered(), slug=slug)
    if request.method == "GET":
        return _form(request, parent, RulesForm(parent.rules))
    form = RulesForm(parent.rules, request.POST)
    if form.is_valid() and not differing_axes(parent.rules, form.variant):
        form.add_error(None, f"Nothing is changed. These are the rules of {parent.name}.")
    if not form.is_valid():
        return _form(request, parent, form, status=400)
    named = _named(parent, form.variant, why=request.POST.get("why", ""))
    return _preview(request, parent, form.variant, named)


@require_POST
def change_again(request: HttpRequest, slug: str) -> HttpResponse:
    """Back from the preview to the form, with all that was changed."""
    access.writer(request)
    parent = get_object_or_404(RuleSet.objects.offered(), slug=slug)
    try:
        variant = read_rules(request.POST.get("rules", ""))
    except VariantError:
        return _import_page(request, ImportForm({"text": request.POST.get("rules", "")}))
    return _form(request, parent, RulesForm(parent.rules, start=variant))


@require_POST
def save_house_rules(request: HttpRequest) -> HttpResponse:
    """Save what a preview showed; what cannot be saved comes back with it."""
    author = access.writer(request)
    form = VersionForm(Family.objects.get(), request.POST)
    if not form.is_valid():
        return _still_unnamed(request, form)
    said = form.cleaned_data
    variant, parent = said.pop("rules"), said.pop("parent")
    try:
        saved = save_version(parent, variant, made_by=author, **said)
    except NotSaved as error:
        form.add_error(error.field, str(error))
        return _preview(request, parent, variant, form, status=400)
    messages.success(request, f"{saved.name} is in the book. New games can be played by it.")
    return redirect("rule_set", saved.slug)


def _still_unnamed(request: HttpRequest, form: VersionForm) -> HttpResponse:
    """The preview again; rules that cannot be read any more go where rules are read."""
    variant = form.cleaned_data.get("rules")
    if variant is None:
        return _import_page(request, ImportForm({"text": request.POST.get("rules", "")}))
    return _preview(request, form.cleaned_data.get("parent"), variant, form, status=400)


@require_http_methods(["GET", "POST"])
def import_rules(request: HttpRequest) -> HttpResponse:
    """Rules from a file or pasted, read strictly, into the same preview as a changed form's."""
    access.writer(request)
    if request.method == "GET":
        return _import_page(request, ImportForm())
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, form)
    variant = form.cleaned_data["rules"]
    parent = parent_of(variant)
    if parent and not differing_axes(parent.rules, variant):
        form.add_error(None, f"These are the rules of {parent.name}, and they are here already.")
        return _import_page(request, form)
    return _preview(request, parent, variant, _named(parent, variant, name=variant.name))


def _import_page(request: HttpRequest, form: ImportForm) -> HttpResponse:
    status = 400 if form.errors else 200
    return render(request, "rulebook/import_rules.html", {"form": form}, status=status)
