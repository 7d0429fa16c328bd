import pytest

from scorebook.rules.writing import HIDDEN, NOTHING, unseen, unseen_in_lines


@pytest.mark.parametrize(
    "text",
    [
        "Rosa",
        "Ana-María",
        "Łukasz 2",
        "李",
        "👨‍👩‍👧",
        "Em 👩🏽‍🦰",
        "🙂‍↔️",
        "❤️",
        "क्‍ष",
        "نامه‌ای",
        "7",
        "!",
    ],
)
def test_what_can_be_seen_may_stand(text):
    assert unseen(text) == ""


TURNED = ["Ro\u202esa", "\u2066Rosa"]
HIDES = ["Ro\u200bsa", "Ro\u200dsa", "Rosa\u200d", "\u200dRosa", "\ufeffRosa", "a\u00adb"]
POSING = ["\u3164", "\u2800", "Rosa\u3164", "\uffa0", "\u115f"]


@pytest.mark.parametrize("text", [*TURNED, *HIDES, *POSING, "Ro\nsa", "Ro\x00sa"])
def test_what_hides_or_turns_the_text_is_refused(text):
    assert unseen(text) == HIDDEN


@pytest.mark.parametrize("text", ["", "  ", "\ufe0f", "\u0301 \u0301"])
def test_there_has_to_be_something_to_see(text):
    assert unseen(text) == NOTHING


def test_a_remark_may_have_lines():
    assert unseen_in_lines("Pie.\r\n\tMore\u00a0pie.") == ""
    assert unseen_in_lines("Pie.\n\u202eMore.") == HIDDEN
    assert unseen_in_lines(" \n\t\u00a0") == NOTHING
