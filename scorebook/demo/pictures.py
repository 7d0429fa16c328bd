"""Photos of winners and losers, drawn: a face, a crown or a tall hat, and the cards that did it."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from scorebook.demo.family import Look, Person
from scorebook.models.photos import Side

WIDTH, HEIGHT = 720, 900
SMOOTH = 2  # drawn so many times as large, then scaled down
GOLD, GOLD_DARK, PAPER, INK, RED = "#f5c95c", "#b98a1d", "#faf6ee", "#1e1a17", "#c0465e"
WALL = {Side.WINNER: "#cfe6dc", Side.LOSER: "#e6d3df"}
TABLE = "#0b6350"

Box = tuple[float, float, float, float]


def portrait(people: Sequence[Person], side: Side) -> bytes:
    """A JPEG of everybody who shares the first or the last place, side by side."""
    picture = Image.new("RGB", (WIDTH * len(people), HEIGHT), WALL[side])
    for place, person in enumerate(people):
        picture.paste(_one(person, side), (place * WIDTH, 0))
    file = BytesIO()
    picture.save(file, "JPEG", quality=88)
    return file.getvalue()


def _one(person: Person, side: Side) -> Image.Image:
    canvas = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), WALL[side])
    pen = _Pen(ImageDraw.Draw(canvas))
    _wall(pen, side)
    _hair_behind(pen, person.look)
    _body(pen, person.look)
    _face(pen, person.look, happy=side == Side.WINNER)
    _hair_before(pen, person.look)
    _crown(pen) if side == Side.WINNER else _hat(pen)
    _cards(pen, "AAA" if side == Side.WINNER else "KQ*")
    return canvas.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


class _Pen:
    """Draws in the units of the finished picture, whose face is centred at 360, 400."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self.draw = draw

    def oval(self, box: Box, fill: str, line: str | None = None, width: int = 0) -> None:
        scaled = [edge * SMOOTH for edge in box]
        self.draw.ellipse(scaled, fill=fill or None, outline=line, width=width * SMOOTH)

    def shape(self, *points: tuple[float, float], fill: str) -> None:
        self.draw.polygon([(x * SMOOTH, y * SMOOTH) for x, y in points], fill=fill)

    def arc(self, box: Box, start: int, end: int, fill: str, width: int) -> None:
        scaled = [edge * SMOOTH for edge in box]
        self.draw.arc(scaled, start, end, fill=fill, width=width * SMOOTH)

    def block(self, box: Box, fill: str, radius: int = 0, line: str | None = None) -> None:
        scaled = [edge * SMOOTH for edge in box]
        self.draw.rounded_rectangle(scaled, radius * SMOOTH, fill, line, 2 * SMOOTH)

    def text(self, x: float, y: float, text: str, size: int, fill: str) -> None:
        font = ImageFont.load_default(size * SMOOTH)
        self.draw.text((x * SMOOTH, y * SMOOTH), text, fill, font, anchor="mm")


def _wall(pen: _Pen, side: Side) -> None:
    """Bunting for the winner, plain wallpaper for the loser."""
    if side == Side.WINNER:
        for place in range(8):
            colour = (GOLD, RED, "#1c62c4", TABLE)[place % 4]
            x = place * 90 + 5
            pen.shape((x, 0), (x + 80, 0), (x + 40, 66 + 14 * (place % 2)), fill=colour)
        return
    for x in range(45, WIDTH, 90):
        pen.block((x, 0, x + 8, HEIGHT), "#dcc3d3")


def _body(pen: _Pen, look: Look) -> None:
    pen.block((318, 520, 402, 660), look.skin, 30)
    pen.oval((110, 620, 610, 1100), look.shirt)
    pen.oval((300, 600, 420, 676), look.skin)


