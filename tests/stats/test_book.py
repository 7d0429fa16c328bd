"""The book of a year, and its picture."""

import io
import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from scorebook.models import Family, Photo, Player, Tally
from scorebook.models.games import Sentence
from scorebook.models.people import Tone
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo
from scorebook.stats.book import spread, tell
from scorebook.stats.picture import crowned, draw_year, extent, loser_may_be_told, notes
from tests.factories import hand_in, make_game, make_player, overturn, play_game, play_round
from tests.photos import pictures

pytestmark = pytest.mark.django_db

DAY = date(2025, 6, 14)
STRANGE = ("$$", "_bob", "Zoë 😀👍🏽", "שרה לוי", "أمينة", "王小明", "Łucja", "<b>Em</b>")


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa Link", "Mike", "Karl")]


def played(cast, on=DAY, *, winner=0, loser=1, **start):
    game = make_game(players=cast, played_on=on, **start)
    play_game(game, winner=winner, loser=loser)
    return game


def photograph(game, side):
    file = io.BytesIO(pictures.jpeg())
    return add_photo(game=game, side=side, file=file, by=game.scorekeeper)


def read(client, year=2025) -> str:
    answer = client.get(reverse("book", args=[year]))
    assert answer.status_code == 200
    return answer.content.decode()


class TestWhichYears:
    def test_the_first_to_the_present_have_one(self, as_vic, family, cast):
        now = family.today.year
        played(cast, date(now - 3, 1, 1))
        assert "so far" not in read(as_vic, now - 3)
        assert "Nobody played. Nobody lost." in read(as_vic, now - 2)
        assert "Nobody has played yet." in read(as_vic, now)

    def test_the_year_that_goes_on_is_told_so_far(self, as_vic, family, cast):
        played(cast, family.today)
        assert "so far" in read(as_vic, family.today.year)

    @pytest.mark.parametrize("name", ["book", "book_picture"])
    @pytest.mark.parametrize("year", [0, 1066, 2024, 2999, 10**30])
    def test_others_are_not_there(self, as_vic, cast, name, year):
        played(cast)
        assert as_vic.get(reverse(name, args=[year])).status_code == 404

    def test_a_year_without_a_game_has_no_picture(self, as_vic, family):
        year = family.today.year
        assert as_vic.get(reverse("book_picture", args=[year])).status_code == 404
        assert reverse("book_picture", args=[year]) not in read(as_vic, year)


class TestWhatItSays:
    def test_who_won_and_who_lost_most_and_every_game_in_a_line(self, as_vic, cast):
        game = played(cast, occasion="Nana’s birthday")
        played(cast, variant="norwegian", winner=0, loser=2)
        played(cast, date(2024, 6, 14), winner=2)
        page = re.sub("</?bdi>", "", read(as_vic)).replace("&nbsp;", " ")
        page = " ".join(page.split())
        assert "2 games on 1 evening, 3 people." in page
        assert '<strong>Rosa Link</strong> <span class="muted">won 2 of 2</span>' in page
        assert '<strong>Karl</strong> <span class="muted">lost 1 of 2</span>' in page
        assert '<strong>Mike</strong> <span class="muted">lost 1 of 2</span>' in page
        assert "Nana’s birthday" in page
        assert "<strong>Rosa Link 0</strong>, Karl 35, Mike 140" in page
        assert reverse("game_over", args=[game.id]) in page

    def test_nothing_of_best_evenings_where_all_were_alike(self, as_vic, cast):
        for day in range(1, 4):
            played(cast, date(2025, 6, day))
        assert "Best evenings" in read(as_vic)
        played(cast, date(2025, 6, 4))
        assert "Best evening" not in read(as_vic)
        assert notes(tell(2025)) == []

    def test_who_went_home_early_is_not_read_as_the_best(self, as_vic, cast):
        game = make_game(players=cast, played_on=DAY, variant="bga_short")
        play_round(game, out=0, hands={1: "KK", 2: "K"})
        hand_in(game, "leave", {}, round=2, seat=2)
        play_game(game)
        assert "<bdi>Karl</bdi>&nbsp;−10 (went home)" in read(as_vic)
        assert read(as_vic).count("(went home)") == 1

    def test_records_that_fell_with_what_stood_before(self, as_vic, cast):
        played(cast, date(2023, 1, 1), winner=0, loser=1)
        game = make_game(players=cast, played_on=DAY)
        for _ in range(7):
            play_round(game, out=0, hands={1: "KKK"})
        play_game(game)
        told = {(one.title, one.value, one.before): one.holders for one in tell(2025).feats}
        assert set(told) == {("Worst game", "210", "140"), ("Biggest hand left", "30", "20")}
        [holder] = told["Worst game", "210", "140"]
        assert (holder.name, holder.game, holder.on) == ("Mike", game.id, DAY)
        page = read(as_vic)
        assert "Worst game by Link rules: <strong>210</strong>, before 140." in page

    def test_the_best_game_that_fell_stands_before_the_worst_where_high_is_good_too(self, cast):
        old = make_game(players=cast, played_on=date(2023, 1, 1), variant="bga_short")
        play_round(old, out=1, hands={0: "K", 2: "4"})
        play_round(old, out=2, hands={0: "K", 1: "K"})
        play_game(old)
        new = make_game(players=cast, played_on=DAY, variant="bga_short")
        play_round(new, out=0, hands={1: "KKKKKKK"})
        play_game(new)
        fell = [one.title for one in tell(2025).feats]
        assert fell[:3] == ["Best game", "Worst game", "Biggest hand left"]

    def test_nothing_fell_in_the_first_year(self, as_vic, cast):
        played(cast)
        assert tell(2025).feats == ()
        assert "Too few hands to tell which was the cruellest." in read(as_vic)

    def test_the_cruellest_contract_of_the_rules_most_played(self, cast):
        for _ in range(7):
            game = make_game(players=cast, played_on=DAY)
            play_round(game, 7, out=0, hands={1: "KKKK", 2: "KKKK"})
            play_game(game)
        [contract] = tell(2025).cruellest
        assert (contract.round, contract.hands.count, contract.hands.points) == (7, 21, 560)

    def test_photos_that_the_walls_show(self, as_vic, cast):
        winner, loser = (photograph(played(cast), side) for side in Side)
        page = read(as_vic)
        assert page.count(reverse("photo", args=[winner.id, 640])) >= 2
        assert page.count(reverse("photo", args=[loser.id, 640])) >= 2

    def test_all_who_share_a_title_are_pictured_or_nobody_is(self, as_vic, cast):
        photo = photograph(played(cast, loser=1), Side.LOSER)
        played(cast, loser=2)
        [faces] = re.findall(r'(?s)class="faces">(.*?)</section>', read(as_vic))[1:]
        assert reverse("photo", args=[photo.id, 640]) in faces
        assert '<div class="photo" aria-hidden="true">K</div>' in faces
        played(cast, winner=1, loser=0)
        assert len(tell(2025).crown(Side.LOSER).players) == 3
        assert read(as_vic).count('class="faces"') == 1

    @pytest.mark.parametrize(
        "away", ["hidden", "binned", "child", "no losers", "dunce", "overturned"]
    )
    def test_none_that_the_walls_do_not(self, as_vic, cast, away):
        game = played(cast)
        photo = photograph(game, Side.LOSER)
        if away == "hidden":
            Photo.objects.update(hidden_at=timezone.now(), hidden_by=cast[1])
        elif away == "binned":
            Photo.objects.update(taken_down_at=timezone.now())
        elif away == "child":
            Player.objects.filter(id=cast[1].id).update(is_child=True)
        elif away == "no losers":
            Family.objects.update(loser_photos=False)
        elif away == "dunce":
            type(game).objects.update(sentence=Sentence.DUNCE)
        else:
            overturn(game)
        assert str(photo.id) not in read(as_vic)

    def test_photos_are_spread_over_the_year(self):
        assert spread("abcdefg", 3) == ["a", "d", "g"]
        assert spread("ab", 3) == ["a", "b"]


