"""Signing in and out, and how often one may guess."""

import pytest

from scorebook.accounts import throttle

RIGHT = {"username": "ann", "password": "Ann keeps fifteen"}
WRONG = {"username": "ann", "password": "Ann keeps sixteen"}


def signed_in(client) -> bool:
    return "_auth_user_id" in client.session


def test_in_and_out(client, ann):
    answer = client.post("/sign-in/", RIGHT)
    assert (answer.status_code, answer.url) == (302, "/")
    assert signed_in(client)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").url == "/sign-in/"
    assert not signed_in(client)


def test_the_page_that_was_asked_for_comes_next(client, ann):
    assert client.get("/nowhere-yet/").status_code == 404
    assert 'name="next" value="/games/"' in client.get("/sign-in/?next=/games/").content.decode()
    assert client.post("/sign-in/", RIGHT | {"next": "/games/"}).url == "/games/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "http:evil.example",
        "javascript:alert(1)",
        "\thttps://evil.example",
    ],
)
def test_next_leads_nowhere_else(client, ann, elsewhere):
    assert client.post("/sign-in/", RIGHT | {"next": elsewhere}).url == "/"


def test_unknown_and_wrong_and_retired_sound_the_same(client, ann, ben):
    ben.is_active = False
    ben.save()
    tries = [
        WRONG,
        {"username": "nobody", "password": "Ann keeps fifteen"},
        {"username": "ben", "password": "Ben keeps fifteen"},
    ]
    answers = [client.post("/sign-in/", data) for data in tries]
    assert {answer.status_code for answer in answers} == {200}
    for answer, data in zip(answers, tries, strict=True):
        page = answer.content.decode()
        assert "do not go together" in page
        assert f'value="{data["username"]}"' in page
        assert data["password"] not in page
    assert not signed_in(client)


def test_a_name_is_closed_after_ten_faults_even_to_the_right_password(client, ann):
    for number in range(throttle.PER_NAME):
        assert client.post("/sign-in/", WRONG, REMOTE_ADDR=f"10.0.0.{number}").status_code == 200
    for spelled in ("ann", "ANN", " ann ", "ａｎｎ"):
        answer = client.post("/sign-in/", RIGHT | {"username": spelled}, REMOTE_ADDR="10.0.1.1")
        assert answer.status_code == 429
        assert "Wait an hour" in answer.content.decode()
    assert answer.headers["Retry-After"] == "3600"
    assert not signed_in(client)


def test_an_address_is_closed_after_twenty_faults_whatever_it_claims_to_be(client, ann):
    for number in range(throttle.PER_ADDRESS):
        guess = {"username": f"guess{number}", "password": "x"}
        forged = {"x-forwarded-for": f"10.0.0.{number}"}
        assert client.post("/sign-in/", guess, headers=forged).status_code == 200
    assert client.post("/sign-in/", RIGHT).status_code == 429
    assert client.post("/sign-in/", RIGHT, REMOTE_ADDR="10.0.1.1").status_code == 302


def test_a_try_refused_for_its_name_is_not_counted_against_the_address(client, ann, ben):
    """Who keeps trying a closed name must not close the whole house, which is one address."""
    for _ in range(throttle.PER_NAME):
        assert client.post("/sign-in/", WRONG).status_code == 200
    for _ in range(throttle.PER_ADDRESS):
        assert client.post("/sign-in/", WRONG).status_code == 429
    right = {"username": "ben", "password": "Ben keeps fifteen"}
    assert client.post("/sign-in/", right).status_code == 302


def test_a_try_refused_for_its_address_is_not_counted_against_the_name(client, ann):
    for number in range(throttle.PER_ADDRESS):
        client.post("/sign-in/", {"username": f"guess{number}", "password": "x"})
    for _ in range(throttle.PER_NAME):
        assert client.post("/sign-in/", WRONG).status_code == 429
    assert client.post("/sign-in/", RIGHT, REMOTE_ADDR="10.0.1.1").status_code == 302


def test_who_gets_it_right_is_not_counted(client, ann):
    for _ in range(throttle.PER_ADDRESS + 1):
        assert client.post("/sign-in/", RIGHT).status_code == 302
        client.post("/sign-out/")


def test_faults_are_forgotten_with_the_right_password(client, ann):
    for _ in range(2):
        for _ in range(throttle.PER_NAME - 1):
            client.post("/sign-in/", WRONG)
        assert client.post("/sign-in/", RIGHT).status_code == 302
        client.post("/sign-out/")
