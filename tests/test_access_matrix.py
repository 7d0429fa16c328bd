"""Who may come in where: every address, every role, GET and POST. A new address without a row
fails. The cells are written here and nowhere taken from the code.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from scorebook.accounts.invitations import make
from scorebook.ledger.append import record
from scorebook.ledger.binning import put_in_bin
from scorebook.models import Claim, Device, Game, Photo, Player, Season, User
from scorebook.models.people import Role
from scorebook.photos import storage
from scorebook.recording.sharing import share
from scorebook.talk import services
from scorebook.talk.sharing import share as share_a_post
from tests.conftest import browser_of
from tests.factories import make_game, make_player, make_post, make_user
from tests.test_settings import addresses

# What each audience answers to, in the order of ROLES.
ROLES = (
    *("visitor", "invited", "waiting", "guest"),
    *("viewer", "member", "scorekeeper", "admin", "ex-member"),
)
CELLS = {
    "all":            "in    in    in    in    in    in    in    in    in",
    "signed in":      "door  door  in    door  in    in    in    in    door",
    "family":         "door  door  wait  door  in    in    in    in    door",
    "table":          "door  door  wait  in    in    in    in    in    door",
    "members":        "door  door  wait  door  no    in    in    in    door",
    "at the table":   "door  door  wait  door  no    no    in    in    door",
    "hands":          "door  door  wait  in    no    no    in    in    door",
    "json sheet":     "door  door  no    in    in    in    in    in    door",
    "json kit":       "door  door  no    in    in    in    in    in    door",
    "json hands":     "door  door  no    in    no    no    in    in    door",
    "admins":         "door  door  wait  door  no    no    no    in    door",
    "proved":         "door  door  wait  door  no    no    no    prove door",
    # Who has a password is asked for it; Sam came by a link and has none. Ann is the last admin.
    "own, proved":    "door  door  wait  door  prove prove in    prove door",
    "own, by json":   "door  door  wait  door  no    no    in    no    door",
    "may leave":      "door  door  wait  door  in    in    in    no    door",
    "in the photo":   "door  door  wait  door  no    no    no    no    door",
    "adder":          "door  door  wait  door  no    no    in    in    door",
    "author":         "door  door  wait  door  no    no    in    no    door",
    "its scorekeeper": "door  door  wait  door  no    no    in    in    door",
    "own game":       "door  door  wait  door  no    gone  in    in    door",
    "nobody":         "door  door  wait  door  gone  gone  gone  gone  door",
    "nobody, read":   "door  door  gone  door  gone  gone  gone  gone  door",
    "nobody, write":  "door  door  wait  door  no    gone  gone  gone  door",
    "who has the link": "gone  in    gone  gone  gone  gone  gone  gone  gone",
    "gone":           "gone  gone  gone  gone  gone  gone  gone  gone  gone",
    "never":          "door  door  wait  door  never never never never door",
    "never, table":   "door  door  wait  never never never never never door",
    "never, open":    "door  door  never door  never never never never door",
    "never, all":     "never never never never never never never never never",
}  # fmt: skip

# For each address what GET and what POST is open to; "never": the method does not exist there.
MATRIX = {
    "healthz": ("all", "never, all"),
    **dict.fromkeys(("service_worker", "offline", "manifest"), ("all", "never, all")),
    "setup": ("gone", "gone"),
    "sign_in": ("all", "all"),
    "session": ("all", "never, all"),
    "sign_out": ("never, open", "signed in"),
    "invite": ("who has the link", "who has the link"),
    "invitations": ("members", "never"),
    "invite_group": ("never", "admins"),
    "revoke_invitation": ("never", "nobody, write"),
    "invite_person": ("members", "members"),
    "lost_phone": ("proved", "proved"),
    "waiting": ("signed in", "never, open"),
    "approve": ("proved", "proved"),
    "pair": ("all", "all"),
    "devices": ("signed in", "never, open"),
    "pairing_code": ("family", "family"),
    "sign_out_device": ("never, open", "nobody, read"),
    "sign_out_everywhere": ("never, open", "signed in"),
    "set_password": ("family", "family"),
    "prove": ("family", "family"),
    "passkeys": ("own, proved", "never"),
    "passkey_options": ("never", "own, by json"),
    "add_passkey": ("never", "own, by json"),
    "remove_passkey": ("never", "nobody"),
    "passkey_sign_in_options": ("never, all", "all"),
    "passkey_sign_in": ("never, all", "all"),
    "my_data": ("signed in", "never, open"),
    "people": ("family", "never"),
    "add_person": ("members", "members"),
    "person": ("family", "never"),
    "edit_person": ("members", "members"),
    "merge_people": ("admins", "admins"),
    "unmerge": ("never", "admins"),
    "claim": ("never", "family"),
    "change_role": ("proved", "proved"),
    "remove_login": ("proved", "proved"),
    "answer_claim": ("proved", "proved"),
    "leave_family": ("family", "may leave"),
    "family": ("family", "never"),
    "change_family": ("never", "admins"),
    "deeds": ("family", "never"),
    "backups": ("admins", "never"),
    "back_up_now": ("never", "proved"),
    "download_backup": ("never", "proved"),
    "new_game": ("members", "members"),
    "table": ("table", "never, table"),
    "entries": ("never, all", "json hands"),
    "sheet": ("json sheet", "never, all"),
    "live": ("json sheet", "never, all"),
    "enter_hand": ("never, all", "json hands"),
    "tv": ("family", "never"),
    "tv_now": ("family", "never"),
    "record": ("json sheet", "never, all"),
    "kit": ("json kit", "never, all"),
    "join_table": ("never", "members"),
    "table_code": ("at the table", "at the table"),
    "enter_code": ("all", "all"),
    "leave_as_guest": ("never, all", "all"),
    "join_by_code": ("all", "all"),
    "share_game": ("members", "members"),
    "stop_sharing": ("never", "nobody, write"),
    "shared_game": ("all", "never, all"),
    "shared_photo": ("all", "never, all"),
    "undo": ("never, table", "hands"),
    "take_pen": ("never", "members"),
    "went_out": ("hands", "hands"),
    "cut": ("never, table", "hands"),
    "hand": ("hands", "hands"),
    "onward": ("hands", "never, table"),
    "review": ("hands", "never, table"),
    "buys": ("never, table", "hands"),
    "conflict": ("hands", "hands"),
    "more": ("members", "never"),
    **dict.fromkeys(
        ("join", "leave", "rummy", "adjust", "note", "change_start", "finish", "reopen"),
        ("never", "at the table"),
    ),
    "change_rules": ("members", "at the table"),
    "log": ("family", "never"),
    "game_over": ("family", "never"),
    "sentence": ("never", "members"),
    "binned_games": ("members", "never"),
    "bin_game": ("its scorekeeper", "its scorekeeper"),
    "restore_game": ("never", "own game"),
    "rematch": ("never", "members"),
    "check": ("table", "table"),
    "record_lay_down": ("never, table", "hands"),
    "check_rounds": ("table", "never, table"),
    "check_question": ("table", "table"),
    "wall": ("family", "never"),
    "new_photo": ("members", "members"),
    "photo_bin": ("family", "never"),
    "my_photos": ("family", "never"),
    "photo_page": ("family", "never"),
    "photo": ("family", "never"),
    "edit_photo": ("adder", "adder"),
    "hide_photo": ("never", "in the photo"),
    "show_photo": ("never", "in the photo"),
    "take_down_photo": ("never", "adder"),
    "restore_photo": ("never", "adder"),
    "clear_photo": ("never", "admins"),
    "store_photo": ("never", "members"),
    "post_photo": ("never", "members"),
    "add_photo": ("never", "members"),
    "share_card": ("nobody", "never"),
    "talk": ("family", "never"),
    "lingo": ("family", "never"),
    "talk_bin": ("family", "never"),
    "what_to_write": ("members", "never"),
    "write_post": ("members", "members"),
    "post_page": ("family", "never"),
    "edit_post": ("author", "author"),
    "add_comment": ("never", "members"),
    "note_post": ("never", "members"),
    "vote": ("never", "members"),
    "close_dispute": ("its scorekeeper", "its scorekeeper"),
    "take_down_post": ("never", "adder"),
    "restore_post": ("never", "adder"),
    "share_post": ("members", "members"),
    "stop_sharing_post": ("never", "nobody, write"),
    "take_down_comment": ("never", "adder"),
    "restore_comment": ("never", "adder"),
    "shared_post": ("all", "never, all"),
    "boards": ("family", "never"),
    "board": ("family", "never"),
    "board_sheet": ("family", "never"),
    "history_sheet": ("family", "never"),
    "choose_board": ("family", "never"),
    "seasons": ("family", "never"),
    "add_season": ("never", "members"),
    "change_season": ("members", "members"),
    "remove_season": ("never", "members"),
    "choose_history": ("family", "never"),
    "choose_person": ("family", "never"),
    "family_numbers": ("family", "never"),
    "family_contracts": ("family", "never"),
    "family_records": ("family", "never"),
    **dict.fromkeys(("choose_numbers", "numbers_sheet", "titles_sheet"), ("family", "never")),
    "person_sheet": ("family", "never"),
    "game_sheet": ("nobody", "never"),
    "family_year": ("nobody", "never"),
    "family_evening": ("nobody", "never"),
    "book": ("family", "never"),
    "book_picture": ("nobody", "never"),
    "history": ("family", "never"),
    "race_chart": ("nobody", "never"),
    **dict.fromkeys(("places_chart", "rating_chart", "contracts_chart"), ("nobody", "never")),
    "rule_sets": ("family", "never"),
    "compare_rules": ("family", "never"),
    "import_rules": ("members", "members"),
    "save_house_rules": ("never", "members"),
    "rule_set": ("family", "never"),
    "crib_sheet": ("family", "never"),
    "export_rules": ("family", "never"),
    "what_if": ("family", "never"),
    "house_rules": ("members", "members"),
    "change_again": ("never", "members"),
    "what_if_game": ("nobody", "never"),
    "home": ("family", "never"),
}
UNFIT = uuid.UUID("7d444840-9dc0-11d1-b245-5ffdce74fad2")


@dataclass
class World:
    clients: dict[str, Client]
    game: Game
    args: dict[str, list[object]]
    link: str  # of an invitation that nobody has taken up yet


@pytest.fixture
def world(settings, tmp_path, family, ann, ben, vic) -> World:
    """A running game of two; Sam keeps its score, Ben is not there."""
    settings.PHOTOS_DIR = tmp_path
    sam, gone = make_user(name="Sam"), make_user(name="Gone")
    rosa = make_player(name="Rosa")
    game = make_game(players=[sam.player, rosa], by=sam.player)
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    waiting = User.objects.create(username="waits", role=Role.WAITING, first_name="Wanda")
    clients = {
        "visitor": Client(),
        "invited": Client(),
        "waiting": browser_of(waiting),
        "guest": Client(),
        "viewer": browser_of(vic),
        "member": browser_of(ben),
        "scorekeeper": browser_of(sam),
        "admin": browser_of(ann),
        "ex-member": browser_of(gone),
    }
    gone.delete()
    for client in clients.values():
        client.defaults["SERVER_NAME"] = "localhost"  # where passkeys are offered
    clients["guest"].post(reverse("join_by_code", args=["ABCDEF"]), {"player": rosa.id})
    _, link = make(by=ann.player, is_admin=True, player=rosa, role=Role.MEMBER)
    clients["invited"].get(reverse("invite", args=[link]))
    return World(clients, game, samples(game, sam, waiting, rosa), link)


def samples(game: Game, sam: User, waiting: User, rosa: Player) -> dict[str, list[object]]:
    """What stands in the addresses. The photo is Sam's, and shows Rosa, who has no login."""
    photo = Photo.objects.create(
        game=game,
        side="winner",
        width=640,
        height=800,
        added_by=sam.player,
        posted_at=timezone.now(),
    )
    photo.people.add(rosa)
    photo.subjects.add(rosa)
    folder = storage.path_of(photo.id, 320).parent
    folder.mkdir()
    for size in (320, 640):
        (folder / f"{size}.jpg").write_bytes(b"a photo")
    record(game.id, "hand", {"total": 5}, author=sam.player, round=2, seat=1)
    other = record(game.id, "hand", {"total": 10}, author=sam.player, round=2, seat=1).proposal
    token = share(game, by=sam.player, with_photos=True)
    binned = make_game(players=[sam.player, rosa], by=sam.player)
    put_in_bin(binned.id, by=sam.player)
    post = make_post("dispute", by=sam.player, game=game)
    said = services.comment(post, id=uuid.uuid4(), by=sam.player, body="Well")
    of_post = share_a_post(post, by=sam.player, with_comments=True)
    summer = {"begins_on": "2026-06-01", "ends_on": "2026-08-31"}
    season = Season.objects.create(name="Summer", **summer)
    claim = Claim.objects.create(user=sam, player=make_player(name="Samuel"))
    device = Device.objects.create(
        user=User.objects.create(username="x"), session_key="x", name="x"
    )
    return {
        "invite": ["guess"], "setup": ["guess"], "join_by_code": ["ABCDEF"],
        "approve": [waiting.id], "answer_claim": [claim.id], "sign_out_device": [device.id],
        "remove_passkey": [1], "shared_game": [token], "shared_photo": [token, photo.id],
        "claim": [rosa.id], "invite_person": [rosa.id], "unmerge": [rosa.id],
        "stop_sharing": [game.id, UNFIT], "revoke_invitation": [UNFIT],
        "conflict": [game.id, other.id],
        "write_post": ["rant"], "posts": [post.id], "comments": [said.id], "shared_post": [of_post],
        "stop_sharing_post": [post.id, UNFIT],
        "photo": [photo.id, 320], "store_photo": [UNFIT], "post_photo": [UNFIT],
        "add_photo": [game.id, "winner"], "check_question": [game.id, "buy"],
        "change_season": [season.id], "remove_season": [season.id],
        "board": ["winners"], "board_sheet": ["winners"], "choose_board": ["winners"],
        "choose_numbers": ["records"], "numbers_sheet": ["records"], "titles_sheet": [2026],
        "person_sheet": [sam.player_id, "rivals"], "game_sheet": [game.id, "race"],
        "family_year": [2026], "family_evening": [2026, 11, 29],
        "book": [timezone.now().year], "book_picture": [timezone.now().year],
        "download_backup": ["scorebook-2026-11-30-030000.zip"],
        "restore_game": [binned.id],
        "game": [game.id], "person": [sam.player_id], "photos": [photo.id], "rules": ["link"],
    }  # fmt: skip


