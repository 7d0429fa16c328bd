"""Addresses of the pages that combine everything."""

from django.urls import path

from scorebook.pages import views

urlpatterns = [path("", views.home, name="home")]
