"""Writing, reading, saying it better, comments, the bin."""

import uuid
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scorebook.models import Comment, Deed, Post
from scorebook.models.talk import PostKind
from scorebook.talk import services
from scorebook.talk.forms import LONGEST_COMMENT, LONGEST_POST
from scorebook.talk.writing import COMMENTS, POSTS
from tests.conftest import browser_of
from tests.factories import make_game, make_post, make_user

pytestmark = pytest.mark.django_db

TALK = reverse("talk")
SAID = {
    "dispute": {"side_1": "Yes", "side_2": "No"},
    "rant": {"body": "It was warm."},
    "story": {"body": "Then it rained."},
    "recipe": {"body": "- butter\n- more butter"},
    "lingo": {"meanings": "A hand of kings.\r\nAlso: trouble."},
}


def write(client, kind="story", **said):
    told = {"id": uuid.uuid4(), "title": "The kettle", **SAID[kind], **said}
    return client.post(reverse("write_post", args=[kind]), told)


def text(client, name, *args, **query):
    return " ".join(client.get(reverse(name, args=args), query).content.decode().split())


@pytest.mark.parametrize("kind", PostKind.values)
def test_every_kind_is_written_and_read(as_ben, as_vic, ben, kind):
    game = make_game(players=2, by=ben.player)
    answer = write(as_ben, kind, game=game.id)
    post = Post.objects.get()
    assert answer.url == reverse("post_page", args=[post.id])
    assert (post.kind, post.author, post.game) == (kind, ben.player, game)
    page = text(as_vic, "post_page", post.id)
    assert "The kettle" in page and "Ben" in page
    assert reverse("table", args=[game.id]) in page
    words, *_ = SAID[kind].values()
    assert words.splitlines()[0].removeprefix("- ") in page
    assert "The kettle" in text(as_vic, "talk", kind=kind)


def test_each_kind_has_its_list_and_words_are_found(as_vic, ben):
    make_post("rant", by=ben.player, title="Draughts", body="The door again")
    make_post("recipe", by=ben.player, title="Pie", body="Apples, 100% butter")
    make_post("lingo", by=ben.player, title="Bisz", meanings=["A hand of kings"])
    assert "Pie" not in text(as_vic, "talk", kind="rant")
    assert "Draughts" not in text(as_vic, "talk", q="butter apples")
    assert "Pie" in text(as_vic, "talk", q="butter apples")
    assert "Pie" not in text(as_vic, "talk", q="butter kings")
    assert "Bisz" in text(as_vic, "talk", q="KINGS\0")
    assert "Nobody said “100_”" in text(as_vic, "talk", q="100_")
    assert "Pie" in text(as_vic, "talk", kind="nonsense")


def test_the_newest_comes_first_and_pages_go_on(as_vic, ben):
    for number in range(21):
        post = make_post(by=ben.player, title=f"Story {number:02}")
        made_at = timezone.now() - timedelta(days=30 - number)
        Post.objects.filter(id=post.id).update(made_at=made_at)
    page = text(as_vic, "talk", q="story")
    assert page.index("Story 20") < page.index("Story 19")
    assert "Story 00" not in page
    assert "?kind=&amp;q=story&amp;page=2" in page
    assert "Story 00" in text(as_vic, "talk", q="story", page=2)


def test_the_list_takes_as_many_queries_however_long_it_is(
    as_vic, ben, django_assert_max_num_queries
):
    for kind in PostKind.values * 3:
        post = make_post(kind, by=ben.player)
        services.comment(post, id=uuid.uuid4(), by=ben.player, body="Well")
    as_vic.get(TALK)
    with django_assert_max_num_queries(8):
        as_vic.get(TALK)


def test_a_double_tap_is_one_post(as_ben):
    id = uuid.uuid4()
    answers = [write(as_ben, id=id) for _ in range(2)]
    assert answers[0].url == answers[1].url
    assert Post.objects.count() == 1


