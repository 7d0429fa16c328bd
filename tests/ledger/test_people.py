"""New people need only a name; a person sits at a table once."""

import uuid

import pytest

from scorebook.ledger.people import short_name
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.submission import Refused
from scorebook.models import Deed, Player
from scorebook.rules.sheet import CellState
from tests.factories import hand_in, make_game, make_player, play_round


@pytest.mark.parametrize(
    ("name", "taken", "short"),
    [
        ("Rosa", [], "Rosa"),
        ("Bartholomew", [], "Barthol"),
        ("Rosa Maria", ["Rosa"], "Rosa M"),
        ("Rosa", ["rosa"], "Rosa 2"),
        ("Rosa", ["Rosa", "Rosa 2"], "Rosa 3"),
        ("Bartholomew Q", ["Barthol"], "Barth Q"),
        ("Grandma", ["Grandma"], "Grand 2"),
        ("Uncle Bo", [], "Bo"),
        ("Uncle Theodore", ["Bo"], "Theodor"),
        ("uncle Bo", ["Bo"], "uncle B"),
        ("Uncle Bo Smith", ["Bo"], "Bo S"),
        ("Great Aunt May", ["May", "great m"], "May 2"),
        ("Aunt", [], "Aunt"),
        ("", [], "Somebod"),
        ("  ", ["somebod"], "Someb 2"),
    ],
)
def test_short_names(name, taken, short):
    assert short_name(name, taken) == short


@pytest.mark.django_db
def test_a_new_person_is_made_by_the_start():
    ann = make_player(name="Ann")
    new = {"id": str(uuid.uuid4()), "name": "  Ann Marie "}
    game = make_game(players=[ann, new])
    made = Player.objects.get(id=new["id"])
    assert (made.name, made.short_name) == ("Ann Marie", "Ann M")
    (told,) = Deed.objects.all()
    assert (told.by, told.of, told.about, told.text) == (ann, made, "people", "added Ann Marie")
    assert [seat.player for seat in game.seats.all()] == [ann, made]


@pytest.mark.django_db
def test_a_new_person_may_bring_a_short_name_and_be_a_child():
    opa = {"id": str(uuid.uuid4()), "name": "Opa", "short": " Opi ", "child": True}
    zoe = {"id": str(uuid.uuid4()), "name": "Zoe", "short": "opi"}
    make_game(players=[opa, zoe], by=make_player(name="Ann"))
    made = [Player.objects.get(id=one["id"]) for one in (opa, zoe)]
    assert [(one.short_name, one.is_child) for one in made] == [("Opi", True), ("Zoe", False)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "more", [{"short": "Eightest"}, {"short": "A\u202eb"}, {"short": 7}, {"child": 1}, {"age": 9}]
)
def test_what_else_a_new_person_cannot_bring(more):
    with pytest.raises(Refused):
        make_game(
            players=[make_player(name="Ann"), {"id": str(uuid.uuid4()), "name": "Ben"} | more]
        )
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_who_is_known_keeps_the_name_they_have():
    ann, ben = make_player(name="Ann"), make_player(name="Ben")
    make_game(players=[ann, {"id": str(ben.id), "name": "Benno"}])
    ben.refresh_from_db()
    assert ben.name == "Ben"


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["", "   ", "a" * 61, "Al\u202eice", "A\u200bnn", "A\nB"])
def test_names_that_nobody_can_have(name):
    ann = make_player(name="Ann")
    new = {"id": str(uuid.uuid4()), "name": name}
    with pytest.raises(Refused):
        make_game(players=[ann, new])
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_nobody_sits_twice():
    ann = make_player(name="Ann")
    with pytest.raises(Refused, match="twice"):
        make_game(players=[ann, ann])


@pytest.mark.django_db
def test_a_stranger_is_not_made_up():
    ann = make_player(name="Ann")
    with pytest.raises(Refused, match="Nobody here is known"):
        make_game(players=[ann, str(uuid.uuid4())])


@pytest.mark.django_db
def test_a_late_joiner_may_be_new_and_sits_once():
    game = make_game(players=3)
    play_round(game, hands={1: "KK", 2: "K"})
    new = {"id": str(uuid.uuid4()), "name": "Zoe"}
    payload = {"player": new, "after_seat": 0, "points": "average"}
    hand_in(game, "join", payload, round=2)
    seat = game.seats.get(number=3)
    assert (seat.player.name, seat.starting_points, seat.position) == ("Zoe", 10, 1)
    with pytest.raises(Refused, match="Zoe cannot sit at this table twice"):
        hand_in(game, "join", payload, round=2)
    start = game.entries.first()
    players = [*start.payload["players"][:2], new["id"]]
    with pytest.raises(Refused, match="Zoe cannot sit at this table twice"):
        hand_in(game, "start", start.payload | {"players": players}, replaces=start.id)


