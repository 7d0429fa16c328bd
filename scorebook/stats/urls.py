"""Addresses of the boards and of the game history."""

from django.urls import path

from scorebook.stats import book_views, family, pictures, views

NUMBERS = "family/numbers/"

urlpatterns = [
    path("tally/", views.boards, name="boards"),
    path("games/", views.history, name="history"),
    path(NUMBERS, family.family_numbers, name="family_numbers"),
    path(NUMBERS + "contracts/", family.family_contracts, name="family_contracts"),
    path(NUMBERS + "records/", family.family_records, name="family_records"),
    path(NUMBERS + "<int:year>/", family.family_year, name="family_year"),
    path(
        NUMBERS + "<int:year>/<int:month>/<int:day>/", family.family_evening, name="family_evening"
    ),
    path("book/<int:year>/", book_views.book, name="book"),
    path("book/<int:year>/picture.png", book_views.book_picture, name="book_picture"),
    path("games/<uuid:game_id>/race.svg", pictures.race_chart, name="race_chart"),
]
