"""The result of a game as pages tell it: who won, who lost, by how much, with their photos."""

from __future__ import annotations

from typing import Any

from scorebook.models import Family
from scorebook.models.games import Sentence
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.recording.dunce import dunce_card
from scorebook.recording.scoreboard import Scoreboard, Standing
from scorebook.recording.words import Moment, say, won
from scorebook.rules.scoring import figure


def winners(scoreboard: Scoreboard, family: Family) -> dict[str, Any]:
    sheet = scoreboard.sheet
    players = [scoreboard.player(seat) for seat in sheet.winners]
    points = sheet.seats[sheet.winners[0]].complete_total if sheet.winners else 0
    return {
        "winners": names(players),
        "winning_total": figure(points),
        "winner_line": won(family, *players, points=points),
        "margin": _margin(scoreboard.standings()),
        "winner_photo": scoreboard.game.photo(Side.WINNER),
    }


def _margin(standings: list[Standing]) -> str:
    """ "Beat Em by 110."; nothing where nobody came second."""
    behind = [line for line in standings if line.place and line.place > 1]
    second = [line.player for line in behind if line.place == behind[0].place]
    return f"Beat {names(second)} by {abs(behind[0].behind or 0)}." if behind else ""


def losers(scoreboard: Scoreboard, family: Family) -> dict[str, Any]:
    sheet, game = scoreboard.sheet, scoreboard.game
    players = [scoreboard.player(seat) for seat in sheet.losers]
    points = sheet.seats[sheet.losers[0]].complete_total if sheet.losers else 0
    photo = game.photo(Side.LOSER)
    dunce = game.sentence == Sentence.DUNCE
    return {
        "losers": names(players),
        "losing_total": figure(points),
        "loser_line": say(Moment.LOSER, family, *players, points=points),
        "loser_photo": photo,
        "posing": bool(photo) or game.sentence == Sentence.POSE,
        "gentle": any(player.is_child for player in players),
        "dunce_cards": [dunce_card(scoreboard, seat) for seat in sheet.losers] if dunce else [],
    }
