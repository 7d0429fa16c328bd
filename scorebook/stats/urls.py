"""Addresses of the boards and of the game history."""

from django.urls import path

from scorebook.stats import pictures, views

urlpatterns = [
    path("tally/", views.boards, name="boards"),
    path("games/", views.history, name="history"),
    path("games/<uuid:game_id>/race.svg", pictures.race_chart, name="race_chart"),
]
