"""Projections can be thrown away and rebuilt; whatever differs from the entries is named."""

import random
from collections.abc import Callable
from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from scorebook.ledger.append import Answer
from scorebook.ledger.contracts import SUMS
from scorebook.ledger.ratings import Strength
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import KEYS, recompute
from scorebook.ledger.submission import Refused
from scorebook.ledger.tallying import OF_SEATS, STREAKS
from scorebook.models import ContractTally, DataVersion, Game, Hand, RatedGame, Rating, Seat, Tally
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = make_game(players=3)
    play_round(game, hands={1: "KK4A"}, cut_by=2)
    hand_in(game, "buys", {"n": 1}, round=1, seat=1)
    hand_in(game, "finish", {"early": True})
    return game


def named() -> list[tuple[str, str]]:
    return [(difference.projection, difference.field) for difference in recompute(check=True)]


WRONG = {
    Game: {
        "played_on": date(2020, 1, 1),
        "place": "Elsewhere",
        "occasion": "Never",
        "status": "playing",
        "ended_early": False,
        "overturned": True,
        "first_dealer": 2,
        "decks": 7,
        "finished_at": None,
    },
    Seat: {
        "position": 9,
        "first_round": 3,
        "left_before": 3,
        "starting_points": 5,
        "total": 1,
        "place": 9,
        "result": 9,
        "won": True,
        "lost": False,
        "family": "gourt",
        "played_on": date(2020, 1, 1),
        "begun_at": None,
        "counts": False,
        "rounds": 9,
        "out": 9,
        "wilds": 9,
        "cuts": 9,
        "cuts_paid": 9,
        "buys": 9,
        "bought_rounds": 9,
        "bought_points": 9,
        "lowest_hand": 9,
        "highest_hand": 9,
        "comeback": 9,
        "from_last": True,
        "lead_lost": 9,
        "from_first": True,
        "clean_game": False,
    },
    Hand: {
        "state": "missing",
        "cards": ["2"],
        "hand_points": 1,
        "cut_points": 1,
        "adjustments": 1,
        "points": 1,
        "buys": 9,
        "cut_exactly": True,
        "counted": False,
        "pattern": "RRR",
        "dealt": True,
    },
    Tally: dict.fromkeys((*OF_SEATS, *STREAKS), 9),
    ContractTally: dict.fromkeys(SUMS, 9),
    Rating: dict.fromkeys(Strength._fields, 9),
    RatedGame: dict.fromkeys((*Strength._fields, *map("overall_{}".format, Strength._fields)), 9),
}


@pytest.mark.parametrize("model", WRONG)
def test_each_wrong_value_is_named(game, model):
    row = model.objects.order_by("id")[1 if model in (Seat, Hand) else 0]
    for column, wrong in WRONG[model].items():
        assert named() == []
        model.objects.filter(pk=row.pk).update(**{column: wrong})
        assert (model.__name__, column) in named()
        found = [d for d in recompute() if (d.projection, d.field) == (model.__name__, column)]
        assert [(d.stored, d.derived) for d in found] == [(wrong, getattr(row, column))]
        row = model.objects.order_by("id")[1 if model in (Seat, Hand) else 0]


def test_a_wrong_rule_set_and_a_wrong_person_are_named(game):
    stranger = make_player(name="Stranger")
    other = make_game(variant="gourt", players=[stranger, make_player()])
    Game.objects.filter(id=game.id).update(rule_set=other.rule_set)
    Seat.objects.filter(game=game, number=1).update(player=stranger)
    Hand.objects.filter(game=game, round=1, seat=1).update(player=stranger)
    assert named() == [("Game", "rule_set_id"), ("Seat", "player_id"), ("Hand", "player_id")]


def test_no_column_of_a_projection_is_forgotten():
    keys = {"id", "game_id", "player_id", "rule_set_id", "number", "round", "seat"}
    for model in (Seat, Hand, Tally, ContractTally, Rating, RatedGame):
        columns = {field.attname for field in model._meta.concrete_fields}
        assert columns - keys == set(WRONG[model]) | (columns & {*KEYS[model]} - keys)


@pytest.mark.parametrize("model", [Seat, Hand, Tally, ContractTally, Rating, RatedGame])
def test_a_missing_row_is_named(game, model):
    model.objects.last().delete()
    assert named() == [(model.__name__, "row")]
    recompute()
    assert named() == []


@pytest.mark.parametrize("model", [Seat, Hand, Tally, ContractTally, Rating, RatedGame])
def test_pages_that_were_kept_are_old_when_something_was_put_right(game, model):
    model.objects.last().delete()
    before = DataVersion.objects.get().number
    recompute()
    assert DataVersion.objects.get().number > before


@pytest.mark.parametrize(
    "extra",
    [
        lambda game: Seat(game=game, number=7, position=7, player=game.scorekeeper),
        lambda game: Hand(game=game, round=7, seat=7, player=game.scorekeeper, state="out"),
        lambda game: Tally(
            player=game.scorekeeper,
            family="gourt",
            year=1999,
            games=1,
            won=1,
            lost=0,
            rounds=1,
            out=1,
        ),
    ],
)
def test_a_row_too_many_is_named(game, extra: Callable):
    row = extra(game)
    row.save()
    found = recompute(check=True)
    assert [(d.projection, d.field, d.derived) for d in found] == [
        (type(row).__name__, "row", None)
    ]
    assert type(row).objects.filter(pk=row.pk).exists()
    recompute()
    assert named() == []


