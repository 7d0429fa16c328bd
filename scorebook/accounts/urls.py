from django.contrib.auth.views import LogoutView
from django.urls import path

from scorebook.accounts import people, views

urlpatterns = [
    path("setup/<str:token>/", views.setup, name="setup"),
    path("sign-in/", views.SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("people/", people.people, name="people"),
    path("people/<uuid:player_id>/", people.person, name="person"),
]
