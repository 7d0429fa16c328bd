"""Two entries for one person: nothing that was scored disappears, and it can be taken apart."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorebook import access
from scorebook.ledger.recompute import recompute
from scorebook.ledger.submission import Refused
from scorebook.models import Claim, Deed, Game, Hand, Invitation, Photo, Player, Seat, Tally, User
from scorebook.people.merging import NotOne, merge, unmerge
from tests.factories import hand_in, make_game, make_player, make_user, play_game, play_round
from tests.people.test_logins import proved
from tests.people.test_people import make_photo, page

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
    tally = Tally.objects.over().get(player=rose)
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


def everything() -> list:
    """All that a merge moves, besides what is projected."""
    return [
        projections(),
        list(User.objects.order_by("id").values_list("id", "player")),
        sorted(Photo.people.through.objects.values_list("photo", "player")),
        sorted(Photo.subjects.through.objects.values_list("photo", "player")),
        sorted(Game.helpers.through.objects.values_list("game", "player")),
        list(Player.objects.order_by("id").values_list("id", "merged_into")),
    ]


@given(data=st.data())
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whoever_is_merged_in_whatever_order_comes_apart_again(data):
    """Five people, three games, photos, one login; merged and un-merged as it comes."""
    with transaction.atomic():
        people, by = a_few_evenings(data), make_player(name="Ann")
        before, merged = everything(), []
        pairs = st.lists(st.permutations(people).map(lambda order: order[:2]), max_size=6)
        for kept, absorbed in data.draw(pairs):
            try:
                merge(kept, absorbed, by=by)
            except NotOne:
                continue
            merged.append(absorbed)
            assert recompute(check=True) == []
            assert not absorbed.seats.exists() and not absorbed.photos.exists()
            assert not absorbed.photos_of.exists()
        for absorbed in data.draw(st.permutations(merged)):
            unmerge(absorbed, by=by)
            assert recompute(check=True) == []
        assert everything() == before
        transaction.set_rollback(True)


def a_few_evenings(data) -> list[Player]:
    people = [make_player(name=f"P{number}") for number in range(5)]
    make_login_of(data.draw(st.sampled_from(people)))
    for _ in range(3):
        table = data.draw(st.permutations(people))[:2]
        game = make_game(players=table, by=table[0])
        winner = data.draw(st.integers(0, 1))
        play_round(game, out=winner)
        if data.draw(st.booleans()):
            hand_in(game, "finish", {"early": True})
        game.helpers.add(data.draw(st.sampled_from(people)))
        photo = make_photo(table[winner])
        photo.subjects.add(table[winner])
        photo.people.add(data.draw(st.sampled_from(people)))
    return people


def make_login_of(player: Player) -> User:
    return User.objects.create_user(f"login of {player.id}", player=player)


def test_what_happened_since_stays_with_the_one_that_is_kept(roses, ann):
    rose, rosa, mike = roses
    pen = Game.objects.get(scorekeeper=rosa)
    photo = make_photo(rosa)
    merge(rose, rosa, by=ann.player)
    assert Game.objects.get(id=pen.id).scorekeeper == rose
    Game.objects.filter(id=pen.id).update(scorekeeper=mike)
    photo.people.set([mike])
    play_game(make_game(players=[rose, mike], by=rose))
    unmerge(rosa, by=ann.player)
    assert Game.objects.get(id=pen.id).scorekeeper == mike
    assert list(photo.people.all()) == [mike]
    assert Tally.objects.over().get(player=rose).games == 2
    assert Tally.objects.over().get(player=rosa).games == 1


def test_many_games_stay_whole(roses, ann, as_ann):
    """Retired, nothing is lost; merged, all of it moves, and back."""
    rose, rosa, mike = roses
    for _ in range(3):
        play_game(make_game(players=[rosa, mike], by=rosa))
    told = {"name": "Rosa", "short_name": "Rosa", "retired": "on"}
    as_ann.post(reverse("edit_person", args=[rosa.id]), told)
    assert Tally.objects.over().get(player=rosa).games == 4
    merge(rose, rosa, by=ann.player)
    assert Tally.objects.over().get(player=rose).games == 5
    unmerge(rosa, by=ann.player)
    assert Tally.objects.over().get(player=rosa).games == 4
    assert recompute(check=True) == []


def test_a_photo_of_both_shows_one_and_both_again(roses, ann):
    rose, rosa, _ = roses
    photo = make_photo(rose)
    photo.people.add(rosa)
    photo.subjects.set([rosa])
    merge(rose, rosa, by=ann.player)
    assert list(photo.people.all()) == list(photo.subjects.all()) == [rose]
    unmerge(rosa, by=ann.player)
    assert (set(photo.people.all()), photo.subjects.get()) == ({rose, rosa}, rosa)


def test_photos_that_somebody_posted_or_hid_stay_theirs(roses, ann):
    rose, rosa, mike = roses
    added, hidden = make_photo(rosa), make_photo(mike)
    Photo.objects.filter(id=hidden.id).update(hidden_by=rosa, hidden_at=timezone.now())

    def of() -> tuple:
        return Photo.objects.get(id=added.id).added_by, Photo.objects.get(id=hidden.id).hidden_by

    merge(rose, rosa, by=ann.player)
    assert of() == (rose, rose)
    unmerge(rosa, by=ann.player)
    assert of() == (rosa, rosa)


def test_who_owes_a_hand_is_called_by_the_name_of_today(roses, ann):
    rose, rosa, mike = roses
    game = make_game(players=[mike, rosa], by=mike)
    hand_in(game, "out", {"seat": 0}, round=1)
    merge(rose, rosa, by=ann.player)
    with pytest.raises(Refused, match="Rose still owes a hand"):
        hand_in(game, "finish", {"early": False})


def test_a_merged_person_cannot_sit_beside_themselves(roses, ann):
    rose, rosa, mike = roses
    merge(rose, rosa, by=ann.player)
    with pytest.raises(Refused, match="Rose cannot sit at this table twice"):
        make_game(players=[rose, mike, rosa], by=mike)
    game = make_game(players=[str(rosa.id).upper(), mike], by=mike)
    assert {seat.player for seat in game.seats.all()} == {rose, mike}
    with pytest.raises(Refused, match="Rose cannot sit at this table twice"):
        hand_in(game, "join", {"player": str(rose.id), "after_seat": 0, "points": "zero"}, round=1)
    unmerge(rosa, by=ann.player)
    assert {seat.player for seat in game.seats.all()} == {rosa, mike}


@pytest.mark.parametrize("right", ["Rose", "Rosa"])
def test_a_wrong_entry_sat_down_by_mistake_is_no_second_person(roses, ann, right):
    """Taken back before the merge, it is not put back after it."""
    rose, rosa, mike = roses
    sits, mistaken = (rose, rosa) if right == "Rose" else (rosa, rose)
    game = make_game(players=[sits, mike], by=mike)
    wrong = {"player": str(mistaken.id), "after_seat": 0, "points": "zero"}
    joined = hand_in(game, "join", wrong, round=1).entry
    taken_back = hand_in(game, "void", {"entry": str(joined.id)}).entry
    before = projections()
    merge(rose, rosa, by=ann.player)
    assert recompute(check=True) == []
    with pytest.raises(Refused, match="Rose cannot sit at this table twice"):
        hand_in(game, "void", {"entry": str(taken_back.id)})
    unmerge(rosa, by=ann.player)
    assert projections() == before
    assert recompute(check=True) == []


def test_the_log_and_the_sheet_name_who_it_turned_out_to_be(roses, ann, as_ann):
    rose, rosa, _ = roses
    game = Game.objects.get(scorekeeper=rosa)
    merge(rose, rosa, by=ann.player)
    for name in ("table", "log"):
        shown = page(as_ann, name, game.id)
        assert "Rose" in shown and "Rosa" not in shown


def test_a_merged_person_corrects_what_they_wrote_under_the_other_name(ann):
    user, old = make_user(name="Rosie"), make_player(name="Rosa")
    game = make_game(players=[user.player, make_player(name="Mike")], by=ann.player)
    entry = hand_in(game, "hand", {"total": 20}, round=1, seat=0, author=user.player).entry
    merge(old, user.player, by=ann.player)
    request = RequestFactory().get("/")
    request.user = User.objects.get(id=user.id)
    assert access.may_correct(request, game)(entry)


def test_links_and_claims_of_the_absorbed_end_or_follow(roses, ann, ben):
    rose, rosa, _ = roses
    later = timezone.now() + timedelta(days=1)
    link = {"token_hash": "x", "made_by": ann.player, "expires_at": later}
    Invitation.objects.create(player=rosa, **link)
    claim = Claim.objects.create(user=ben, player=rosa)
    merge(rose, rosa, by=ann.player)
    assert not Invitation.objects.standing().exists()
    claim.refresh_from_db()
    assert claim.player == rose


@pytest.mark.parametrize("name", ["edit_person", "merge_people", "claim", "remove_login"])
def test_nothing_is_done_to_an_entry_that_was_merged(roses, ann, as_ann, name):
    rose, rosa, mike = roses
    merge(rose, rosa, by=ann.player)
    data = {"name": "Zoe", "short_name": "Zoe", "absorbed": mike.id}
    assert proved(as_ann).post(reverse(name, args=[rosa.id]), data).status_code == 404
    mike.refresh_from_db()
    assert mike.merged_into is None


def test_an_open_page_learns_that_its_people_are_others_now(roses, ann):
    rose, rosa, _ = roses
    game = Game.objects.get(scorekeeper=rosa)
    merge(rose, rosa, by=ann.player)
    assert Game.objects.get(id=game.id).version == game.version + 1


def test_two_taps_do_it_once(roses, ann, as_ann):
    rose, rosa, _ = roses
    address, data = reverse("merge_people", args=[rose.id]), {"absorbed": rosa.id}
    as_ann.post(address, data)
    assert "not on the list any more" in as_ann.post(address, data).content.decode()
    for _ in range(2):
        assert as_ann.post(reverse("unmerge", args=[rosa.id])).status_code == 302
    assert Deed.objects.count() == 2


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
    assert "Rosa" not in page(as_ann, "new_game") and "Rosa" not in page(as_ann, "boards")
    assert "Rosa" not in page(as_ann, "history") and "Rosa" not in page(as_ann, "home")
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
