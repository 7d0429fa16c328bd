"""Addresses of all that is counted: boards, history, charts, the family in numbers, its books."""

from django.urls import path

from scorebook.stats import book_views, chart_views, family, seasons, sheets, views

NUMBERS = "family/numbers/"

PERSON = "people/<uuid:player_id>/"

urlpatterns = [
    path("tally/", views.board, name="boards"),
    path("tally/seasons/", seasons.seasons, name="seasons"),
    path("tally/seasons/add/", seasons.add_season, name="add_season"),
    path("tally/seasons/<int:season_id>/", seasons.change_season, name="change_season"),
    path("tally/seasons/<int:season_id>/remove/", seasons.take_away_season, name="remove_season"),
    path("tally/<slug:measure>/", views.board, name="board"),
    path("tally/<slug:measure>/filters/", views.choose_board, name="choose_board"),
    path("tally/<slug:measure>.csv", views.board_sheet, name="board_sheet"),
    path("games/", views.history, name="history"),
    path("games.csv", views.history_sheet, name="history_sheet"),
    path("games/filters/", views.choose_history, name="choose_history"),
    path(NUMBERS, family.family_numbers, name="family_numbers"),
    path(NUMBERS + "filters/<slug:part>/", family.choose_numbers, name="choose_numbers"),
    path(NUMBERS + "contracts/", family.family_contracts, name="family_contracts"),
    path(NUMBERS + "records/", family.family_records, name="family_records"),
    path(NUMBERS + "<int:year>/", family.family_year, name="family_year"),
    path(
        NUMBERS + "<int:year>/<int:month>/<int:day>/", family.family_evening, name="family_evening"
    ),
    path("book/<int:year>/", book_views.book, name="book"),
    path(NUMBERS + "<slug:part>.csv", sheets.numbers_sheet, name="numbers_sheet"),
    path("book/<int:year>/titles.csv", sheets.titles_sheet, name="titles_sheet"),
    path("games/<uuid:game_id>/<slug:part>.csv", sheets.game_sheet, name="game_sheet"),
    path(PERSON + "<slug:part>.csv", sheets.person_sheet, name="person_sheet"),
    path("book/<int:year>/picture.png", book_views.book_picture, name="book_picture"),
    path("games/<uuid:game_id>/race.svg", chart_views.race_chart, name="race_chart"),
    path(PERSON + "filters/", views.choose_person, name="choose_person"),
    path(PERSON + "places.svg", chart_views.places_chart, name="places_chart"),
    path(PERSON + "rating.svg", chart_views.rating_chart, name="rating_chart"),
    path(PERSON + "contracts.svg", chart_views.contracts_chart, name="contracts_chart"),
]