def test_another_text_under_the_same_id_is_kept_and_asked_about(as_ben):
    id = uuid.uuid4()
    write(as_ben, id=id)
    answer = write(as_ben, id=id, body="Then it snowed.")
    assert answer.status_code == 422
    assert "Then it snowed." in answer.content.decode()
    form = answer.context["form"]
    assert form["id"].value() != str(id)
    write(as_ben, id=form["id"].value(), body="Then it snowed.")
    assert Post.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "field", "other"),
    [
        ("lingo", "meanings", "A hand of queens."),
        ("dispute", "side_2", "Never"),
        ("dispute", "side_3", "Sometimes"),
        ("dispute", "closes_on", "2099-01-01"),
        ("dispute", "cards", "Run: 7H 8H 9H TH"),
        ("dispute", "rule", "No more than three buys."),
        ("dispute", "rule_set", "gourt"),
    ],
)
def test_whatever_else_differs_under_the_same_id_is_asked_about(as_ben, kind, field, other):
    id = uuid.uuid4()
    write(as_ben, kind, id=id)
    assert write(as_ben, kind, id=id).status_code == 302
    answer = write(as_ben, kind, id=id, **{field: other})
    form = answer.context["form"]
    assert (answer.status_code, form[field].value()) == (422, other)
    assert form["id"].value() != str(id)


def test_another_game_under_the_same_id_is_asked_about(as_ben, ben):
    id, game = uuid.uuid4(), make_game(players=2, by=ben.player)
    write(as_ben, id=id)
    assert write(as_ben, id=id, game=game.id).status_code == 422
    assert Post.objects.get().game is None


def test_nobody_writes_over_what_another_said_by_its_id(as_ben, ann):
    post = make_post(by=ann.player, body="Ann's")
    assert write(as_ben, id=post.id, body="Ben's").status_code == 422
    post.refresh_from_db()
    assert (post.body, post.author) == ("Ann's", ann.player)


@pytest.mark.parametrize("id", ["", "none", "1"])
def test_without_an_id_it_is_said_all_the_same(as_ben, id):
    assert write(as_ben, id=id).status_code == 302
    assert Post.objects.count() == 1


@pytest.mark.parametrize(
    ("kind", "said", "sentence"),
    [
        ("story", {"title": ""}, "Write something first."),
        ("story", {"body": ""}, "Write something first."),
        ("rant", {"body": "x" * (LONGEST_POST + 1)}, "10000 letters fit here, and these are 10001"),
        ("story", {"title": "x" * 121}, "120 letters fit here, and these are 121. Shorten it."),
        ("story", {"body": "a\0b"}, "Null characters are not allowed."),
        ("story", {"body": "abc\u202edef"}, "a character in it that does not show"),
        ("story", {"title": "The \u2066kettle"}, "a character in it that does not show"),
        ("story", {"body": "\u200b\u200b"}, "a character in it that does not show"),
        ("story", {"game": uuid.UUID(int=1)}, "Select a valid choice."),
        ("lingo", {"meanings": "\n".join("abcdefghi")}, "8 meanings fit, and these are 9."),
        ("lingo", {"meanings": "x" * 201}, "200 letters fit a meaning."),
        ("dispute", {"side_2": ""}, "Write something first."),
        ("dispute", {"side_2": "yes"}, "Two sides say the same."),
        ("dispute", {"closes_on": "2020-01-01"}, "That day is over."),
        ("dispute", {"closes_on": "soon"}, "Enter a valid date."),
        ("dispute", {"cards": "Run: 7H 8Z"}, "Z is not a card."),
        ("dispute", {"cards": "K" * 61}, "Nobody holds more than 60."),
        ("dispute", {"rule_set": "canasta"}, "Select a valid choice."),
        ("dispute", {"rule": "x" * 601}, "600 letters fit here, and these are 601."),
    ],
)
def test_what_cannot_be_is_said_in_words_and_the_text_is_kept(as_ben, kind, said, sentence):
    answer = write(as_ben, kind, **{"title": "A long evening", **said})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    for name, value in {"title": "A long evening", **SAID[kind], **said}.items():
        assert answer.context["form"][name].value() == str(value)
    assert not Post.objects.exists()


