"""What a phone keeps so that an evening goes on without a signal: a game, and all for a new one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import conditional_page, require_GET

from scorebook import access
from scorebook.ledger.reading import as_engine, entry_json, people_of, sheet_json
from scorebook.models import Entry, Family, Game, Player, RuleSet
from scorebook.models.people import KIN
from scorebook.recording.api import speaks_json
from scorebook.recording.phone_rules import phone_rules
from scorebook.recording.seating import SameTable
from scorebook.recording.words import LINES, member_of, rules_in_a_line
from scorebook.rules import sheet as engine
from scorebook.rules.table import replay


@require_GET
@speaks_json
@conditional_page
def record(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """One game with its entries and the rules that stand: a phone's own sheet starts from there.

    It also says what its reader may do and what people are called, which no version tells.
    """
    game = access.game(request, game_id)
    entries = list(game.entries.select_related("author__merged_into"))
    read = as_engine(entries)
    sheet = replay(game.rule_set.rules, read)
    told = sheet_json(game, sheet)
    people = people_of(game, sheet).items()
    return JsonResponse(
        {
            "game": _game(request, game),
            "rules": phone_rules(game.rule_set.rules),
            "people": [{"seat": seat, **_person(player)} for seat, player in people],
            "entries": list(map(_entry, entries, read)),
            "proposals": told["proposals"],
            "sheet": told,
        }
    )


def _game(request: HttpRequest, game: Game) -> dict[str, Any]:
    """`may_correct`: also what others entered. `pen`: who keeps the score."""
    return {
        "id": str(game.id),
        "title": game.title,
        "date": game.played_on.isoformat(),
        "place": game.place,
        "occasion": game.occasion,
        "version": game.version,
        "finished": game.is_finished,
        "may_score": access.may_score(request, game),
        "may_correct": access.keeps_score(request, game) and access.may_amend(request, game),
        "pen": _person(game.scorekeeper),
    }


def _person(player: Player) -> dict[str, Any]:
    return {
        "player": str(player.id),
        "name": player.name,
        "short": player.short_name,
        "child": player.is_child,
    }


def _entry(entry: Entry, read: engine.Entry) -> dict[str, Any]:
    """An entry with its payload as the engine reads it, whichever form it came in."""
    return (entry_json(entry) or {}) | {"payload": read.payload, "replaces": read.replaces}


@require_GET
@speaks_json
@conditional_page
def kit(request: HttpRequest) -> HttpResponse:
    """What a phone needs besides the records of games: whose it is and how the family speaks. For
    whoever writes here also all that a new game without a signal needs.
    """
    family, guest = Family.objects.get(), access.is_guest(request)
    told: dict[str, Any] = {
        "person": _person(access.holder(request)),
        "guest": guest,
        "family": {"name": family.name, "tone": family.tone, "member": member_of(family)},
        "lines": {
            moment: {tone: asdict(line) for tone, line in lines.items()}
            for moment, lines in LINES.items()
        },
    }
    if not guest and access.reader(request).may_write:
        told |= _for_a_new_game(family)
    return JsonResponse(told)


def _for_a_new_game(family: Family) -> dict[str, Any]:
    last = Game.objects.in_the_book().newest_first().with_table().first()
    return {
        "rule_sets": _rule_sets(RuleSet.objects.offered()),
        "people": [_person(player) for player in Player.objects.playing().by_name()],
        "retired": _retired_names(),
        "kin": sorted(KIN),
        "last": _set_up(SameTable.offered(last)),
        "date": family.today.isoformat(),
    }


def _retired_names() -> list[str]:
    """Names that nobody new can have, of people who are not asked to play."""
    away = Player.objects.known().exclude(id__in=Player.objects.playing().values("id"))
    return list(away.by_name().values_list("name", flat=True))


def _rule_sets(offered: Iterable[RuleSet]) -> list[dict[str, Any]]:
    return [
        {
            "slug": rule_set.slug,
            "name": rule_set.name,
            "line": rules_in_a_line(rule_set.rules),
            "rules": phone_rules(rule_set.rules),
        }
        for rule_set in offered
    ]


def _set_up(same: SameTable | None) -> dict[str, Any] | None:
    """What the entry that starts the same table again says, but for its date."""
    if same is None:
        return None
    return {
        "rule_set": same.game.rule_set.slug,
        "players": [str(player.id) for player in same.players],
        "first_dealer": same.players.index(same.dealer),
        "decks": same.game.decks,
    }
