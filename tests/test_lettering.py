"""Letters in pictures for chats: names of many scripts, and what no font here has."""

import pytest
from PIL import Image, ImageDraw

from scorebook import lettering


def drawn(text: str, **more) -> Image.Image:
    image = Image.new("L", (600, 60), "white")
    lettering.write(ImageDraw.Draw(image), (0, 0), text, 40, "black", **{"room": 600, **more})
    return image


@pytest.fixture(autouse=True)
def _fonts_are_asked_anew():
    lettering._font_with.cache_clear()
    yield
    lettering._font_with.cache_clear()


@pytest.mark.parametrize("name", ["Łucja", "Ōé", "Ελένη", "Яна", "שרה", "أمينة"])
def test_letters_of_europe_hebrew_and_arabic_are_there_without_another_font(monkeypatch, name):
    monkeypatch.setattr(lettering, "OTHERS", ())
    assert lettering.drawable(name) == name


def test_letters_that_no_font_has_are_left_out():
    assert lettering.drawable("Zoë 👍🏽").strip() == "Zoë"
    assert drawn("Zoë 👍🏽 won") == drawn("Zoë won")


@pytest.mark.parametrize("name", ["👍🏽", "👨‍👩‍👧", " 👍 "])
def test_a_name_of_which_nothing_is_left_is_called_otherwise(name):
    assert lettering.called(name, "Player 2") == "Player 2"
    assert lettering.called(f"Em {name}", "Player 2") == "Em"


def test_each_piece_is_in_a_font_that_has_it(monkeypatch):
    monkeypatch.setattr(lettering, "OTHERS", ("Chinese",))
    monkeypatch.setattr(lettering, "_has", lambda font, one: (font == "Chinese") == (one in "王明"))
    assert lettering._pieces("שרה and 王明 won") == [
        (lettering.OURS, "שרה and "),
        ("Chinese", "王明 "),
        (lettering.OURS, "won"),
    ]


def test_what_is_too_long_gets_smaller_and_then_shorter():
    assert lettering.length("Grandma", 40) > 100
    assert inked(drawn("Grandma", room=100)) <= 100
    assert inked(drawn("Grandma" * 9, room=100)) <= 100


def test_it_ends_where_it_should():
    image = Image.new("L", (300, 60), "white")
    lettering.write(ImageDraw.Draw(image), (200, 0), "120", 40, "black", room=200, to_the_left=True)
    assert 190 < inked(image) <= 201


def inked(image: Image.Image) -> int:
    """How far to the right something is written."""
    return image.point(lambda value: 255 - value).getbbox()[2]