def _face(pen: _Pen, look: Look, happy: bool) -> None:
    for x in (196, 468):
        pen.oval((x, 378, x + 56, 456), look.skin)
    pen.oval((222, 240, 498, 586), look.skin)
    for x in (304, 416):
        pen.oval((x - 24, 376, x + 24, 424), "#ffffff")
        drop = 0 if happy else 10
        pen.oval((x - 11, 388 + drop, x + 11, 410 + drop), INK)
        pen.arc((x - 34, 336, x + 34, 392), 200, 340, look.hair, 9)
        if look.glasses:
            pen.oval((x - 44, 356, x + 44, 444), "", INK, 6)
    if look.glasses:
        pen.arc((342, 384, 378, 414), 200, 340, INK, 6)
    pen.arc((340, 420, 384, 470), 20, 150, _shade(look.skin), 8)
    for x in (268, 452):
        pen.oval((x - 24, 446, x + 24, 482), _blush(look.skin))
    if happy:
        pen.draw.chord([edge * SMOOTH for edge in (292, 440, 428, 548)], 10, 170, "#7a1f2b")
        pen.arc((286, 436, 434, 548), 10, 170, "#7a1f2b", 8)
    else:
        pen.arc((306, 514, 414, 574), 205, 335, "#7a1f2b", 9)


def _hair_behind(pen: _Pen, look: Look) -> None:
    if look.hairdo == "bob":
        pen.block((186, 230, 534, 560), look.hair, 130)
    if look.hairdo == "plaits":
        for x in (158, 500):
            for y in (430, 490, 550):
                pen.oval((x, y, x + 62, y + 84), look.hair)
            pen.oval((x + 12, 618, x + 50, 650), RED)
    if look.hairdo == "bald":
        for x in (190, 470):
            pen.oval((x, 330, x + 60, 470), look.hair)


def _hair_before(pen: _Pen, look: Look) -> None:
    if look.hairdo == "bald":
        return
    cap = [edge * SMOOTH for edge in (210, 222, 510, 480)]
    pen.draw.chord(cap, 190, 350, look.hair)
    if look.hairdo == "bun":
        for x in (196, 476):
            pen.oval((x, 300, x + 48, 420), look.hair)
    if look.hairdo == "short":
        for x in range(236, 470, 52):
            pen.oval((x, 300, x + 62, 356), look.hair)


def _crown(pen: _Pen) -> None:
    points = ((228, 120), (290, 190), (360, 96), (430, 190), (492, 120))
    pen.shape((236, 286), *points, (484, 286), fill=GOLD)
    pen.block((232, 262, 488, 300), GOLD_DARK, 10)
    for x, y in (points[0], points[2], points[4]):
        pen.oval((x - 17, y - 17, x + 17, y + 17), RED)
    for x in (290, 360, 430):
        pen.oval((x - 10, 271, x + 10, 291), PAPER)


def _hat(pen: _Pen) -> None:
    pen.shape((236, 290), (372, 14), (484, 290), fill=PAPER)
    pen.shape((420, 290), (372, 14), (484, 290), fill="#e4dac8")
    pen.oval((222, 262, 498, 314), PAPER)
    pen.text(346, 206, "D", 104, INK)


def _cards(pen: _Pen, ranks: str) -> None:
    """A fan of three cards over the edge of the table."""
    pen.block((0, 850, WIDTH, HEIGHT + 20), TABLE)
    for place, rank in enumerate(ranks):
        x, y = 236 + place * 84, 712 - 18 * (place == 1)
        pen.block((x, y, x + 108, y + 152), PAPER, 14, "#8a7f70")
        pen.text(x + 54, y + 76, rank, 84, RED if place % 2 else INK)


def _blush(skin: str) -> str:
    return _mix(skin, "#d9534a", 0.28)


def _shade(skin: str) -> str:
    return _mix(skin, "#4a2413", 0.3)


def _mix(colour: str, other: str, share: float) -> str:
    ours, theirs = (bytes.fromhex(code[1:]) for code in (colour, other))
    mixed = bytes(round(a + (b - a) * share) for a, b in zip(ours, theirs, strict=True))
    return f"#{mixed.hex()}"
