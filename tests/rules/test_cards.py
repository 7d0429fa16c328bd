"""How people write cards."""

import pytest

from scorebook.rules.cards import Card, CardError, parse_hand


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("KH 4S AS JK", "KH 4S AS JK"),
        ("KK4A", "K K 4 A"),
        ("KK4A*", "K K 4 A JK"),
        ("10 T 0", "T T T"),
        ("1010H0s", "T TH TS"),
        ("10♥ q♠, 2♣;3♦", "TH QS 2C 3D"),
        ("9♥\ufe0f", "9H"),
        ("kh4s", "KH 4S"),
        ("٤ ４", "4 4"),
        ("J K", "J K"),
        ("KJ", "K J"),
        ("", ""),
        (" \n", ""),
    ],
)
def test_a_hand_is_read(text, codes):
    assert " ".join(map(str, parse_hand(text))) == codes


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1H", "no 1"),
        ("11H", "no 1"),
        ("H", "suit without a rank"),
        ("4JK", "write * for the joker"),
        ("*H", "joker has no suit"),
        ("W", "W is not a card"),
        ("4-5", "- is not a card"),
        ("K\0", "That sign is not a card"),
    ],
)
def test_what_is_no_card_is_refused_in_a_sentence(text, words):
    with pytest.raises(CardError, match=words.replace("*", r"\*")):
        parse_hand(text)


def test_one_card():
    assert Card.parse("10♠") == Card("T", "S")
    with pytest.raises(CardError, match="not one card"):
        Card.parse("KH 4")
    with pytest.raises(CardError, match="not a card"):
        Card("JK", "H")


@pytest.mark.parametrize(
    ("code", "name"),
    [("KH", "king of hearts"), ("T", "10"), ("JK", "joker"), ("2S", "2 of spades")],
)
def test_a_card_in_words(code, name):
    assert Card.parse(code).name == name
