"""Two entries for one person: nothing that was scored disappears, and it can be taken apart."""

import random

import pytest
from django.urls import reverse

from scorebook.ledger.recompute import recompute
from scorebook.models import Deed, Game, Hand, Player, Seat, Tally
from scorebook.people.merging import NotOne, merge, unmerge
from tests.factories import make_game, make_player, make_user, play_game
from tests.people.test_people import page

pytestmark = pytest.mark.django_db


def projections() -> list:
    """Every projected row but its own key."""
    rows = [
        *Seat.objects.order_by("game", "number").values(),
        *Hand.objects.order_by("game", "round", "seat").values(),
        *Tally.objects.order_by("player", "family", "year").values(),
        *Game.objects.order_by("id").values("id", "status", "scorekeeper"),
    ]
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


@pytest.fixture
def roses():
    rose, rosa, mike = (make_player(name=name) for name in ("Rose", "Rosa", "Mike"))
    play_game(make_game(players=[rose, mike], by=rose))
    play_game(make_game(players=[mike, rosa], by=rosa), winner=1, loser=0)
    return rose, rosa, mike


def test_all_counts_for_the_one_that_is_kept(roses, ann):
    rose, rosa, _ = roses
    merge(rose, rosa, by=ann.player)
    tally = Tally.objects.get(player=rose)
    assert (tally.games, tally.won) == (2, 2)
    assert not Tally.objects.filter(player=rosa).exists()
    assert not Seat.objects.filter(player=rosa).exists()
    assert recompute(check=True) == []


def test_what_is_taken_apart_is_as_it_was(roses, ann):
    rose, rosa, _ = roses
    before = projections()
    merge(rose, rosa, by=ann.player)
    assert projections() != before
    unmerge(rosa, by=ann.player)
    assert projections() == before
    assert recompute(check=True) == []


@pytest.mark.parametrize("seed", range(5))
def test_whoever_is_merged_in_whatever_order_comes_apart_again(seed, ann):
    chance = random.Random(seed)
    people = [make_player(name=f"P{number}") for number in range(5)]
    for _ in range(4):
        table = chance.sample(people, 2)
        play_game(make_game(players=table, by=table[0]), winner=chance.randrange(2))
    before, merged = projections(), []
    for kept, absorbed in zip(people, people[1:] + people[:1], strict=True):
        try:
            merge(kept, absorbed, by=ann.player)
        except NotOne:
            continue
        merged.append(absorbed)
        assert recompute(check=True) == []
    for absorbed in reversed(merged):
        unmerge(absorbed, by=ann.player)
    assert projections() == before


def test_two_at_one_table_are_two(roses, ann, as_ann):
    rose, _, mike = roses
    with pytest.raises(NotOne, match="at one table on 29 November 2026"):
        merge(rose, mike, by=ann.player)
    answer = as_ann.post(reverse("merge_people", args=[rose.id]), {"absorbed": mike.id})
    assert "at one table on 29 November 2026" in answer.content.decode()


def test_two_logins_are_not_made_one(ann, ben):
    with pytest.raises(NotOne, match="Both have a login"):
        merge(ann.player, ben.player, by=ann.player)


def test_a_login_moves_and_moves_back(ann):
    user, old = make_user(name="Rosie"), make_player(name="Rosa")
    new = user.player
    merge(old, new, by=ann.player)
    user.refresh_from_db()
    assert user.player == old
    unmerge(new, by=ann.player)
    user.refresh_from_db()
    assert user.player == new


def test_nobody_is_found_to_be_a_circle(roses, ann):
    rose, rosa, _ = roses
    third = make_player(name="Rosette")
    merge(rose, rosa, by=ann.player)
    with pytest.raises(NotOne, match="before"):
        merge(rosa, third, by=ann.player)
    with pytest.raises(NotOne, match="the other way round"):
        merge(third, rose, by=ann.player)
    with pytest.raises(NotOne):
        merge(rose, rose, by=ann.player)


def test_lists_and_pages_know_one_person(roses, ann, as_ann):
    rose, rosa, _ = roses
    as_ann.post(reverse("merge_people", args=[rose.id]), {"absorbed": rosa.id})
    assert as_ann.get(reverse("person", args=[rosa.id])).url == reverse("person", args=[rose.id])
    assert "Rosa" not in page(as_ann, "people")
    assert "Rosa" not in page(as_ann, "new_game")
    as_ann.post(reverse("unmerge", args=[rosa.id]))
    assert "Rosa" in page(as_ann, "people")
    texts = list(Deed.objects.filter(by=ann.player).values_list("text", flat=True))
    assert texts == ["said that Rosa and Rose are two", "said that Rosa and Rose are one"]


def test_only_an_admin_merges(roses, as_ben):
    rose, rosa, _ = roses
    assert (
        as_ben.post(reverse("merge_people", args=[rose.id]), {"absorbed": rosa.id}).status_code
        == 403
    )
    assert as_ben.post(reverse("unmerge", args=[rosa.id])).status_code == 403
    assert Player.objects.known().count() == Player.objects.count()