@pytest.mark.django_db
def test_who_left_may_come_back_to_the_same_seat():
    game = make_game(players=4)
    play_round(game)
    hand_in(game, "leave", {}, round=2, seat=3)
    play_round(game)
    back = str(game.seats.get(number=3).player_id)
    hand_in(game, "join", {"player": back, "after_seat": 2, "points": "zero"}, round=3)
    assert game.seats.count() == 4
    rounds = sheet_of(game).rounds
    assert rounds[1].cells[3].state is CellState.ABSENT
    assert rounds[2].cells[3].state is CellState.MISSING


def join(game, player, *, after=0, round=2):
    payload = {"player": player, "after_seat": after, "points": "zero"}
    return hand_in(game, "join", payload, round=round).entry


def void(game, entry):
    return hand_in(game, "void", {"entry": str(entry.id)}).entry


@pytest.mark.django_db
def test_a_joining_taken_back_moves_nobody_and_can_be_put_back():
    game = make_game(players=3)
    zoe, yul = (str(make_player(name=name).id) for name in ("Zoe", "Yul"))
    wrong = join(game, zoe)
    hand_in(game, "hand", {"cards": ["KH", "KH"]}, round=2, seat=3)
    undo = void(game, wrong)
    assert game.seats.count() == 3
    join(game, yul)
    seat = game.seats.get(number=4)
    assert (str(seat.player_id), seat.total, game.seats.count()) == (yul, 0, 4)
    with pytest.raises(Refused, match="Zoe is not at the table in round 2"):
        hand_in(game, "hand", {"total": 5}, round=2, seat=3)
    with pytest.raises(Refused, match="Nobody sits there"):
        join(game, str(make_player().id), after=3)
    void(game, undo)
    assert [(s.number, str(s.player_id), s.total) for s in game.seats.all()][3:] == [
        (3, zoe, 20),
        (4, yul, 0),
    ]


@pytest.mark.django_db
def test_nobody_sits_twice_when_a_joining_is_put_back():
    game = make_game(players=3)
    zoe = str(make_player(name="Zoe").id)
    undo = void(game, join(game, zoe))
    start = game.entries.first()
    players = [*start.payload["players"][:2], zoe]
    hand_in(game, "start", start.payload | {"players": players}, replaces=start.id)
    with pytest.raises(Refused, match="Zoe cannot sit at this table twice"):
        void(game, undo)


@pytest.mark.django_db
def test_sixteen_are_the_most_at_one_table():
    game = make_game(players=8)
    joined = [join(game, str(make_player().id)) for _ in range(8)]
    with pytest.raises(Refused, match="16 are the most"):
        join(game, str(make_player().id))
    undo = void(game, joined[3])
    last = join(game, str(make_player().id))
    assert game.seats.get(number=16).player.name
    with pytest.raises(Refused, match="16 are the most"):
        void(game, undo)
    void(game, last)
    void(game, undo)
    assert game.seats.count() == 16


@pytest.mark.django_db
def test_two_have_to_stay_for_every_round_that_can_be_played():
    game = make_game(players=3)
    hand_in(game, "leave", {}, round=7, seat=0)
    with pytest.raises(Refused, match="2 have to stay at the table in round 7"):
        hand_in(game, "leave", {}, round=6, seat=1)
    zoe = join(game, str(make_player(name="Zoe").id), round=7)
    left = hand_in(game, "leave", {}, round=6, seat=1).entry
    with pytest.raises(Refused, match="2 have to stay at the table in round 7"):
        void(game, zoe)
    void(game, left)
    void(game, zoe)
    assert [len(round.present) for round in sheet_of(game).rounds] == [3] * 6 + [2]


@pytest.mark.django_db
def test_who_sits_down_for_one_round_may_come_back_for_a_later_one():
    game = make_game(players=4)
    rosa = str(game.seats.get(number=3).player_id)
    hand_in(game, "leave", {}, round=2, seat=3)
    join(game, rosa, round=5)
    with pytest.raises(Refused, match="Rosa cannot sit at this table twice"):
        join(game, rosa, round=3)
    hand_in(game, "leave", {}, round=6, seat=3)
    join(game, rosa, round=7)
    present = [3 in round.present for round in sheet_of(game).rounds]
    assert present == [True, False, False, False, True, False, True]
