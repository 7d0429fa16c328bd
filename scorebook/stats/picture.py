"""A year as a picture for chats. Chats leave the house, so it has first names only, no photos, and
of losers no child and, where the family is gentle, nobody.
"""

from __future__ import annotations

import io
from uuid import UUID

from PIL import Image, ImageDraw

from scorebook.lettering import called, write
from scorebook.models import Family
from scorebook.models.people import Tone, outside_names, together
from scorebook.models.photos import Side
from scorebook.stats.book import Book

WIDTH, HEIGHT, EDGE = 1080, 1350, 72
ROOM = WIDTH - 2 * EDGE
PAPER, INK, FAINT = "#faf6ee", "#1e1a17", "#6b625a"
GOLD, PLUM, FELT = "#7a5a00", "#7b2d5b", "#0b6350"
GOLD_TINT, PLUM_TINT = "#fff0cc", "#f9e6f1"
MOST_ROWS, TALLEST_ROW = 8, 100
BAR = (EDGE + 330, WIDTH - EDGE - 90)  # from where to where the longest one goes
NOTES = 1110


def draw_year(book: Book, family: Family, *, so_far: bool) -> bytes:
    """A PNG of 1080 by 1350 pixels. `so_far`: the year goes on."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    write(draw, (EDGE, 64), family.name, 34, FAINT, room=ROOM)
    title = f"The Book of {book.year}" + (", so far" if so_far else "")
    write(draw, (EDGE, 112), title, 76, INK, room=ROOM)
    write(draw, (EDGE, 216), extent(book), 36, FAINT, room=ROOM)
    _band(draw, 290, crowned(book, Side.WINNER), 60, GOLD, GOLD_TINT)
    top = 430
    if loser_may_be_told(book, family):
        _band(draw, top, crowned(book, Side.LOSER), 44, PLUM, PLUM_TINT)
        top = 550
    _bars(draw, top, book)
    for row, line in enumerate(notes(book)):
        write(draw, (EDGE, NOTES + 56 * row), line, 34, INK, room=ROOM)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def extent(book: Book) -> str:
    """ "34 games on 21 evenings, 6 people"."""
    games, nights = len(book.games), len(book.evenings)
    return (
        f"{games} game{'s' * (games != 1)} on {nights} evening{'s' * (nights != 1)}, "
        f"{book.people} people"
    )


def first_names(book: Book) -> dict[UUID, str]:
    """What strangers read of everybody who played; two of one name are told apart."""
    people = [tally.player for tally in book.tallies]
    told = enumerate(zip(people, outside_names(people), strict=True), 1)
    return {one.id: called(name, f"Player {number}") for number, (one, name) in told}


def crowned(book: Book, side: Side) -> str:
    """ "Rosa and Karl won most, 9 each"; empty where nobody won, or lost."""
    crown = book.crown(side)
    if crown is None:
        return ""
    names = first_names(book)
    who = together([names[player.id] for player in crown.players])
    each = " each" if len(crown.players) > 1 else ""
    return f"{who} {'won' if side is Side.WINNER else 'lost'} most: {crown.count}{each}"


def loser_may_be_told(book: Book, family: Family) -> bool:
    crown = book.crown(Side.LOSER)
    if crown is None or family.tone == Tone.GENTLE:
        return False
    return not any(player.is_child for player in crown.players)


def notes(book: Book) -> list[str]:
    """What else there is to say in a line each."""
    told = []
    if book.cruellest:
        words = together([one.words for one in book.cruellest])
        told.append(
            f"Cruellest contract: {words}, {book.cruellest[0].hands.average_figure} points a hand"
        )
    if best := book.best_evenings:
        days = [f"{one.on.day} {one.on:%B}" for one in best]
        games, people = len(best[0].games), best[0].people
        which = f"Best evening{'s' * (len(best) > 1)}: {together(days)}"
        told.append(f"{which}, {games} game{'s' * (games != 1)}, {people} people")
    if book.feats:
        told.append(f"Records that fell: {len(book.feats)}")
    return told


def _band(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, colour: str, tint: str) -> None:
    draw.rounded_rectangle((EDGE - 24, y, WIDTH - EDGE + 24, y + 2 * size), 24, fill=tint)
    write(draw, (EDGE, y + 0.4 * size), text, size, colour, room=ROOM)


def _bars(draw: ImageDraw.ImageDraw, top: int, book: Book) -> None:
    """Who won how often, the most first, down to the notes."""
    names, board = first_names(book), book.board(Side.WINNER)[:MOST_ROWS]
    step = min(TALLEST_ROW, (NOTES - top) // max(len(board), 1))
    left, right = BAR
    for row, line in enumerate(board):
        y = top + row * step
        name = names[line.tally.player_id]
        write(draw, (EDGE, y), name, 36, INK, room=left - EDGE - 20)
        end = left + (right - left) * line.count / board[0].count
        draw.rounded_rectangle((left, y + 2, end, y + 44), 8, fill=FELT)
        write(draw, (end + 16, y), str(line.count), 36, INK, room=80)
