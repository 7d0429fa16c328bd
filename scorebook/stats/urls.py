"""Addresses of the boards and of the game history."""

from django.urls import path

from scorebook.stats import views

urlpatterns = [
    path("tally/", views.boards, name="boards"),
    path("games/", views.history, name="history"),
]