FIXED = {
    "game": {*("table", "entries", "sheet", "record", "live", "tv", "join_table", "table_code"),
             *("share_game", "undo", "take_pen", "more", "join", "leave", "rummy"),
             *("adjust", "note", "change_rules", "change_start"),
             *("log", "finish", "reopen", "game_over", "sentence", "rematch"),
             *("check", "record_lay_down", "check_rounds", "share_card", "what_if_game"),
             *("race_chart", "bin_game")},
    "person": {*("lost_phone", "person", "edit_person", "merge_people"),
               *("change_role", "remove_login", "places_chart", "rating_chart", "contracts_chart"),
               "choose_person"},
    "photos": {*("photo_page", "edit_photo", "hide_photo", "show_photo"),
               *("take_down_photo", "restore_photo", "clear_photo")},
    "posts": {*("post_page", "edit_post", "add_comment", "note_post", "vote", "close_dispute"),
             *("take_down_post", "restore_post", "share_post")},
    "comments": {"take_down_comment", "restore_comment"},
    "rules": {*("rule_set", "crib_sheet", "export_rules", "what_if"),
              *("house_rules", "change_again")},
}  # fmt: skip
ROUNDS = {
    "onward": [1],
    "went_out": [1],
    "cut": [1],
    "hand": [1, 1],
    "enter_hand": [1, 1],
    "review": [1],
    "buys": [1, 1],
}


