"""Drawn photos: one face each, told apart."""

from io import BytesIO

from PIL import Image

from scorebook.demo.family import EVERYBODY, cast
from scorebook.demo.pictures import HEIGHT, WIDTH, portrait
from scorebook.models.photos import Side


def test_those_who_share_a_place_share_the_picture():
    picture = Image.open(BytesIO(portrait(cast(2, None, ()), Side.WINNER)))
    assert picture.format == "JPEG"
    assert picture.size == (2 * WIDTH, HEIGHT)


def test_no_two_people_and_no_two_sides_look_alike():
    assert len({person.look for person in EVERYBODY}) == len(EVERYBODY)
    drawn = {portrait([person], side) for person in EVERYBODY[:3] for side in Side}
    assert len(drawn) == 6


def test_a_winner_is_crowned_in_gold_and_a_loser_wears_paper():
    crown, hat = (
        Image.open(BytesIO(portrait(cast(1, None, ()), side))).getpixel((300, 230)) for side in Side
    )
    assert crown[0] > 220 and 180 < crown[1] < 220 and crown[2] < 120
    assert min(hat) > 220
