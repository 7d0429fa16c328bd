"""A picture of a game for chats: who won, who lost, the scores, and the race round by round."""

from __future__ import annotations

import io
from itertools import cycle
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw

from scorebook import access, lettering
from scorebook.ledger.reading import people_of, sheet_of
from scorebook.models import Family, Game, Player
from scorebook.models.people import Tone, outside_names, together
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Seat, Sheet

WIDTH, HEIGHT, EDGE = 1080, 1350, 72
ROOM = WIDTH - 2 * EDGE
PAPER, INK, FAINT, GOLD, PLUM = "#faf6ee", "#1e1a17", "#6b625a", "#7a5a00", "#7b2d5b"
LINES = ("#0b6350", "#b5492f", "#2f5fa8", "#7b2d5b", "#9a7200", "#3d7a1f", "#555555", "#a03a78")
CHART = (EDGE, 400, WIDTH - EDGE - 150, 860)  # left, top, right, bottom; names stand to the right
NAME = 36  # what a name takes in height
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
    called = names_outside(people)
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _headline(draw, game.title, sheet, called)
    _line(draw, 296, loser_line(sheet, people, family), 44, PLUM)
    _race(draw, sheet, called)
    _scores(draw, sheet, called)
    foot = f"{family.name} · {game.rule_set.name} · {game.day_in_words}"
    _line(draw, HEIGHT - 90, foot, 30, FAINT)
    return image


def names_outside(people: dict[int, Player]) -> dict[int, str]:
    """By seat the first name, since chats leave the house; two of one name are told apart."""
    told = zip(people, outside_names(list(people.values())), strict=True)
    return {seat: lettering.called(name, f"Player {seat + 1}") for seat, name in told}


def loser_line(sheet: Sheet, people: dict[int, Player], family: Family) -> str:
    """ "Mike lost, with 120"; nothing of a child, and nothing where the family is gentle."""
    gentle = family.tone == Tone.GENTLE or any(people[seat].is_child for seat in sheet.losers)
    if gentle or not sheet.losers:
        return ""
    called = names_outside(people)
    losers = together([called[seat] for seat in sheet.losers])
    return f"{losers} lost, with {figure(sheet.seats[sheet.losers[0]].complete_total)}"


def _headline(draw: ImageDraw.ImageDraw, title: str, sheet: Sheet, called: dict[int, str]) -> None:
    winners = together([called[seat] for seat in sheet.winners])
    _line(draw, 64, title, 34, FAINT)
    _line(draw, 118, f"{winners} won", 84, GOLD)
    if sheet.winners:
        points = figure(sheet.seats[sheet.winners[0]].complete_total)
        _line(draw, 228, f"with {points}", 44, INK)


def _race(draw: ImageDraw.ImageDraw, sheet: Sheet, called: dict[int, str]) -> None:
    """A line for each seat over the complete rounds; more points are lower."""
    lines = race(sheet)
    points = [value for line in lines.values() for _, value in line] or [0]
    low, high = min(points), max(max(points), min(points) + 1)
    left, top, right, bottom = CHART
    last = max([number for line in lines.values() for number, _ in line] or [1]) or 1
    draw.line([(left, bottom), (right, bottom)], fill=FAINT, width=2)
    ends = {}
    for place, (seat, line) in enumerate(lines.items()):
        spots = [
            (left + (right - left) * n / last, top + (bottom - top) * (v - low) / (high - low))
            for n, v in line
        ]
        draw.line(spots, fill=LINES[place % len(LINES)], width=6, joint="curve")
        ends[seat] = spots[-1][1] - NAME / 2
    colours = dict(zip(lines, cycle(LINES), strict=False))
    for seat, height in apart(ends, top - NAME, bottom + NAME).items():
        lettering.write(
            draw, (right + 14, height), called[seat], 30, colours[seat], room=WIDTH - right - 20
        )


def apart(heights: dict[int, float], top: float, bottom: float) -> dict[int, float]:
    """Names beside the ends of their lines, none upon another, as near as there is room."""
    step = min(NAME, (bottom - top) / len(heights)) if heights else 0
    order = sorted(heights, key=lambda seat: heights[seat])
    placed, beneath = {}, top
    for seat in order:
        placed[seat] = max(heights[seat], beneath)
        beneath = placed[seat] + step
    above = bottom
    for seat in reversed(order):
        placed[seat] = min(placed[seat], above - step)
        above = placed[seat]
    return placed


def race(sheet: Sheet) -> dict[int, list[tuple[int, int]]]:
    """By seat the round and the total after it, from 0 on, of complete rounds that it sat in."""
    lines = {}
    for seat in sheet.seated:
        cells = [(one.number, one.cells[seat.number]) for one in sheet.rounds if one.complete]
        told = [(number, cell.running) for number, cell in cells if cell.running is not None]
        lines[seat.number] = [(seat.first_round - 1, seat.starting_points), *told]
    return lines


def _scores(draw: ImageDraw.ImageDraw, sheet: Sheet, called: dict[int, str]) -> None:
    seats: list[Seat] = sorted(sheet.seated, key=lambda one: (one.place or 99, one.number))
    step = min(48, (HEIGHT - 110 - ROWS) / len(seats))
    for row, seat in enumerate(seats):
        height, size = ROWS + row * step, int(step * 0.72)
        name, total = called[seat.number], figure(seat.complete_total)
        lettering.write(draw, (EDGE, height), name, size, INK, room=ROOM - 220)
        end = (WIDTH - EDGE, height)
        lettering.write(draw, end, total, size, INK, room=200, to_the_left=True)


def _line(draw: ImageDraw.ImageDraw, y: int, text: str, size: int, colour: str) -> None:
    lettering.write(draw, (EDGE, y), text, size, colour, room=ROOM)
