"""Addresses of the questions that a table asks of its rules."""

from django.urls import path

from scorebook.checker import views

CHECK = "games/<uuid:game_id>/check/"

urlpatterns = [
    path(CHECK, views.lay_down, name="check"),
    path(CHECK + "record/", views.record_lay_down, name="record_lay_down"),
    path(CHECK + "rounds/", views.rounds, name="check_rounds"),
    path(CHECK + "<slug:slug>/", views.question, name="check_question"),
]
