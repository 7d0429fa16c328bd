"""Addresses of the pages that combine everything, and of the site as an installed one."""

from django.urls import path

from scorebook.pages import game_over, installed, person, views

urlpatterns = [
    path("", views.home, name="home"),
    path("games/<uuid:game_id>/over/", game_over.game_over, name="game_over"),
    path("people/<uuid:player_id>/", person.person, name="person"),
    path("sw.js", installed.service_worker, name="service_worker"),
    path("offline/", installed.offline, name="offline"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
]
