"""What is said of a photo to those who cannot see it, until somebody finds better words."""

from collections.abc import Iterable

from scorebook.models import Photo, Player
from scorebook.models.people import names
from scorebook.models.photos import LONGEST_ALT, Side, result_in_words


def alt_of(photo: Photo, subjects: list[Player], others: list[Player]) -> str:
    """ "Rosa, winner on 14 June 2026, 100 points; with Karl". A side is one of an ended game."""
    shown = (names(subjects) or _names(others))[:120] or "A photo"
    if photo.game is None:
        return shown
    if not photo.side:
        return f"{shown} on {photo.game.day_in_words}"
    side = Side(photo.side)
    points = photo.game.seats_on(side)[0].total
    result = result_in_words(side, photo.game.played_on, points)
    return _fit(f"{shown}, {result}{_beside(others)}")


def alt_with(photo: Photo, before: list[Player], others: list[Player]) -> str:
    """The words as they stand, with others in the photo. What somebody wrote of a photo of nobody
    in particular stays.
    """
    if photo.side:
        return _fit(photo.alt.removesuffix(_beside(before)) + _beside(others))
    return alt_of(photo, [], others) if photo.alt == alt_of(photo, [], before) else photo.alt


def _beside(others: list[Player]) -> str:
    return f"; with {_names(others)}" if others else ""


def _names(people: Iterable[Player]) -> str:
    return names(sorted(people, key=lambda one: one.name))


def _fit(words: str) -> str:
    return words if len(words) <= LONGEST_ALT else f"{words[: LONGEST_ALT - 1]}…"
