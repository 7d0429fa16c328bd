"""Every page that can be reached by links, in a family that has played, without one error."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.urls import resolve

pytestmark = pytest.mark.django_db(transaction=True)

OF_ONE_KIND = 6  # addresses walked of each view: a row of a sheet of five, not all its cells
LINKS = """
[...document.querySelectorAll("a[href]:not([download])")].map((link) => link.href)
  .filter((address) => address.startsWith(location.origin)).map((address) => address.split("#")[0])
"""
REACHED = {
    "boards", "board", "choose_board", "history", "choose_history", "seasons",
    "home", "new_game", "people", "person", "table", "game_over", "hand",
    "went_out", "more", "log", "bin_game", "binned_games",
    "rule_sets", "rule_set", "house_rules", "crib_sheet", "import_rules",
    "what_if", "what_if_game", "compare_rules",
    "edit_person", "add_person", "invitations", "devices", "pairing_code", "family", "deeds",
    "backups", "set_password", "share_game", "table_code", "invite_person",
    "wall", "photo_page", "edit_photo", "new_photo", "photo_bin",
    "check", "check_question", "check_rounds",
    "talk", "lingo", "talk_bin", "what_to_write", "write_post", "post_page", "close_dispute",
    "share_post",
    "choose_numbers", "family_numbers", "family_contracts", "family_records", "family_year",
    "family_evening", "book", "choose_person",
}  # fmt: skip


@pytest.fixture(autouse=True)
def demo(settings, tmp_path, ann):
    settings.PHOTOS_DIR = tmp_path / "photos"
    call_command("demo", games=3, players=5, seed=3, verbosity=0)


def walk(page, start: str) -> Iterator[str]:
    """Opens page after page; yields the name of the view that each turned out to be."""
    waiting, seen = deque([start]), {start}
    kinds: Counter[str] = Counter()
    while waiting:
        address = waiting.popleft()
        kind = resolve(urlsplit(address).path).url_name
        if kinds[kind] == OF_ONE_KIND:
            continue
        kinds[kind] += 1
        answer = page.goto(address)
        assert answer.status == 200, address
        yield resolve(urlsplit(page.url).path).url_name
        links = [link for link in page.evaluate(LINKS) if link not in seen]
        waiting.extend(links)
        seen.update(links)


def test_every_page_reached_from_home_is_sound(phone, live_server):
    reached = set(walk(phone.page, f"{live_server.url}/"))
    assert reached >= REACHED
    assert phone.faults == []
