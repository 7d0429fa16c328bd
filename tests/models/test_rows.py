"""Constraints that the database keeps, and the words that QuerySets know."""

from datetime import UTC, date, datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scorebook.models import Family, Game, Hand, Player, RuleSet, Seat, Tally
from scorebook.models.people import Role, names, outside_names
from scorebook.rules import presets
from tests.factories import make_game, make_user, play_game, play_round

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "row",
    [
        lambda game: game.entries.model(
            id=game.id, game=game, seq=1, kind="note", payload={}, v=1, author=game.scorekeeper
        ),
        lambda game: Seat(game=game, number=0, position=0, player=game.scorekeeper),
        lambda game: Hand(game=game, round=1, seat=0, player=game.scorekeeper, state="out"),
        lambda game: Tally(
            player=game.scorekeeper, family="link", year=2026, games=1, won=0, lost=0, rounds=0,
            out=0
        ),
        lambda game: Family(id=2, name="Another"),
        lambda game: game.proposals.model(
            id=game.id, game=game, kind="note", payload={}, v=1, author=game.scorekeeper,
            status="lost"
        ),
    ],
)  # fmt: skip
def test_what_the_database_refuses(row):
    game = make_game(players=2)
    play_game(game)
    with pytest.raises(IntegrityError), transaction.atomic():
        row(game).save(force_insert=True)


@pytest.mark.parametrize(("column", "value"), [("status", "lost"), ("sentence", "jail")])
def test_a_game_has_only_states_we_know(column, value):
    game = make_game(players=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(id=game.id).update(**{column: value})


def test_a_person_with_scores_is_never_deleted():
    game = make_game(players=2)
    with pytest.raises(IntegrityError):
        game.scorekeeper.delete()
    assert Player.objects.filter(id=game.scorekeeper.id).exists()


def test_a_login_can_go_and_the_scores_stay():
    user = make_user(name="Ann")
    game = make_game(players=2, by=user.player)
    user.delete()
    assert game.entries.get().author.name == "Ann"


def test_games_in_words():
    over, going = make_game(players=2), make_game(players=2, played_on=date(2026, 12, 1))
    play_game(over)
    assert list(Game.objects.playing()) == [going]
    assert list(Game.objects.finished()) == [over]
    assert list(Game.objects.newest_first()) == [going, over]


def test_a_table_comes_in_as_many_queries_however_many_sit_there():
    for players in (2, 5):
        game = make_game(players=players)
        play_round(game)
        with CaptureQueriesContext(connection) as queries:
            found = Game.objects.with_table().get(id=game.id)
            assert len([seat.player.name for seat in found.seats.all()]) == players
            assert (found.rule_set.slug, found.photo("winner")) == ("link", None)
        assert len(queries) == 3


def test_a_preset_becomes_a_row_at_its_first_use():
    assert RuleSet.objects.named("gourt").rules == presets.get("gourt")
    assert RuleSet.objects.named("gourt") == RuleSet.objects.get()
    with pytest.raises(RuleSet.DoesNotExist):
        RuleSet.objects.named("canasta")


def test_every_preset_is_offered():
    assert [rules.slug for rules in RuleSet.objects.offered()] == list(presets.SLUGS)


def test_a_family_of_rules_is_called_by_what_its_versions_have_in_common():
    RuleSet.objects.named("bga_short")
    RuleSet.objects.named("bga_full")
    cousins = RuleSet.objects.named("link").variant
    for name in ("Cousins", "Cousins of today"):
        slug = name.lower().replace(" ", "-")
        RuleSet.objects.create(slug=slug, name=name, family="cousins", variant=cousins)
    assert list(RuleSet.objects.family_names().items()) == [
        ("bga", "Board Game Arena"),
        ("cousins", "Cousins"),
        ("link", "Link"),
    ]


def test_every_preset_has_a_family_with_a_name():
    assert {presets.get(slug).family for slug in presets.SLUGS} == set(presets.FAMILIES)


def test_a_game_is_called_by_its_occasion_or_its_day():
    game = make_game(players=2, played_on=date(2026, 11, 29))
    assert game.title == "Sunday game"
    game.occasion = "Mike's birthday"
    assert game.title == "Mike's birthday"


@pytest.mark.parametrize(
    ("role", "may"), [(Role.VIEWER, False), (Role.MEMBER, True), (Role.ADMIN, True)]
)
def test_who_may_write(role, may):
    assert make_user(role=role).may_write is may


def test_today_is_where_the_family_lives(monkeypatch):
    late = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    monkeypatch.setattr("scorebook.models.people.timezone.now", lambda: late)
    assert Family(time_zone="UTC").today == date(2026, 11, 29)
    assert Family(time_zone="Europe/Berlin").today == date(2026, 11, 30)


def test_names_are_joined_like_speech():
    rosa, mike, tess = (Player(name=name) for name in ("Rosa", "Mike", "Tess"))
    assert names([]) == ""
    assert names([rosa]) == "Rosa"
    assert names([rosa, mike]) == "Rosa and Mike"
    assert names([rosa, mike, tess]) == "Rosa, Mike and Tess"


@pytest.mark.parametrize(
    ("family", "told"),
    [
        (["Rosa Meyer", "Mike Meyer"], ["Rosa", "Mike"]),
        (["Rosa Meyer", "Mike", "Rosa Maria Link"], ["Rosa M", "Mike", "Rosa L"]),
        (["Rosa Meyer", "Rosa"], ["Rosa M", "Rosa"]),
        (["Rosa Meyer", "Rosa Mann", "Rosa", "Rosa"], ["Rosa M", "Rosa 2", "Rosa", "Rosa 3"]),
        (["Uncle Bo Link", "Uncle Ted Link"], ["Uncle Bo", "Uncle Ted"]),
        (["Uncle Bo", "Grandma", "", "  "], ["Uncle Bo", "Grandma", "Somebody", "Somebody 2"]),
        (["🦊 Bo Link", "Uncle 🦊 Bo", "$$ Link"], ["🦊 Bo", "Uncle 🦊 Bo", "$$"]),
        (["🦊", "$$", "Uncle $$"], ["🦊", "$$", "Uncle $$"]),
        ([], []),
    ],
)
def test_outside_names_give_no_surname_and_tell_everybody_apart(family, told):
    assert outside_names([Player(name=name) for name in family]) == told
