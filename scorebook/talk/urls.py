"""Addresses of what the family says."""

from django.urls import path

from scorebook.talk import bin, reading, sharing, trial, writing

POST = "talk/<uuid:post_id>/"
COMMENT = "talk/comments/<uuid:comment_id>/"

urlpatterns = [
    path("talk/", reading.talk, name="talk"),
    path("talk/lingo/", reading.lingo, name="lingo"),
    path("talk/bin/", bin.talk_bin, name="talk_bin"),
    path("talk/write/", writing.what_to_write, name="what_to_write"),
    path("talk/write/<slug:kind>/", writing.write_post, name="write_post"),
    path(POST, reading.post_page, name="post_page"),
    path(POST + "edit/", writing.edit_post, name="edit_post"),
    path(POST + "comment/", writing.add_comment, name="add_comment"),
    path(POST + "noted/", writing.note_post, name="note_post"),
    path(POST + "vote/", trial.vote, name="vote"),
    path(POST + "close/", trial.close_dispute, name="close_dispute"),
    path(POST + "bin/", bin.take_down_post, name="take_down_post"),
    path(POST + "restore/", bin.restore_post, name="restore_post"),
    path(POST + "share/", sharing.share_post, name="share_post"),
    path(POST + "share/<uuid:link_id>/stop/", sharing.stop_sharing_post, name="stop_sharing_post"),
    path(COMMENT + "bin/", bin.take_down_comment, name="take_down_comment"),
    path(COMMENT + "restore/", bin.restore_comment, name="restore_comment"),
    path("talk/shared/<str:token>/", sharing.shared_post, name="shared_post"),
]