class TestThePicture:
    def test_is_a_png_for_a_chat(self, as_vic, cast):
        played(cast)
        answer = as_vic.get(reverse("book_picture", args=[2025]))
        assert answer["Content-Type"] == "image/png"
        assert 'filename="scorebook-2025.png"' in answer["Content-Disposition"]
        assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)

    def test_has_first_names_only(self, family, cast):
        played(cast)
        book = tell(2025)
        assert extent(book) == "1 game on 1 evening, 3 people"
        assert crowned(book, Side.WINNER) == "Rosa won most: 1"
        assert crowned(book, Side.LOSER) == "Mike lost most: 1"
        assert notes(book) == ["Best evening: 14 June, 1 game, 3 people"]

    def test_those_who_share_it_stand_together(self, cast):
        played(cast, winner=0, loser=2)
        played(cast, winner=1, loser=2)
        assert crowned(tell(2025), Side.WINNER) == "Mike and Rosa won most: 1 each"

    def test_tells_no_loser_where_the_family_is_gentle_or_it_is_a_child(self, family, cast):
        played(cast)
        book = tell(2025)
        assert loser_may_be_told(book, family)
        family.tone = Tone.GENTLE
        assert not loser_may_be_told(book, family)
        family.tone = Tone.NO_MERCY
        Player.objects.filter(id=cast[1].id).update(is_child=True)
        assert not loser_may_be_told(tell(2025), family)

    def test_strange_names_are_no_matter(self, family):
        played([make_player(name=name) for name in STRANGE])
        family.name = "王家\n👨‍👩‍👧 " + "x" * 60
        assert Image.open(io.BytesIO(draw_year(tell(2025), family, so_far=True))).format == "PNG"

    def test_more_people_than_have_room_are_no_matter_either(self, family):
        people = [make_player(name=f"{'W' * 50} {number}") for number in range(12)]
        for person in people:
            Tally.objects.create(
                player=person, family="", year=2025, games=3, won=3, lost=3, rounds=9, out=1
            )
        assert draw_year(tell(2025), family, so_far=False)


def test_a_name_from_right_to_left_turns_nothing_around_but_itself(as_vic):
    sara, bob = make_player(name="שרה"), make_player(name="_bob")
    game = make_game(players=[sara, bob], played_on=DAY)
    play_game(game, winner=0, loser=1)
    page = as_vic.get(reverse("book", args=[DAY.year])).content.decode()
    assert "<strong><bdi>שרה</bdi>&nbsp;0</strong>" in page
    told = as_vic.get(reverse("game_over", args=[game.id])).content.decode()
    assert "\u2068שרה\u2069 led from the first round to the last." in told
    assert "\u2068שרה\u2069" in as_vic.get(reverse("person", args=[bob.id])).content.decode()