def test_a_browser_is_not_told_to_cut_anything_off(as_ben):
    assert "maxlength" not in text(as_ben, "write_post", "dispute")


def test_more_than_30_posts_an_hour_wait_and_keep_their_words(as_ben, ben):
    for _ in range(POSTS):
        assert write(as_ben).status_code == 302
    answer = write(as_ben, body="The last straw.")
    assert (POSTS, answer.status_code, answer["Retry-After"]) == (30, 429, "3600")
    assert "The last straw." in answer.content.decode()
    assert Post.objects.count() == 30
    assert write(browser_of(make_user())).status_code == 302


def test_the_address_may_begin_a_post_and_nothing_is_kept(as_ben, ben):
    game = make_game(players=2, by=ben.player)
    query = {"title": "May I?", "cards": "Run: 7H *", "rule_set": "link", "game": game.id, "id": 1}
    page = text(as_ben, "write_post", "dispute", **query, nonsense="x")
    assert 'name="id" value="1"' not in page
    assert 'value="May I?"' in page and ">Run: 7H *</textarea>" in page.replace("> ", ">")
    assert '<option value="link" selected>' in page
    assert f'<option value="{game.id}" selected>Sunday game, 29 November 2026</option>' in page
    assert "<details" in page and " open>" in page
    assert not Post.objects.exists()


def test_only_the_author_says_it_better(as_ann, as_ben, ben):
    post = make_post("lingo", by=ben.player, title="Bisz", meanings=["A", "B"])
    address = reverse("edit_post", args=[post.id])
    assert as_ann.get(address).status_code == 403
    assert "A B" in text(as_ben, "edit_post", post.id)
    as_ben.post(address, {"title": "Bisz bisz", "meanings": "C\nD\nE"})
    post.refresh_from_db()
    assert (post.title, post.edited_at is not None) == ("Bisz bisz", True)
    assert [meaning.text for meaning in post.meanings.all()] == ["C", "D", "E"]
    assert ", edited " in text(as_ben, "post_page", post.id)


def test_what_cannot_be_said_better_keeps_what_was_typed_and_what_stood(as_ben, ben):
    post = make_post(by=ben.player, body="Short")
    told = {"title": "", "body": "Much longer"}
    answer = as_ben.post(reverse("edit_post", args=[post.id]), told)
    assert answer.status_code == 400
    assert "Much longer" in answer.content.decode()
    post.refresh_from_db()
    assert post.body == "Short"


def comment(client, post, body="Well.", **more):
    told = {"id": uuid.uuid4(), "body": body, **more}
    return client.post(reverse("add_comment", args=[post.id]), told)


def test_a_comment_is_said_once_and_read_by_all(as_ben, as_vic, ben):
    post, id = make_post(by=ben.player), uuid.uuid4()
    for _ in range(2):
        answer = comment(as_ben, post, "Was *that* all?", id=id)
        assert answer.url == f"{reverse('post_page', args=[post.id])}#said-{id}"
    assert "Was <em>that</em> all?" in text(as_vic, "post_page", post.id)
    assert Comment.objects.count() == 1
    assert "1 comment" in text(as_vic, "talk")
    answer = comment(as_ben, post, "No.", id=id)
    assert answer.status_code == 422 and "No." in answer.content.decode()


def test_a_comment_that_is_too_long_keeps_its_words(as_ben, ben):
    post, body = make_post(by=ben.player), "Again. " * LONGEST_COMMENT
    answer = comment(as_ben, post, body)
    assert answer.status_code == 400
    assert "2000 letters fit here" in answer.content.decode()
    assert body.strip() in answer.content.decode()
    assert not Comment.objects.exists()


def test_five_megabytes_are_refused_as_a_whole(as_ben, ben):
    answer = comment(as_ben, make_post(by=ben.player), "x" * 5_000_000)
    assert answer.status_code == 413
    assert "too much to send at once" in answer.content.decode()
    assert not Comment.objects.exists()


