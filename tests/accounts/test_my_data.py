"""What is kept on somebody goes to them whole, and to nobody else."""

import json
import uuid
from datetime import date

import pytest
from django.urls import reverse

from scorebook.accounts import my_data
from scorebook.models import Device, Passkey, Player, User
from scorebook.models.people import Role
from scorebook.people.merging import merge
from scorebook.talk import services
from tests.conftest import browser_of
from tests.factories import make_game, make_player, make_post, play_game

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


def test_what_they_said_is_in_it_under_every_name_and_nothing_of_others(as_ben, ben, ann):
    rosa = make_player(name="Rosa")
    mine = make_post("dispute", by=rosa, title="Mine", sides=("Aye", "Nay"), cards="KK")
    word = make_post("lingo", by=ben.player, title="Bisz", meanings=["Kings"])
    rant = make_post("rant", by=ann.player, title="Hers", body="Ann's own words")
    services.take_note(rant, by=ben.player, noted=True)
    services.comment(rant, id=uuid.uuid4(), by=rosa, body="Well said")
    services.comment(mine, id=uuid.uuid4(), by=ann.player, body="Ann's reply")
    side = mine.dispute.sides.first()
    services.vote(mine.dispute, side=side, by=rosa, today=date.today())
    services.vote(mine.dispute, side=side, by=ann.player, today=date.today())
    services.take_down(word, by=ben.player)
    merge(ben.player, rosa, by=ann.player)
    answer = as_ben.get(reverse("my_data")).content.decode()
    told = json.loads(answer)
    assert [post["title"] for post in told["posts"]] == ["Mine", "Bisz"]
    assert told["posts"][0]["dispute__cards"] == "KK"
    assert [side["text"] for side in told["sides"]] == ["Aye", "Nay"]
    assert [meaning["text"] for meaning in told["meanings"]] == ["Kings"]
    assert [said["body"] for said in told["comments"]] == ["Well said"]
    assert [vote["side__text"] for vote in told["votes"]] == ["Aye"]
    assert [noted["title"] for noted in told["noted"]] == ["Hers"]
    assert "Ann's" not in answer


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
