"""Photos of a game: put up, replaced, taken down; and a child's not unless somebody asked."""

import io
import stat
import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from scorebook.models import Deed, Family, Game, Photo
from scorebook.models.photos import Side
from scorebook.photos import images, room, services, storage
from scorebook.photos.images import NotKept, PhotoRefused
from tests.factories import hand_in, make_game, make_player, overturn, play_game, play_round
from tests.photos import pictures

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"
    return settings.PHOTOS_DIR


@pytest.fixture
def game():
    """Rosa wins, Mike loses, Karl watches."""
    game = make_game(players=[make_player(name=name) for name in ("Rosa", "Mike", "Karl")])
    play_game(game, winner=0, loser=1)
    return game


def add(game, side=Side.WINNER, *, data=None, **more) -> Photo:
    file = io.BytesIO(pictures.jpeg() if data is None else data)
    more.setdefault("by", game.scorekeeper)
    return services.add_photo(game=game, side=side, file=file, **more)


def test_a_photo_gets_a_row_three_files_and_a_sentence(game, folder):
    photo = add(game, data=pictures.jpeg(4000, 3000))
    assert (photo.width, photo.height, photo.side) == (2560, 1920, Side.WINNER)
    assert photo.alt == f"Rosa, winner on 29 November 2026, {game.seats.get(won=True).total} points"
    assert photo.added_by == game.scorekeeper
    assert sorted(path.name for path in folder.iterdir()) == [str(photo.id)]
    files = sorted((folder / str(photo.id)).iterdir())
    assert [file.name for file in files] == ["2560.jpg", "320.jpg", "640.jpg"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE((folder / str(photo.id)).stat().st_mode) == 0o700


def test_nobody_bins_anothers_photo_by_a_new_one(game):
    first, second = add(game), add(game, by=make_player(name="Mal"))
    assert set(Photo.objects.up()) == {first, second}
    assert Game.objects.with_table().get(id=game.id).photo(Side.WINNER) == second


def test_another_photo_takes_the_first_one_down_and_keeps_it(game):
    first, second = add(game), add(game)
    first.refresh_from_db()
    assert first.taken_down_at is not None
    assert storage.path_of(first.id, 320).exists()
    assert list(Photo.objects.filter(taken_down_at=None)) == [second]


class TestAnOverturnedGame:
    """Rosa had won and Mike lost; by now Karl has won, and Rosa lost."""

    def test_keeps_both_photos_but_shows_them_as_nobody_elses(self, game):
        winner, loser = add(game, Side.WINNER), add(game, Side.LOSER)
        assert (game.photo(Side.WINNER), game.photo(Side.LOSER)) == (winner, loser)
        assert game.former_photos() == []
        overturn(game)
        assert [person.name for person in winner.people.all()] == ["Rosa"]
        assert [person.name for person in loser.people.all()] == ["Mike"]
        assert (game.photo(Side.WINNER), game.photo(Side.LOSER)) == (None, None)
        assert set(game.former_photos()) == {winner, loser}

    def test_takes_a_photo_of_the_new_winner_beside_the_old_one(self, game):
        before = add(game)
        overturn(game)
        now, again = add(game), add(game)
        assert now.alt.startswith("Karl, winner on")
        assert game.photo(Side.WINNER) == again
        assert game.former_photos() == [before]

    def test_gives_the_first_photo_back_when_the_correction_is_taken_back(self, game):
        before = add(game)
        overturn(game)
        after = add(game)
        hand_in(game, "void", {"entry": str(game.entries.get(kind="adjust").id)})
        assert game.photo(Side.WINNER) == before
        assert game.former_photos() == [after]


class TestWordsOfAResultThatChanges:
    """Rosa won with 0 and Mike lost with 140; then Rosa counts again."""

    def correct(self, game, points):
        hand_in(game, "adjust", {"points": points, "reason": "Counted"}, round=1, seat=0)

    def alt(self, photo):
        return Photo.objects.get(id=photo.id).alt

    def test_tell_the_points_of_today(self, game):
        photo = add(game, others=[game.seats.get(number=2).player])
        assert self.alt(photo) == "Rosa, winner on 29 November 2026, 0 points; with Karl"
        self.correct(game, 15)
        assert self.alt(photo) == "Rosa, winner on 29 November 2026, 15 points; with Karl"
        hand_in(game, "void", {"entry": str(game.entries.get(kind="adjust").id)})
        assert self.alt(photo) == photo.alt

    def test_have_a_real_minus_sign_and_are_told_anew_with_either(self, game):
        photo = add(game)
        self.correct(game, -15)
        assert self.alt(photo) == "Rosa, winner on 29 November 2026, −15 points"
        Photo.objects.update(alt="Rosa, winner on 29 November 2026, -15 points")
        self.correct(game, -20)
        assert self.alt(photo) == "Rosa, winner on 29 November 2026, −35 points"

    def test_say_that_somebody_had_won_at_first_and_no_longer(self, game):
        winner, loser = add(game), add(game, Side.LOSER)
        overturn(game)
        assert self.alt(winner) == "Rosa, winner at first, on 29 November 2026"
        assert self.alt(loser) == "Mike, loser at first, on 29 November 2026"
        hand_in(game, "void", {"entry": str(game.entries.get(kind="adjust").id)})
        assert (self.alt(winner), self.alt(loser)) == (winner.alt, loser.alt)

    def test_stay_as_somebody_wrote_them_but_for_the_result_in_them(self, game):
        photo = add(game)
        for words, then in (
            ("Rosa on the table", "Rosa on the table"),
            (
                "Rosa, winner on 29 November 2026, 0 points, on the table",
                "Rosa, winner on 29 November 2026, 15 points, on the table",
            ),
        ):
            services.edit_photo(photo, by=photo.added_by, alt=words, caption="", others=[])
            self.correct(game, 15)
            assert self.alt(photo) == then
            hand_in(game, "void", {"entry": str(game.entries.filter(kind="adjust").last().id)})

    def test_are_of_nobody_who_won_while_the_game_goes_on(self, game):
        photo = add(game)
        hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
        assert self.alt(photo) == "Rosa, winner at first, on 29 November 2026"
        assert not Photo.objects.standing().exists()
        assert Photo.objects.get().stands is False
        hand_in(game, "finish", {}, replaces=game.entries.get(kind="reopen").id)
        assert self.alt(photo) == photo.alt

    @pytest.mark.parametrize("side", Side)
    def test_only_those_of_a_result_that_stands_are_among_winners_and_losers(self, game, side):
        photo = add(game, side, others=[game.seats.get(number=2).player])
        assert list(Photo.objects.standing()) == [photo]
        assert Photo.objects.get().stands
        overturn(game)
        assert not Photo.objects.standing().exists()
        assert not Photo.objects.get().stands

    def test_one_of_several_who_share_the_place_is_not_all_of_them(self, game):
        photo = add(game, Side.LOSER)
        self.correct(game, 140)
        hand_in(game, "adjust", {"points": -140, "reason": "Counted"}, round=1, seat=2)
        assert {seat.player.name for seat in game.seats.filter(lost=True)} == {"Rosa", "Mike"}
        assert not Photo.objects.standing().exists()
        photo.subjects.add(game.seats.get(number=0).player)
        assert list(Photo.objects.standing()) == [photo]


def test_a_photo_meant_for_who_had_won_is_not_put_under_who_won_by_now(game):
    seen = [seat.player for seat in game.seats_on(Side.WINNER)]
    overturn(game)
    with pytest.raises(PhotoRefused, match="The result has changed meanwhile"):
        add(game, people=seen)
    assert not Photo.objects.posted().exists()


def test_a_result_that_changes_while_the_photo_is_read_keeps_it_away(game, monkeypatch):
    make_safe = images.make_safe

    def slowly(data):
        overturn(game)
        return make_safe(data)

    monkeypatch.setattr(images, "make_safe", slowly)
    with pytest.raises(PhotoRefused, match="The result has changed meanwhile"):
        add(game)
    assert not Photo.objects.posted().exists()


def test_the_two_sides_stand_beside_each_other(game):
    add(game, Side.WINNER)
    loser = add(game, Side.LOSER)
    assert loser.alt.startswith("Mike, loser on 29 November 2026")
    assert Photo.objects.filter(taken_down_at=None).count() == 2


def test_a_photo_sent_twice_is_one_photo(game):
    id = uuid4()
    assert add(game, id=id) == add(game, id=id)
    with pytest.raises(PhotoRefused, match="Another photo was sent as this one"):
        add(game, id=id, data=pictures.jpeg(90, 60))
    assert Photo.objects.count() == 1


def test_other_words_for_a_photo_that_was_posted_are_not_taken_for_the_same(game):
    id, karl = uuid4(), game.seats.get(number=2).player
    services.store_photo(id=id, file=io.BytesIO(pictures.jpeg()), by=karl)
    said = {"id": id, "by": karl, "caption": "The porch", "others": [karl]}
    assert services.post_photo(**said) == services.post_photo(**said)
    for other in ({"caption": "The kitchen"}, {"others": []}):
        with pytest.raises(PhotoRefused, match="posted before"):
            services.post_photo(**said | other)
    assert Photo.objects.get().caption == "The porch"


def test_a_photo_sent_again_after_it_was_taken_down_stays_down(game):
    photo = add(game, id=uuid4())
    services.take_down(photo, by=game.scorekeeper)
    assert add(game, id=photo.id).taken_down_at is not None


def test_an_id_of_another_place_changes_nothing_there(game):
    photo = add(game)
    with pytest.raises(PhotoRefused, match="another place"):
        add(game, Side.LOSER, id=photo.id)
    assert Photo.objects.get().side == Side.WINNER


def test_files_of_a_try_that_failed_make_room(game, folder):
    id = uuid4()
    (folder / str(id)).mkdir(parents=True)
    (folder / str(id) / "320.jpg").write_bytes(b"half a photo")
    add(game, id=id)
    assert storage.path_of(id, 320).read_bytes().startswith(b"\xff\xd8")


def test_a_bad_photo_leaves_nothing_and_the_good_one_standing(game, folder):
    good = add(game)
    with pytest.raises(PhotoRefused, match="won't open here"):
        add(game, data=b"<svg></svg>")
    assert list(Photo.objects.filter(taken_down_at=None)) == [good]
    assert [path.name for path in folder.iterdir()] == [str(good.id)]


def test_a_row_that_cannot_be_written_leaves_no_photo_down(game, folder, monkeypatch):
    good = add(game)

    def refuse(*args, **row):
        raise OSError("The disk is full.")

    monkeypatch.setattr(Photo.objects, "get_or_create", refuse)
    with pytest.raises(OSError, match="full"):
        add(game)
    assert list(Photo.objects.filter(taken_down_at=None)) == [good]
    assert not list(folder.glob(".new-*"))


def test_who_shares_a_place_shares_the_photo():
    game = make_game(players=[make_player(name=name) for name in ("Rosa", "Mike", "Karl")])
    for _ in range(7):
        play_round(game, out=0, hands={1: "KK", 2: "KK"})
    play_game(game)
    assert add(game, Side.LOSER).alt.startswith("Mike and Karl, loser on")


def test_a_game_without_an_end_has_nobody_to_photograph():
    with pytest.raises(PhotoRefused, match="This game has no winner to photograph"):
        add(make_game(players=3))


class TestAChildWhoLost:
    @pytest.fixture
    def game(self):
        tess = make_player(name="Tess", is_child=True)
        game = make_game(players=[make_player(name="Rosa"), tess, make_player(name="Karl")])
        play_game(game, winner=0, loser=1)
        return game

    def test_is_seen_by_nobody_before_an_admin_says_yes(self, game):
        photo = add(game, Side.LOSER)
        assert not Photo.objects.up().exists()
        assert Game.objects.with_table().get(id=game.id).photo(Side.LOSER) is None
        services.clear(photo, by=make_player(name="Ann"))
        assert list(Photo.objects.up()) == [photo]
        assert Game.objects.with_table().get(id=game.id).photo(Side.LOSER) == photo

    def test_does_not_keep_the_winner_from_the_wall(self, game):
        assert add(game, Side.WINNER).alt.startswith("Rosa, winner")


class TestWhoElseIsInIt:
    """Rosa has won and Mike has lost; Karl and Tess, a child, may be in the picture too."""

    @pytest.fixture
    def karl(self, game):
        return game.seats.get(number=2).player

    @pytest.fixture
    def tess(self):
        return make_player(name="Tess", is_child=True)

    def test_is_named_after_whom_it_is_of_and_hides_it_as_well(self, game, karl, tess):
        photo = add(game, others=[tess, karl])
        assert photo.alt.endswith(" points; with Karl and Tess")
        assert {one.name for one in photo.people.all()} == {"Rosa", "Karl", "Tess"}
        assert [one.name for one in photo.subjects.all()] == ["Rosa"]
        assert {one.name for one in photo.others} == {"Karl", "Tess"}

    def test_takes_nobodys_place(self, game, karl):
        photo = add(game, others=[karl])
        assert game.photo(Side.WINNER) == photo
        assert game.former_photos() == []
        overturn(game)
        assert game.photo(Side.WINNER) is None
        assert game.former_photos() == [photo]

    def test_is_nobody_twice(self, game):
        photo = add(game, others=[game.seats.get(won=True).player])
        assert (photo.people.count(), photo.others) == (1, [])
        assert "with" not in photo.alt

    def test_a_child_beside_a_loser_waits_for_an_admins_yes(self, game, tess):
        assert Photo.objects.up().filter(id=add(game, others=[tess]).id).exists()
        photo = add(game, Side.LOSER, others=[tess])
        assert photo.awaits_yes and not Photo.objects.up().filter(id=photo.id).exists()
        services.clear(photo, by=make_player(name="Ann"))
        assert Photo.objects.up().filter(id=photo.id).exists()

    def test_a_child_more_waits_for_another_yes(self, game, karl, tess):
        photo = add(game, Side.LOSER, others=[tess])
        services.clear(photo, by=karl)
        photo.refresh_from_db()
        tom = make_player(name="Tom", is_child=True)
        self.edit(photo, others=[tess, karl])
        assert Photo.objects.up().filter(id=photo.id).exists()
        self.edit(photo, others=[tess, karl, tom])
        assert list(Photo.objects.uncleared()) == [photo]

    def test_the_words_go_along_and_what_somebody_wrote_stays(self, game, karl, tess):
        photo = add(game)
        told = photo.alt
        assert self.edit(photo, others=[karl]).alt == f"{told}; with Karl"
        assert self.edit(photo, others=[karl, tess]).alt == f"{told}; with Karl and Tess"
        assert self.edit(photo, others=[]).alt == told
        assert self.edit(photo, others=[karl], alt="Rosa on the table").alt == "Rosa on the table"

    def test_whom_it_is_of_stays_whatever_is_ticked(self, game, karl):
        photo = self.edit(add(game), others=[karl])
        assert [one.name for one in photo.subjects.all()] == ["Rosa"]
        assert self.edit(photo, others=[]).people.get().name == "Rosa"

    def test_is_written_down(self, game, karl, tess):
        photo = add(game, others=[karl])
        self.edit(photo, others=[tess])
        said = Deed.objects.filter(of__isnull=False).values_list("of__name", "text")
        assert {(name, text.split(" in the photo")[0]) for name, text in said} == {
            ("Karl", "said that Karl is not"),
            ("Tess", "said that Tess is"),
        }

    def test_of_nobody_in_particular_the_words_name_all(self, game, karl, tess):
        id = uuid4()
        services.store_photo(id=id, file=io.BytesIO(pictures.jpeg()), by=karl)
        photo = services.post_photo(id=id, by=karl, others=[tess, karl])
        assert (photo.alt, photo.subjects.count()) == ("Karl and Tess", 0)
        assert self.edit(photo, others=[tess]).alt == "Tess"
        self.edit(photo, others=[tess], alt="The porch")
        assert self.edit(photo, others=[karl]).alt == "The porch"

    def edit(self, photo, *, others, alt=None):
        photo = Photo.objects.get(id=photo.id)
        alt = photo.alt if alt is None else alt
        services.edit_photo(photo, by=photo.added_by, alt=alt, caption="", others=others)
        return Photo.objects.get(id=photo.id)


def test_a_child_who_won_is_photographed_like_anyone():
    game = make_game(players=[make_player(name="Tess", is_child=True), make_player(name="Karl")])
    play_game(game, winner=0, loser=1)
    assert add(game).alt.startswith("Tess, winner")


@pytest.mark.django_db(transaction=True)
def test_one_photo_sent_four_times_at_once_is_one_photo(game):
    id, answers = uuid4(), []

    def send():
        try:
            answers.append(add(game, id=id).id)
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [id] * 4
    assert Photo.objects.count() == 1
    assert storage.path_of(id, 2560).exists()


def test_losers_are_seen_nowhere_where_the_family_wants_none(game):
    family = Family.objects.create(id=1, name="The Links")
    winner, loser = add(game), add(game, Side.LOSER)
    assert set(Photo.objects.up()) == {winner, loser}
    Family.objects.filter(id=family.id).update(loser_photos=False)
    assert list(Photo.objects.up()) == [winner]
    assert Game.objects.with_table().get(id=game.id).photo(Side.LOSER) is None


def test_what_was_hidden_is_shown_again_by_the_same_person_alone(game):
    photo, rosa, other = add(game), game.seats.get(won=True).player, make_player()
    services.hide(photo, by=rosa)
    assert not Photo.objects.up().exists()
    assert not services.show(photo, by=other)
    assert not Photo.objects.up().exists()
    assert services.show(photo, by=rosa)
    assert list(Photo.objects.up()) == [photo]
    said = [deed.text.split(" the photo")[0] for deed in Deed.objects.order_by("id")]
    assert said == ["put up", "hid", "no longer hides"]


def test_a_photo_comes_back_from_the_bin_for_thirty_days_and_then_goes(game, folder):
    photo = add(game)
    services.take_down(photo, by=game.scorekeeper)
    services.restore(photo, by=game.scorekeeper)
    assert list(Photo.objects.up()) == [photo]
    services.take_down(photo, by=game.scorekeeper)
    assert services.purge() == 0
    Photo.objects.update(taken_down_at=timezone.now() - timedelta(days=30))
    services.restore(photo, by=game.scorekeeper)
    assert not Photo.objects.up().exists()
    assert services.purge() == 1
    assert list(folder.iterdir()) == []
    assert not Photo.objects.exists()
    told = Deed.objects.latest("id")
    assert told.text.startswith("deleted 1 photo for good") and told.by is None


def test_a_purge_that_is_cut_short_finds_the_rest_the_next_time(game, folder, monkeypatch):
    services.take_down(add(game), by=game.scorekeeper)
    Photo.objects.update(taken_down_at=timezone.now() - timedelta(days=30))

    def fail(id):
        raise KeyboardInterrupt

    monkeypatch.setattr(storage, "remove", fail)
    with pytest.raises(KeyboardInterrupt):
        services.purge()
    monkeypatch.undo()
    assert services.purge() == 1
    assert list(folder.iterdir()) == []


def test_a_purge_that_fails_at_one_photo_keeps_the_rows_of_all(game, monkeypatch):
    for side in Side:
        services.take_down(add(game, side), by=game.scorekeeper)
    Photo.objects.update(taken_down_at=timezone.now() - timedelta(days=30))
    gone = []

    def fail_at_the_second(id):
        gone.append(id)
        if len(gone) == 2:
            raise OSError("The disk is gone.")

    monkeypatch.setattr(storage, "remove", fail_at_the_second)
    with pytest.raises(OSError, match="gone"):
        services.purge()
    assert (len(gone), Photo.objects.count()) == (2, 2)


def test_of_two_photos_that_come_at_once_the_room_holds_one(game, folder, settings, monkeypatch):
    make_safe = images.make_safe

    def another_comes_first(data):
        monkeypatch.setattr(images, "make_safe", make_safe)
        services.store_photo(id=uuid4(), file=io.BytesIO(data), by=game.scorekeeper)
        return make_safe(data)

    settings.PHOTOS_PER_PERSON = 1
    monkeypatch.setattr(room, "MEGABYTE", 1)
    monkeypatch.setattr(images, "make_safe", another_comes_first)
    with pytest.raises(NotKept):
        services.store_photo(id=uuid4(), file=io.BytesIO(pictures.jpeg()), by=game.scorekeeper)
    assert Photo.objects.count() == len(list(folder.iterdir())) == 1


def test_a_photo_that_was_never_posted_is_told_apart_in_the_room(game):
    add(game)
    services.store_photo(id=uuid4(), file=io.BytesIO(pictures.jpeg()), by=game.scorekeeper)
    taken = room.of(game.scorekeeper)
    assert (taken.photos, taken.unposted) == (2, 1)


def test_what_was_stored_and_never_posted_goes_after_a_day(game, folder):
    services.store_photo(id=uuid4(), file=io.BytesIO(pictures.jpeg()), by=game.scorekeeper)
    assert services.purge() == 0
    Photo.objects.update(added_at=timezone.now() - timedelta(days=1))
    assert services.purge() == 1
    assert list(folder.iterdir()) == []