def test_a_comment_bomb_is_slowed_down(as_ben, ben):
    post = make_post(by=ben.player)
    answers = [comment(as_ben, post, f"{number}") for number in range(COMMENTS + 80)]
    assert {answer.status_code for answer in answers[:COMMENTS]} == {302}
    assert {answer.status_code for answer in answers[COMMENTS:]} == {429}
    assert answers[-1]["Retry-After"] == "60"
    assert ">99</textarea>" in answers[-1].content.decode().replace(">\r\n", ">").replace(
        ">\n", ">"
    )
    assert Comment.objects.count() == COMMENTS


def test_a_rant_is_noted_once_by_name_and_not_after_all(as_ben, as_ann, as_vic, ann):
    post = make_post("rant", by=ann.player)
    address = reverse("note_post", args=[post.id])
    for client in (as_ben, as_ben, as_ann):
        client.post(address, {"noted": "yes"})
    assert "Noted by Ann and Ben." in text(as_vic, "post_page", post.id)
    as_ben.post(address, {"noted": "no"})
    assert "Noted by Ann." in text(as_vic, "post_page", post.id)
    assert as_vic.post(address, {"noted": "yes"}).status_code == 403
    assert as_ben.post(address, {"noted": "perhaps"}).status_code == 400
    story = make_post(by=ann.player)
    note = reverse("note_post", args=[story.id])
    assert as_ben.post(note, {"noted": "yes"}).status_code == 400


def test_ones_own_goes_to_the_bin_and_comes_back(as_ben, as_vic, ben):
    post = make_post(by=ben.player)
    as_ben.post(reverse("take_down_post", args=[post.id]))
    page = reverse("post_page", args=[post.id])
    assert as_vic.get(page).status_code == 404
    assert "The kettle" not in text(as_vic, "talk")
    assert "The kettle" in text(as_ben, "talk_bin")
    assert "The kettle" not in text(as_vic, "talk_bin")
    assert comment(as_ben, post).status_code == 404
    assert as_ben.get(reverse("edit_post", args=[post.id])).status_code == 404
    as_ben.post(reverse("restore_post", args=[post.id]))
    assert as_vic.get(page).status_code == 200
    assert [deed.text for deed in Deed.objects.all()] == [
        "put back “The kettle”",
        "binned “The kettle”",
    ]


def test_what_an_admin_binned_of_another_both_can_put_back(as_ann, as_ben, ben):
    post = make_post(by=ben.player)
    as_ann.post(reverse("take_down_post", args=[post.id]))
    assert "The kettle" in text(as_ann, "talk_bin")
    as_ben.post(reverse("restore_post", args=[post.id]))
    assert Post.objects.up().exists()


def test_nobody_bins_what_another_said(as_ben, ann):
    post = make_post(by=ann.player)
    said = services.comment(post, id=uuid.uuid4(), by=ann.player, body="Well")
    assert as_ben.post(reverse("take_down_post", args=[post.id])).status_code == 403
    assert as_ben.post(reverse("take_down_comment", args=[said.id])).status_code == 403
    services.take_down(said, by=ann.player)
    assert as_ben.post(reverse("restore_comment", args=[said.id])).status_code == 404
    services.take_down(post, by=ann.player)
    assert as_ben.post(reverse("restore_post", args=[post.id])).status_code == 404


def test_a_comment_goes_and_comes_back_by_itself(as_ben, as_vic, ben):
    post = make_post(by=ben.player)
    said = services.comment(post, id=uuid.uuid4(), by=ben.player, body="Too far")
    as_ben.post(reverse("take_down_comment", args=[said.id]))
    assert "Too far" not in text(as_vic, "post_page", post.id)
    assert "Too far" in text(as_ben, "talk_bin")
    as_ben.post(reverse("restore_comment", args=[said.id]))
    assert "Too far" in text(as_vic, "post_page", post.id)


