"""A picture of a game for chats: who won, who lost, the scores, and the race round by round."""

from __future__ import annotations

import io
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw, ImageFont

from scorebook import access
from scorebook.ledger.reading import people_of, sheet_of
from scorebook.models import Family, Game, Player
from scorebook.models.people import Tone, names
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Seat, Sheet

WIDTH, HEIGHT, EDGE = 1080, 1350, 72
PAPER, INK, FAINT, GOLD, PLUM = "#faf6ee", "#1e1a17", "#6b625a", "#7a5a00", "#7b2d5b"
LINES = ("#0b6350", "#b5492f", "#2f5fa8", "#7b2d5b", "#9a7200", "#3d7a1f", "#555555", "#a03a78")
CHART = (EDGE, 400, WIDTH - EDGE - 150, 860)  # left, top, right, bottom; names stand to the right
ROWS = 910


@require_GET
def share_card(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = access.game(request, game_id)
    if not game.is_finished:
        raise Http404
    picture = io.BytesIO()
    draw_card(game, sheet_of(game), Family.objects.get()).save(picture, "PNG", optimize=True)
    headers = {"Content-Disposition": f'inline; filename="scorebook-{game.played_on}.png"'}
    return HttpResponse(picture.getvalue(), content_type="image/png", headers=headers)


def draw_card(game: Game, sheet: Sheet, family: Family) -> Image.Image:
    """The game needs its table."""
    people = people_of(game, sheet)
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _headline(draw, game, sheet, people, family)
    _race(draw, sheet, people)
    _scores(draw, sheet, people)
    day = f"{game.played_on.day} {game.played_on:%B %Y}"
    _write(draw, EDGE, HEIGHT - 90, f"{family.name} · {game.rule_set.name} · {day}", 30, FAINT)
    return image


def loser_line(sheet: Sheet, people: dict[int, Player], family: Family) -> str:
    """ "Mike lost, with 120"; nothing of a child, and nothing where the family is gentle."""
    losers = [people[seat] for seat in sheet.losers]
    if not losers or family.tone == Tone.GENTLE or any(one.is_child for one in losers):
        return ""
    return f"{names(losers)} lost, with {figure(sheet.seats[sheet.losers[0]].complete_total)}"


def _headline(
    draw: ImageDraw.ImageDraw, game: Game, sheet: Sheet, people: dict[int, Player], family: Family
) -> None:
    winners = names([people[seat] for seat in sheet.winners])
    _write(draw, EDGE, 64, game.title, 34, FAINT)
    _write(draw, EDGE, 118, f"{winners} won", 84, GOLD)
    if sheet.winners:
        points = figure(sheet.seats[sheet.winners[0]].complete_total)
        _write(draw, EDGE, 228, f"with {points}", 44, INK)
    _write(draw, EDGE, 296, loser_line(sheet, people, family), 44, PLUM)


def _race(draw: ImageDraw.ImageDraw, sheet: Sheet, people: dict[int, Player]) -> None:
    """A line for each seat over the complete rounds; more points are lower."""
    lines = race(sheet)
    points = [value for line in lines.values() for _, value in line] or [0]
    low, high = min(points), max(max(points), min(points) + 1)
    left, top, right, bottom = CHART
    last = max([number for line in lines.values() for number, _ in line] or [1]) or 1
    draw.line([(left, bottom), (right, bottom)], fill=FAINT, width=2)
    ends = []
    for place, (seat, line) in enumerate(lines.items()):
        spots = [
            (left + (right - left) * n / last, top + (bottom - top) * (v - low) / (high - low))
            for n, v in line
        ]
        draw.line(spots, fill=LINES[place % len(LINES)], width=6, joint="curve")
        ends.append((spots[-1][1], place, people[seat].short_name))
    beneath = float(top) - 40
    for height, place, name in sorted(ends):
        beneath = max(height - 18, beneath + 36)
        _write(draw, right + 14, beneath, name, 30, LINES[place % len(LINES)])


def race(sheet: Sheet) -> dict[int, list[tuple[int, int]]]:
    """By seat the round and the total after it, from 0 on, of complete rounds that it sat in."""
    lines = {}
    for seat in sheet.seated:
        cells = [(one.number, one.cells[seat.number]) for one in sheet.rounds if one.complete]
        told = [(number, cell.running) for number, cell in cells if cell.running is not None]
        lines[seat.number] = [(seat.first_round - 1, seat.starting_points), *told]
    return lines


def _scores(draw: ImageDraw.ImageDraw, sheet: Sheet, people: dict[int, Player]) -> None:
    seats: list[Seat] = sorted(sheet.seated, key=lambda one: (one.place or 99, one.number))
    step = min(48, (HEIGHT - 110 - ROWS) / len(seats))
    for row, seat in enumerate(seats):
        height = ROWS + row * step
        size = int(step * 0.72)
        _write(draw, EDGE, height, people[seat.number].name, size, INK, WIDTH - 2 * EDGE - 220)
        figures = figure(seat.complete_total)
        font = ImageFont.load_default(size)
        draw.text((WIDTH - EDGE, height), figures, font=font, fill=INK, anchor="ra")


def _write(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    room: float = WIDTH - 2 * EDGE,
) -> None:
    """One line, as small as it must be to fit."""
    font = ImageFont.load_default(size)
    while size > 16 and draw.textlength(text, font=font) > room:
        size -= 2
        font = ImageFont.load_default(size)
    draw.text((x, y), text, font=font, fill=colour)
