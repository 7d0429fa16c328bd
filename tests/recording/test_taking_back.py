"""What pages say of what was taken back, and of people whose joining was."""

import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry
from scorebook.recording.log import meant
from tests.factories import hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def game(as_ben, ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=people, by=ben.player)


def join(game, name, *, round=1):
    payload = {"player": {"id": str(uuid.uuid4()), "name": name}, "after_seat": 2, "points": "zero"}
    return hand_in(game, "join", payload, round=round).entry


def void(game, entry):
    return hand_in(game, "void", {"entry": str(entry.id)}).entry


def page(client, name, *args, **query):
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_every_page_lives_with_a_joining_taken_back(as_ben, game):
    joined = join(game, "Zoe")
    hand_in(game, "hand", {"total": 5}, round=1, seat=3)
    other = hand_in(game, "hand", {"total": 10}, round=1, seat=3).proposal
    for kind, payload, place in [
        ("buys", {"n": 1}, {"round": 1, "seat": 3}),
        ("adjust", {"points": 5, "reason": "peeking"}, {"round": 1, "seat": 3}),
        ("leave", {}, {"round": 3, "seat": 3}),
    ]:
        hand_in(game, kind, payload, **place)
    undo = void(game, joined)
    assert "Two scores for Zoe" in page(as_ben, "table", game.id)
    assert "Taken back: Round 1: Zoe sat down" in page(as_ben, "table", game.id, saved=undo.id)
    log = page(as_ben, "log", game.id)
    assert "Round 1, Zoe: 5 points" in log and "Round 3: Zoe left the table" in log
    for entry in game.entries.all():
        page(as_ben, "table", game.id, saved=entry.id)
    page(as_ben, "more", game.id)
    conflict = reverse("conflict", args=[game.id, other.id])
    refused = as_ben.post(conflict, {"choice": "accept", "id": uuid.uuid4()}, follow=True)
    assert "Zoe is not at the table in round 1." in refused.content.decode()
    sheet = as_ben.get(reverse("sheet", args=[game.id])).json()
    assert [(seat["name"], seat["seated"]) for seat in sheet["seats"]][3:] == [("Zoe", False)]
    as_ben.post(conflict, {"choice": "drop", "id": uuid.uuid4()})
    assert "Two scores" not in page(as_ben, "table", game.id)


def test_who_was_taken_back_is_not_counted_at_the_end(as_ben, game):
    void(game, join(game, "Zoe"))
    play_game(game)
    over = page(as_ben, "game_over", game.id)
    assert "Zoe" not in over
    assert "3 players" in over


def test_rules_with_fewer_rounds_than_somebody_waits_for(as_ben, game):
    play_round(game)
    join(game, "Zoe", round=6)
    preview = page(as_ben, "change_rules", game.id, rule_set="bga_short")
    assert '<th scope="row">Zoe</th> <td>0</td> <td>–</td>' in preview
    changed = hand_in(game, "rules", {"rule_set": "bga_short"}).entry
    assert "Round 6: Zoe sat down" in page(as_ben, "log", game.id)
    for entry in game.entries.all():
        page(as_ben, "table", game.id, saved=entry.id)
    join(game, "Yul", round=2)
    assert [seat.number for seat in sheet_of(game).seated] == [0, 1, 2, 4]
    void(game, changed)
    assert [seat.number for seat in sheet_of(game).seated] == [0, 1, 2, 3, 4]


def test_taking_back_what_was_taken_back_puts_it_back(as_ben, game):
    entry = hand_in(game, "out", {"seat": 2}, round=1).entry
    first = void(game, entry)
    second = void(game, first)
    third = void(game, second)
    assert "Put back: Round 1: Rosa went out" in page(as_ben, "log", game.id)
    bar = page(as_ben, "table", game.id, saved=third.id)
    assert "Taken back: Round 1: Rosa went out</span> <button>Redo</button>" in bar
    fourth = void(game, third)
    bar = page(as_ben, "table", game.id, saved=fourth.id)
    assert "Put back: Round 1: Rosa went out</span> <button>Undo</button>" in bar


def test_a_long_chain_is_followed_to_its_beginning():
    chain = [Entry(id=uuid.uuid4(), kind="out", round=1, payload={"seat": 2})]
    for _ in range(3000):
        payload = {"entry": str(chain[-1].id).upper()}
        chain.append(Entry(id=uuid.uuid4(), kind="void", payload=payload))
    by_id = {str(entry.id): entry for entry in chain}
    assert meant(chain[-1], by_id) == ("Put back", chain[0])
    assert meant(chain[-2], by_id) == ("Taken back", chain[0])


def test_a_corrected_start_offers_no_undo(as_ben, game):
    start = game.entries.get()
    corrected = start.payload | {"place": "Kitchen"}
    entry = hand_in(game, "start", corrected, replaces=start.id).entry
    bar = page(as_ben, "table", game.id, saved=entry.id)
    assert "Started with 3 at the table</span> </form>" in bar
