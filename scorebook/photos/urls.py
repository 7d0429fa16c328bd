"""Addresses of photos."""

from django.urls import path

from scorebook.photos import views

urlpatterns = [
    path("photos/<uuid:photo_id>/<int:size>.jpg", views.photo, name="photo"),
    path("photos/<uuid:photo_id>/take-down/", views.take_down_photo, name="take_down_photo"),
    path("shared/<str:token>/<uuid:photo_id>.jpg", views.shared_photo, name="shared_photo"),
    path("games/<uuid:game_id>/photos/<str:side>/", views.add_photo, name="add_photo"),
]
