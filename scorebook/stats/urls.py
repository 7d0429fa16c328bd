"""Addresses of the boards and of the game history."""

from django.urls import path

from scorebook.stats import chart_views, views

PERSON = "people/<uuid:player_id>/"

urlpatterns = [
    path("tally/", views.boards, name="boards"),
    path("games/", views.history, name="history"),
    path("games/<uuid:game_id>/race.svg", chart_views.race_chart, name="race_chart"),
    path(PERSON + "places.svg", chart_views.places_chart, name="places_chart"),
    path(PERSON + "rating.svg", chart_views.rating_chart, name="rating_chart"),
    path(PERSON + "contracts.svg", chart_views.contracts_chart, name="contracts_chart"),
]