def test_what_was_said_to_a_binned_post_stays_with_it(as_ben, ben):
    post = make_post(by=ben.player)
    said = services.comment(post, id=uuid.uuid4(), by=ben.player, body="Too far")
    services.take_down(post, by=ben.player)
    for name in ("take_down_comment", "restore_comment"):
        assert as_ben.post(reverse(name, args=[said.id])).status_code == 404
    said.refresh_from_db()
    assert said.taken_down_at is None


def test_after_thirty_days_it_is_gone_for_everybody_and_purged(as_ann, ann):
    post, other = make_post(by=ann.player), make_post(by=ann.player, title="Another")
    said = services.comment(other, id=uuid.uuid4(), by=ann.player, body="Old")
    for one in (post, said):
        services.take_down(one, by=ann.player)
        rows = type(one).objects.filter(pk=one.pk)
        rows.update(taken_down_at=timezone.now() - timedelta(days=30))
    assert as_ann.get(reverse("post_page", args=[post.id])).status_code == 404
    assert as_ann.post(reverse("restore_post", args=[post.id])).status_code == 404
    assert as_ann.post(reverse("restore_comment", args=[said.id])).status_code == 404
    services.restore(post, by=ann.player)
    call_command("purge_talk")
    assert list(Post.objects.all()) == [other]
    assert not Comment.objects.exists()


def test_a_purge_that_is_cut_short_takes_nothing(ann, monkeypatch):
    post, other = make_post(by=ann.player), make_post(by=ann.player)
    said = services.comment(other, id=uuid.uuid4(), by=ann.player, body="Old")
    for one in (post, said):
        services.take_down(one, by=ann.player)
        type(one).objects.filter(pk=one.pk).update(
            taken_down_at=timezone.now() - timedelta(days=31)
        )

    rows = type(Comment.objects.all())
    delete = rows.delete

    def stop_at_comments(found):
        if found.model is Comment:
            raise KeyboardInterrupt
        return delete(found)

    monkeypatch.setattr(rows, "delete", stop_at_comments)
    with pytest.raises(KeyboardInterrupt):
        services.purge()
    assert (Post.objects.count(), Comment.objects.count()) == (2, 1)


def test_the_dictionary_goes_by_the_alphabet(as_vic, ben):
    for term, meanings in (("Walnut", ["A joker"]), ("bisz", ["Kings", "Trouble"])):
        make_post("lingo", by=ben.player, title=term, meanings=meanings)
    page = text(as_vic, "lingo")
    assert page.index("bisz") < page.index("Walnut")
    assert "<li>Kings</li><li>Trouble</li>" in page
    assert "Walnut" not in text(as_vic, "lingo", q="trouble")
    assert "“x” means nothing to this family." in text(as_vic, "lingo", q="x")


@pytest.mark.parametrize(
    "body",
    ["<script>alert(1)</script>", "{{7777*7777}} {% now 'Y' %}", "<img src=x onerror=alert(1)>"],
)
def test_hostile_words_are_shown_as_they_were_typed(as_ben, ben, body):
    post = make_post("dispute", by=ben.player, title=body, body=body, sides=(body, "No"), rule=body)
    services.comment(post, id=uuid.uuid4(), by=ben.player, body=body)
    make_post("lingo", by=ben.player, title=body, meanings=[body])
    pages = [text(as_ben, "post_page", post.id), *(text(as_ben, n) for n in ("talk", "lingo"))]
    pages.append(text(as_ben, "edit_post", post.id))
    for page in pages:
        assert "<script>alert" not in page and "<img src=x" not in page
        assert "60481729" not in page


def test_a_viewer_is_offered_nothing_to_write(as_vic, ben):
    post = make_post("dispute", by=ben.player)
    for page in (text(as_vic, "talk"), text(as_vic, "post_page", post.id), text(as_vic, "lingo")):
        assert 'method="post"' not in page
        assert "/write/" not in page and "/bin/" not in page and "/share/" not in page
