"""Every row of the database. Rows, constraints and QuerySet words; no logic of the game."""

from scorebook.models.games import Entry, Game, Hand, Proposal, Seat, Tally
from scorebook.models.people import Family, Player, User
from scorebook.models.photos import Photo
from scorebook.models.rulebook import RuleSet

__all__ = [
    "Entry",
    "Family",
    "Game",
    "Hand",
    "Photo",
    "Player",
    "Proposal",
    "RuleSet",
    "Seat",
    "Tally",
    "User",
]
