"""Addresses of photos."""

from django.urls import path

from scorebook.photos import bin, card, uploads, views, wall

PHOTO = "photos/<uuid:photo_id>/"

urlpatterns = [
    path("wall/", wall.wall, name="wall"),
    path("photos/new/", uploads.new_photo, name="new_photo"),
    path("photos/bin/", bin.photo_bin, name="photo_bin"),
    path("photos/mine.zip", wall.my_photos, name="my_photos"),
    path(PHOTO, wall.photo_page, name="photo_page"),
    path(PHOTO + "<int:size>.jpg", views.photo, name="photo"),
    path(PHOTO + "edit/", wall.edit_photo, name="edit_photo"),
    path(PHOTO + "hide/", bin.hide_photo, name="hide_photo"),
    path(PHOTO + "show/", bin.show_photo, name="show_photo"),
    path(PHOTO + "take-down/", bin.take_down_photo, name="take_down_photo"),
    path(PHOTO + "restore/", bin.restore_photo, name="restore_photo"),
    path(PHOTO + "clear/", bin.clear_photo, name="clear_photo"),
    path(PHOTO + "store/", uploads.store_photo, name="store_photo"),
    path(PHOTO + "post/", uploads.post_photo, name="post_photo"),
    path("shared/<str:token>/<uuid:photo_id>.jpg", views.shared_photo, name="shared_photo"),
    path("games/<uuid:game_id>/photos/<str:side>/", uploads.add_photo, name="add_photo"),
    path("games/<uuid:game_id>/card.png", card.share_card, name="share_card"),
]
