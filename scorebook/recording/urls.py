"""Addresses of starting, recording, correcting and ending a game."""

from django.urls import path

from scorebook.recording import (
    api,
    conflicts,
    ending,
    guests,
    hands,
    live,
    more,
    phone,
    review,
    sharing,
    starting,
    table,
    tv,
)
from scorebook.recording.more_forms import (
    AdjustForm,
    JoinForm,
    LeaveForm,
    NoteForm,
    RummyForm,
    StartForm,
)

GAME = "games/<uuid:game_id>/"
ROUND = GAME + "rounds/<int:round_number>/"

urlpatterns = [
    path("games/new/", starting.new_game, name="new_game"),
    path(GAME, table.table, name="table"),
    path(GAME + "entries/", api.entries, name="entries"),
    path(GAME + "sheet/", api.sheet, name="sheet"),
    path(GAME + "live/", live.live, name="live"),
    path(GAME + "tv/", tv.tv, name="tv"),
    path("tv/", tv.tv_now, name="tv_now"),
    path(GAME + "record/", phone.record, name="record"),
    path("evening/kit/", phone.kit, name="kit"),
    path(GAME + "join-table/", table.join_table, name="join_table"),
    path(GAME + "code/", guests.table_code, name="table_code"),
    path("j/", guests.enter_code, name="enter_code"),
    path("j/leave/", guests.leave_as_guest, name="leave_as_guest"),
    path("j/<str:code>/", guests.join_by_code, name="join_by_code"),
    path(GAME + "share/", sharing.share_game, name="share_game"),
    path(GAME + "share/<uuid:link_id>/stop/", sharing.stop_sharing, name="stop_sharing"),
    path("shared/<str:token>/", sharing.shared_game, name="shared_game"),
    path(GAME + "undo/", table.undo, name="undo"),
    path(GAME + "pen/", table.take_pen, name="take_pen"),
    path(ROUND + "next/", table.onward_from, name="onward"),
    path(ROUND + "out/", table.went_out, name="went_out"),
    path(ROUND + "cut/", table.cut, name="cut"),
    path(ROUND + "seats/<int:seat>/", hands.hand, name="hand"),
    path(ROUND + "seats/<int:seat>/entering/", live.enter_hand, name="enter_hand"),
    path(ROUND + "review/", review.review, name="review"),
    path(ROUND + "buys/<int:seat>/", review.buys, name="buys"),
    path(GAME + "proposals/<uuid:proposal_id>/", conflicts.conflict, name="conflict"),
    path(GAME + "more/", more.more, name="more"),
    path(GAME + "more/join/", more.event, {"form_class": JoinForm}, name="join"),
    path(GAME + "more/leave/", more.event, {"form_class": LeaveForm}, name="leave"),
    path(GAME + "more/rummy/", more.event, {"form_class": RummyForm}, name="rummy"),
    path(GAME + "more/adjust/", more.event, {"form_class": AdjustForm}, name="adjust"),
    path(GAME + "more/note/", more.event, {"form_class": NoteForm}, name="note"),
    path(GAME + "more/rules/", more.change_rules, name="change_rules"),
    path(GAME + "more/setup/", more.event, {"form_class": StartForm}, name="change_start"),
    path(GAME + "log/", more.log, name="log"),
    path(GAME + "finish/", ending.finish, name="finish"),
    path(GAME + "reopen/", ending.reopen, name="reopen"),
    path(GAME + "sentence/", ending.sentence, name="sentence"),
    path(GAME + "rematch/", starting.rematch, name="rematch"),
]