def test_the_check_changes_nothing(game):
    Seat.objects.filter(game=game, number=0).update(total=999)
    recompute(check=True)
    assert Seat.objects.get(game=game, number=0).total == 999


def test_the_command_draws_how_far_it_is_where_somebody_looks_on(game):
    make_game(players=2)
    seen, piped = Console(), StringIO()
    call_command("recompute", stdout=StringIO(), stderr=seen)
    assert f"[{'#' * 20:<40}] 1 of 2 games" in seen.getvalue()
    assert seen.getvalue().endswith("\r")
    call_command("recompute", stdout=StringIO(), stderr=piped)
    assert piped.getvalue() == ""


class Console(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_command_says_it_and_counts_as_failed(game):
    told = StringIO()
    call_command("recompute", check=True, stdout=told)
    assert told.getvalue() == "No projection differs from its entries.\n"
    Seat.objects.filter(game=game, number=0).update(total=999)
    with pytest.raises(SystemExit) as stopped:
        call_command("recompute", check=True, stdout=told)
    assert stopped.value.code == 1
    said = f"Seat 0 of game {game.id} has 999 as total, and the entries say 25.\n"
    assert told.getvalue().endswith(said)
    call_command("recompute", stdout=told)
    assert "Put right: 1." in told.getvalue()


def test_each_difference_is_a_sentence(game):
    player = game.seats.get(number=0).player_id
    Game.objects.update(ended_early=False, finished_at=None)
    Hand.objects.filter(round=1, seat=1).delete()
    other = make_player(name="Zoe")
    Tally.objects.over().filter(player=player).update(player=other)
    Tally.objects.filter(player=player, family="link", year=2026).delete()
    told = [str(difference) for difference in recompute(check=True)]
    ended = game.finished_at
    assert told[:3] == [
        f"Game {game.id} has no as ended early, and the entries say yes.",
        f"Game {game.id} has nothing as finished at, and the entries say {ended}.",
        f"The hand of seat 1 in round 1 of game {game.id} is missing, and the entries have it.",
    ]
    missing = f"The tally of {player} (rules: link, year: 2026) is missing"
    assert f"{missing}, and the entries have it." in told
    many = f"The tally of {other.id} (rules: all, year: all) is one too many"
    assert f"{many}: the entries know nothing of it." in told


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_projections_follow(seed):
    """Anything in any order; what is refused leaves everything as it was."""
    chance = random.Random(seed)
    variant = chance.choice(["link", "gourt", "norwegian", "bga_full", "bga_short"])
    people = [make_player() for _ in range(6)]
    games = [make_game(variant=variant, players=people[:4]), make_game(players=people[1:5])]
    play_game(games[1])
    taken = []
    for _ in range(50):
        game = chance.choice(games)
        try:
            taken.append(hand_in(game, **something(chance, game, people)).answer)
        except Refused:
            taken.append(None)
    assert {None, Answer.APPENDED, Answer.CONFLICT} <= set(taken)
    assert recompute(check=True) == []


def something(chance: random.Random, game: Game, people: list) -> dict:
    """One thing that happens at a table, sensible or not."""
    sheet = sheet_of(game)
    seat, round = chance.randrange(len(sheet.seats)), chance.randrange(1, len(sheet.rounds) + 1)
    cell = sheet.rounds[round - 1].cells[seat]
    ending = sheet.standing.get(("finish", None, None))
    proposals = list(game.proposals.all()) or [game]
    entry = chance.choice(game.entries.all())
    seen = chance.random() < 0.8
    return chance.choice(
        [
            {
                "kind": "hand",
                "payload": {"cards": chance.choices("A3456789TJQK", k=chance.randrange(1, 9))},
                "round": round,
                "seat": seat,
                "replaces": cell.entry if seen else None,
            },
            {
                "kind": "out",
                "payload": {"seat": chance.choice([seat, None])},
                "round": round,
                "replaces": sheet.rounds[round - 1].out_entry if seen else None,
            },
            {
                "kind": "adjust",
                "payload": {"points": 5, "reason": "x"},
                "round": round,
                "seat": seat,
            },
            {"kind": "void", "payload": {"entry": str(entry.id)}},
            {"kind": "leave", "payload": {}, "round": round, "seat": seat},
            {
                "kind": "join",
                "payload": {
                    "player": str(chance.choice(people).id),
                    "after_seat": seat,
                    "points": chance.choice(["zero", "average", "last"]),
                },
                "round": round,
            },
            {"kind": "rules", "payload": {"rule_set": chance.choice(["link", "gourt"])}},
            {
                "kind": chance.choice(["finish", "reopen"]),
                "payload": {"early": True},
                "replaces": ending.id if ending else None,
            },
            {
                "kind": chance.choice(["accept", "drop"]),
                "payload": {"proposal": str(chance.choice(proposals).id)},
            },
        ]
    )
