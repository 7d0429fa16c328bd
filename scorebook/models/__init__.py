"""Every row of the database. Rows, constraints and QuerySet words; no logic of the game."""

from scorebook.models.deeds import Deed
from scorebook.models.doors import (
    Claim,
    Device,
    Invitation,
    PairingCode,
    Passkey,
    ShareLink,
)
from scorebook.models.games import Entry, Game, Hand, Proposal, Seat
from scorebook.models.people import Family, Merge, Player, User
from scorebook.models.photos import Photo
from scorebook.models.rulebook import RuleSet
from scorebook.models.talk import Comment, Dispute, DisputeSide, Meaning, Post, Vote
from scorebook.models.tallies import (
    ContractTally,
    DataVersion,
    RatedGame,
    Rating,
    Season,
    Tally,
)

__all__ = [
    "Claim",
    "Comment",
    "ContractTally",
    "DataVersion",
    "Deed",
    "Device",
    "Dispute",
    "DisputeSide",
    "Entry",
    "Family",
    "Game",
    "Hand",
    "Invitation",
    "Meaning",
    "Merge",
    "PairingCode",
    "Passkey",
    "Photo",
    "Player",
    "Post",
    "Proposal",
    "RatedGame",
    "Rating",
    "RuleSet",
    "Season",
    "Seat",
    "ShareLink",
    "Tally",
    "User",
    "Vote",
]