def address(name: str, world: World) -> str:
    if name in ROUNDS:
        return reverse(name, args=[world.game.id, *ROUNDS[name]])
    kind = next((kind for kind, names in FIXED.items() if name in names), name)
    asked = "?rule_set=gourt" if name == "change_rules" else ""
    return reverse(name, args=world.args.get(kind, [])) + asked


def outcome(answer) -> str:
    """One word for what became of a request."""
    leads = answer.headers.get("Location", "")
    if answer.status_code == 401 or leads.startswith("/sign-in/?next="):
        return "door"
    if leads.startswith("/waiting/"):
        return "wait"
    if leads.startswith("/prove/"):
        return "prove"
    return {403: "no", 404: "gone", 405: "never"}.get(answer.status_code, "in")


class Undone(Exception):
    """Takes back what one cell did."""


def tried(client: Client, method: str, path: str) -> str:
    cache.clear()
    cookies = client.cookies.copy()
    try:
        with transaction.atomic():
            told = outcome(getattr(client, method)(path))
            raise Undone
    except Undone:
        client.cookies = cookies
    return told


@pytest.mark.parametrize("role", ROLES)
def test_who_may_come_in_where(world, role):
    wrong = []
    for name, audiences in MATRIX.items():
        path = address(name, world)
        if (name, role) == ("invite", "invited"):
            path = reverse(name, args=[world.link])
        for method, audience in zip(("get", "post"), audiences, strict=True):
            expected = CELLS[audience].split()[ROLES.index(role)]
            got = tried(world.clients[role], method, path)
            if got != expected:
                wrong.append(f"{method} {name}: {got}, not {expected}")
    assert not wrong, "\n".join(wrong)


def test_every_address_has_its_row():
    assert {name for name, _ in addresses(get_resolver())} == set(MATRIX)
