from django.urls import path

from scorebook.people import claims, family, logins, merging, people

PERSON = "people/<uuid:player_id>/"

urlpatterns = [
    path("people/", people.people, name="people"),
    path("people/new/", people.add_person, name="add_person"),
    path(PERSON + "edit/", people.edit_person, name="edit_person"),
    path(PERSON + "merge/", merging.merge_people, name="merge_people"),
    path(PERSON + "unmerge/", merging.unmerge_people, name="unmerge"),
    path(PERSON + "claim/", claims.claim, name="claim"),
    path(PERSON + "role/", logins.change_role, name="change_role"),
    path(PERSON + "remove-login/", logins.remove_login, name="remove_login"),
    path("claims/<int:claim_id>/", claims.answer_claim, name="answer_claim"),
    path("leave/", logins.leave_family, name="leave_family"),
    path("family/", family.family, name="family"),
    path("family/change/", family.change_family, name="change_family"),
    path("log/", family.deeds, name="deeds"),
]
