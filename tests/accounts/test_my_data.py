"""What is kept on somebody goes to them whole, and to nobody else."""

import json

import pytest
from django.urls import reverse

from scorebook.accounts import my_data
from scorebook.models import Device, Passkey, Player, User
from scorebook.models.people import Role
from tests.conftest import browser_of
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db
SECRETS = {"session_key", "credential", "credential_id", "password", "code_hash", "token_hash"}


def test_a_member_takes_home_what_they_played_and_wrote(as_ben, ben, ann):
    game = make_game(players=[ben.player, ann.player, make_player()], by=ben.player)
    play_game(game, winner=1, loser=0)
    Passkey.objects.create(user=ben, credential_id=b"id", credential=b"key", name="iPhone")
    answer = as_ben.get(reverse("my_data"))
    assert "attachment" in answer["Content-Disposition"]
    told = json.loads(answer.content)
    assert told["person"][0]["name"] == "Ben"
    assert [seat["lost"] for seat in told["games"]] == [True]
    assert len(told["entries"]) == game.entries.count()
    assert told["passkeys"][0]["name"] == "iPhone"
    assert "fifteen" not in answer.content.decode()


def test_nothing_in_it_lets_anybody_in(as_ben, ben):
    Device.objects.create(user=ben, session_key="sesame", name="iPhone")
    told = as_ben.get(reverse("my_data")).content.decode()
    assert "sesame" not in told
    assert ben.password not in told
    assert not [name for name in SECRETS if f'"{name}"' in told]


def test_whoever_waits_gets_what_there_is_of_them(family):
    user = User.objects.create(username="by-link", first_name="Rosa", role=Role.WAITING)
    told = json.loads(browser_of(user).get(reverse("my_data")).content)
    assert told["login"][0]["first_name"] == "Rosa"
    assert "person" not in told


@pytest.mark.parametrize("model", [User, Player])
def test_every_column_is_told_or_left_out_on_purpose(model):
    told = {User: my_data.LOGIN, Player: my_data.PERSON}[model]
    left_out = {
        User: {
            *("id", "password", "is_staff", "is_superuser", "is_active", "sessions_since"),
            *("player", "invitation", "last_name", "email"),
        },
        Player: set(),
    }[model]
    columns = {field.name for field in model._meta.concrete_fields}
    assert columns == {name for name in told if "__" not in name} | left_out
