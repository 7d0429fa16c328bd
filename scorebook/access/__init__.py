"""Who may see or change what: each function returns the object, or raises Http404 or
PermissionDenied. Private by default: `Door` lets nobody past without a login, but where a view says
that it is open to all, to guests of a table, or to those who wait for an admin's yes.
"""

from scorebook.access.door import (
    PROVED,
    Door,
    ask_first,
    asks_again,
    has_proved,
    open_to_guests,
    open_to_waiting,
    proved_lately,
)
from scorebook.access.games import (
    at_table,
    check_kind,
    game,
    game_to_score,
    game_to_write,
    keeps_score,
    may_amend,
    may_correct,
    may_score,
    may_take_back,
    scorer,
    version,
)
from scorebook.access.guests import (
    GUEST,
    Guest,
    device_of,
    guest_at,
    is_guest,
    table_is_closed,
    whoever,
)
from scorebook.access.people import admin, known_player, player, reader, somebody, writer
from scorebook.access.photos import own_photo, photo, photo_file, photo_of_me

__all__ = [
    "GUEST",
    "PROVED",
    "Door",
    "Guest",
    "admin",
    "ask_first",
    "asks_again",
    "at_table",
    "check_kind",
    "device_of",
    "game",
    "game_to_score",
    "game_to_write",
    "guest_at",
    "has_proved",
    "is_guest",
    "keeps_score",
    "known_player",
    "may_amend",
    "may_correct",
    "may_score",
    "may_take_back",
    "open_to_guests",
    "open_to_waiting",
    "own_photo",
    "photo",
    "photo_file",
    "photo_of_me",
    "player",
    "proved_lately",
    "reader",
    "scorer",
    "somebody",
    "table_is_closed",
    "version",
    "whoever",
    "writer",
]
