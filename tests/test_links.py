"""A link made for somebody else opens for somebody else, or the page says that it does not."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from scorebook import links
from tests.factories import make_game, make_player, make_post


@pytest.fixture
def machine(monkeypatch, settings):
    """Listens everywhere, and is 192.168.1.7 at home."""
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setattr(links, "lan_address", lambda: "192.168.1.7")
    settings.ALLOWED_HOSTS = ["*"]
    return monkeypatch


def link(host: str, **traits) -> str:
    return links.for_others(RequestFactory().get("/", HTTP_HOST=host, **traits), "pair")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost:8112", "http://192.168.1.7:8112/pair/"),
        ("127.0.0.1:8112", "http://192.168.1.7:8112/pair/"),
        ("[::1]", "http://192.168.1.7:80/pair/"),
        ("kitchen.local:8000", "http://kitchen.local:8000/pair/"),
        ("scores.example.org", "http://scores.example.org/pair/"),
    ],
)
def test_a_link_made_on_the_machine_itself_is_by_the_address_of_phones(machine, host, address):
    assert link(host) == address


def test_a_public_address_stands_in_every_link(machine, settings):
    settings.SITE_URL = "https://scores.example.org"
    for host in ("localhost:8112", "192.168.1.7:8112"):
        assert link(host) == "https://scores.example.org/pair/"


@pytest.mark.parametrize("listens_on", ["127.0.0.1", "localhost"])
def test_where_no_phone_gets_in_the_link_stays_and_that_is_said(machine, listens_on):
    machine.setenv("HOST", listens_on)
    assert link("localhost:8112") == "http://localhost:8112/pair/"
    assert links.reach(link("localhost:8112")) == links.ONLY_HERE
    assert "come back" in links.reach(link("localhost:8112"), once=False)
    assert "come back" not in links.ONLY_HERE


def test_without_a_network_too(machine):
    machine.setattr(links, "lan_address", lambda: None)
    assert links.reach(link("127.0.0.1:8112")) == links.ONLY_HERE


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("http://192.168.1.7:8112/pair/", links.ONLY_AT_HOME),
        ("http://kitchen.local/pair/", links.ONLY_AT_HOME),
        ("http://kitchen:8000/pair/", links.ONLY_AT_HOME),
        ("http://[fe80::1]/pair/", links.ONLY_AT_HOME),
        ("https://scores.example.org/pair/", ""),
        ("http://203.0.114.9/pair/", ""),
    ],
)
def test_where_an_address_opens_is_said(address, told):
    assert links.reach(address) == told


@pytest.mark.django_db
def test_every_page_that_shows_an_address_says_where_it_opens(ann, as_ann, as_ben, ben):
    game = make_game(players=[ann.player, ben.player], by=ann.player)
    rosa, post = make_player(name="Rosa"), make_post("story", by=ann.player)
    for name, args in (
        ("invite_person", [rosa.id]),
        ("invite_group", []),
        ("pairing_code", []),
        ("table_code", [game.id]),
        ("share_game", [game.id]),
        ("share_post", [post.id]),
    ):
        here = links.STAYS_HERE if name == "table_code" else links.ONLY_HERE
        for host, told in (("localhost", here), ("testserver", links.ONLY_AT_HOME)):
            asked = {"role": "member"}
            page = as_ann.post(reverse(name, args=args), asked, HTTP_HOST=host, follow=True)
            assert told in page.content.decode(), (name, host)
