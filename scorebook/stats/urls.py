"""Addresses of the boards and of the game history."""

from django.urls import path

from scorebook.stats import pictures, views

urlpatterns = [
    path("tally/", views.board, name="boards"),
    path("tally/<slug:measure>/", views.board, name="board"),
    path("tally/<slug:measure>/filters/", views.choose_board, name="choose_board"),
    path("games/", views.history, name="history"),
    path("games/filters/", views.choose_history, name="choose_history"),
    path("games/<uuid:game_id>/race.svg", pictures.race_chart, name="race_chart"),
]
