"""Sentences by tone and moment."""

import re

import pytest

from scorebook.models import Family, Player
from scorebook.models.people import Tone
from scorebook.recording.words import Moment, member_of, rules_in_a_line, say
from scorebook.rules import presets
from scorebook.rules.scoring import figure

ROSA = Player(name="Rosa", short_name="Rosa")
MIKE = Player(name="Mike", short_name="Mike")
TESS = Player(name="Tess", short_name="Tess", is_child=True)


def link(tone: Tone) -> Family:
    return Family(name="Link", tone=tone)


@pytest.mark.parametrize(
    ("tone", "moment", "player", "points", "sentence"),
    [
        (Tone.GENTLE, Moment.WINNER, ROSA, 100, "Rosa wins with 100."),
        (Tone.RIBBING, Moment.WINNER, ROSA, 100, "Rosa, 100. Obviously a Link."),
        (Tone.NO_MERCY, Moment.WINNER, ROSA, 100, "Rosa, 100. You will hear about it."),
        (Tone.GENTLE, Moment.LOSER, MIKE, 515, "Mike had a rough night."),
        (Tone.RIBBING, Moment.LOSER, MIKE, 515, "Mike, 515. Obviously not a Link."),
        (Tone.NO_MERCY, Moment.LOSER, MIKE, 515, "Mike, 515. The rules were on the table."),
        (Tone.GENTLE, Moment.BIG_HAND, MIKE, 105, "Big hand for Mike."),
        (Tone.RIBBING, Moment.BIG_HAND, MIKE, 105, "Mike eats 105."),
        (Tone.NO_MERCY, Moment.BIG_HAND, MIKE, 105, "Mike eats 105. With a spoon."),
    ],
)
def test_each_tone_has_its_sentence(tone, moment, player, points, sentence):
    assert str(say(moment, link(tone), player, points=points)) == sentence


@pytest.mark.parametrize(
    ("tone", "sentence"),
    [
        (Tone.GENTLE, "Round 3 corrected."),
        (Tone.RIBBING, "Round 3 corrected. Expect complaints."),
        (Tone.NO_MERCY, "Round 3 corrected. Lawyers informed."),
    ],
)
def test_a_correction_names_its_round(tone, sentence):
    assert str(say(Moment.CORRECTION, link(tone), round_number=3)) == sentence


@pytest.mark.parametrize("tone", Tone)
def test_a_child_is_always_spoken_of_gently(tone):
    assert str(say(Moment.LOSER, link(tone), TESS, points=515)) == "Tess had a rough night."
    together = say(Moment.LOSER, link(tone), MIKE, TESS, points=515)
    assert str(together) == "Mike and Tess had a rough night."


def test_a_shared_win():
    line = say(Moment.SHARED, link(Tone.RIBBING), ROSA, MIKE, points=-35)
    assert str(line) == "Rosa and Mike, −35. Shared. Nobody is happy."


def test_without_a_family_the_tone_is_gentle():
    assert str(say(Moment.LOSER, None, MIKE, points=515)) == "Mike had a rough night."


@pytest.mark.parametrize(
    ("family", "member"),
    [("The Links", "one of the Links"), ("Link", "a Link"), ("Ek", "an Ek")],
)
def test_a_member_of_the_family(family, member):
    assert member_of(Family(name=family)) == member


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("link", "7 rounds · A = 20 · 2–9 = 5 · 10–K = 10 · joker = 50 · cut +25"),
        ("gourt", "6 rounds · A = 25 · 3–9 = 5 · 10–K = 10 · 2 = 25 (wild)"),
        ("norwegian", "7 rounds · A = 20 · 2–9 = 5 · 10–K = 10 · 2♠ = 50 (wild)"),
        ("bga_short", "4 rounds · A = 15 · 2–9 = 5 · 10–K = 10 · joker = 20 · highest wins"),
    ],
)
def test_the_rules_in_a_line(slug, line):
    """It breaks after a dot between two pieces, and nowhere else."""
    pieces = rules_in_a_line(presets.get(slug)).split(" ")
    assert not [piece for piece in pieces if re.search("[^\u2060]–|–[^\u2060]", piece)]
    told = [piece.replace("\u2060", "").replace("\u00a0", " ") for piece in pieces]
    assert told == line.replace(" · ", " ·\n").split("\n")


def test_a_negative_figure_has_a_minus_sign():
    assert figure(-35) == "−35"
    assert figure(35) == "35"
