"""Addresses of the rules."""

from django.urls import path

from scorebook.rulebook import changing, views

urlpatterns = [
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/compare/", views.compare_rules, name="compare_rules"),
    path("rules/import/", changing.import_rules, name="import_rules"),
    path("rules/save/", changing.save_house_rules, name="save_house_rules"),
    path("rules/<slug:slug>/", views.rule_set, name="rule_set"),
    path("rules/<slug:slug>/crib/", views.crib_sheet, name="crib_sheet"),
    path("rules/<slug:slug>/export/", views.export_rules, name="export_rules"),
    path("rules/<slug:slug>/what-if/", views.what_if, name="what_if"),
    path("rules/<slug:slug>/change/", changing.house_rules, name="house_rules"),
    path("rules/<slug:slug>/change/again/", changing.change_again, name="change_again"),
    path("games/<uuid:game_id>/what-if/", views.what_if_game, name="what_if_game"),
]
