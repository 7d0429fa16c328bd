"""Reading rules: the list, one rule set, two side by side, the crib sheet, what if."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import RuleSet
from scorebook.rulebook import what_if as other
from scorebook.rulebook.glance import glance
from scorebook.rulebook.pages import crib, house_rules, origin, side_by_side, topics
from scorebook.rulebook.reading import written

LONGEST_SEARCH = 100
AT_ONCE = 300  # games re-scored for one page, at some three milliseconds each


def _rule_set(slug: str) -> RuleSet:
    """A version with whom it descends from; 404 without one."""
    found = RuleSet.objects.offered().select_related("parent__parent", "made_by__merged_into")
    return get_object_or_404(found, slug=slug)


def _words(request: HttpRequest) -> str:
    return request.GET.get("q", "").strip()[:LONGEST_SEARCH]


@require_GET
def rule_sets(request: HttpRequest) -> HttpResponse:
    """The list; with `q` also every sentence that holds the words."""
    words, known = _words(request), list(RuleSet.objects.offered().select_related("parent"))
    found = [(one, topics(one.rules, words)) for one in known] if words else []
    context = {
        "rule_sets": known,
        "words": words,
        "found": [(one, some) for one, some in found if some],
    }
    return render(request, "rulebook/rule_sets.html", context)


@require_GET
def rule_set(request: HttpRequest, slug: str) -> HttpResponse:
    one, words = _rule_set(slug), _words(request)
    context = {
        "rule_set": one,
        "variant": one.rules,
        "glance": glance(one.rules),
        "house": house_rules(one),
        "topics": topics(one.rules, words),
        "origin": origin(one),
        "words": words,
        "rule_sets": RuleSet.objects.order_by("id"),
        "other": RuleSet.objects.exclude(id=one.id).order_by("id").first(),
    }
    return render(request, "rulebook/rule_set.html", context)


@require_GET
def compare_rules(request: HttpRequest) -> HttpResponse:
    """Two rule sets, `a` and `b`, side by side."""
    one, two = (_rule_set(request.GET.get(name, "link")) for name in ("a", "b"))
    context = {
        "one": one,
        "two": two,
        "topics": side_by_side(one.rules, two.rules),
        "rule_sets": RuleSet.objects.order_by("id"),
    }
    return render(request, "rulebook/compare_rules.html", context)


@require_GET
def crib_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    one = _rule_set(slug)
    context = {
        "rule_set": one,
        "variant": one.rules,
        "glance": glance(one.rules),
        "topics": crib(one.rules),
    }
    return render(request, "rulebook/crib_sheet.html", context)


@require_GET
def export_rules(request: HttpRequest, slug: str) -> HttpResponse:
    one = _rule_set(slug)
    answer = HttpResponse(written(one.rules), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{one.slug}.json"'
    return answer


@require_GET
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """All finished games of a family (`of`, else the rule set's own) by these rules, so many on
    a page.
    """
    one = _rule_set(slug)
    family = request.GET.get("of", one.family)
    families = RuleSet.objects.family_names()
    if family not in families:
        raise Http404
    page = Paginator(other.finished_games(family), AT_ONCE).get_page(request.GET.get("page"))
    evenings = other.evenings(page.object_list, one)
    records = other.records(evenings)
    context = {
        "rule_set": one,
        "rule_sets": RuleSet.objects.order_by("id"),
        "family": family,
        "families": families.items(),
        "page": page,
        "evenings": evenings,
        "misfits": sum(bool(evening.warnings) for evening in evenings),
        "changed": [evening for evening in evenings if evening.changed],
        "records": records,
        "sentences": [record.sentence for record in records if record.sentence],
    }
    return render(request, "rulebook/what_if.html", context)


@require_GET
def what_if_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """One finished game by other rules, `rules` or else the first that are not its own."""
    game = access.game(request, game_id)
    if not game.is_finished:
        raise Http404
    others = RuleSet.objects.offered().exclude(id=game.rule_set_id).order_by("id")
    one = _rule_set(request.GET.get("rules") or (others.first() or game.rule_set).slug)
    (evening,) = other.evenings([game], one)
    context = {
        "game": game,
        "rule_set": one,
        "rule_sets": RuleSet.objects.order_by("id"),
        "evening": evening,
    }
    return render(request, "rulebook/what_if_game.html", context)
