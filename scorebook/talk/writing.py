"""Writing: a post, a better one, a comment, and taking note."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.core.exceptions import BadRequest
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access, limits
from scorebook.models.talk import PostKind
from scorebook.talk import services
from scorebook.talk.forms import FORMS, CommentForm, DisputeForm, PostForm
from scorebook.talk.reading import page_of

POSTS = 30  # an hour and person
COMMENTS = 20  # a minute and person
SAID_BEFORE = "This was sent before, and said something else then. Send it again to say this too."
ENOUGH_POSTS = "That is enough for this hour. Nothing is lost: leave the page open, send it later."
ENOUGH_COMMENTS = "Slower. Nothing is lost: wait a minute, then send it again."

HEADINGS = {
    PostKind.DISPUTE: "Open a dispute",
    PostKind.RANT: "A rant",
    PostKind.STORY: "A story",
    PostKind.RECIPE: "A recipe",
    PostKind.LINGO: "A word",
}
WHAT_FOR = {
    PostKind.DISPUTE: "Two sides, votes by name, a ruling.",
    PostKind.RANT: "It will be noted.",
    PostKind.STORY: "What happened, or should have.",
    PostKind.RECIPE: "What there was to eat.",
    PostKind.LINGO: "A word for the dictionary.",
}


@require_GET
def what_to_write(request: HttpRequest) -> HttpResponse:
    access.writer(request)
    return render(request, "talk/what_to_write.html", {"kinds": WHAT_FOR.items()})


@require_http_methods(["GET", "POST"])
def write_post(request: HttpRequest, kind: str) -> HttpResponse:
    """A post of a kind. The address may say what the form begins with; nothing is kept of that
    before it is posted.
    """
    by = access.writer(request)
    if kind not in PostKind.values:
        raise Http404
    form_of = FORMS[PostKind(kind)]
    if request.method != "POST":
        told = {name: value for name, value in request.GET.items() if name in form_of.base_fields}
        told.pop("id", None)
        return _write_page(request, PostKind(kind), form_of(initial=told))
    form = form_of(request.POST)
    if not form.is_valid():
        return _write_page(request, PostKind(kind), form, status=400)
    if limits.too_many("posts", by.id, most=POSTS):
        form.add_error(None, ENOUGH_POSTS)
        return _later(_write_page(request, PostKind(kind), form, status=429))
    try:
        post = services.write(kind=PostKind(kind), by=by, **form.cleaned_data)
    except services.SaidOtherwise:
        _renew(form)
        return _write_page(request, PostKind(kind), form, status=422)
    return redirect("post_page", post.id)


def _write_page(
    request: HttpRequest, kind: PostKind, form: PostForm, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "heading": HEADINGS[kind],
        "button": "Post it",
        "back": reverse("talk"),
    }
    return render(request, "talk/write_post.html", context, status=status)


@require_http_methods(["GET", "POST"])
def edit_post(request: HttpRequest, post_id: UUID) -> HttpResponse:
    post, _ = access.own_post(request, post_id)
    form_of = FORMS[PostKind(post.kind)]
    form = form_of(request.POST if request.method == "POST" else None, post=post)
    sides_stand = post.kind == PostKind.DISPUTE and post.dispute.votes.exists()
    if isinstance(form, DisputeForm) and sides_stand:
        form.keep_sides()
    if form.is_valid():
        services.rewrite(post, **form.written)
        return redirect("post_page", post.id)
    context = {
        "form": form,
        "heading": "Say it better",
        "button": "Save",
        "back": reverse("post_page", args=[post.id]),
        "sides_stand": sides_stand,
    }
    return render(request, "talk/write_post.html", context, status=400 if form.errors else 200)


@require_POST
def add_comment(request: HttpRequest, post_id: UUID) -> HttpResponse:
    post, by = access.open_post(request, post_id)
    form = CommentForm(request.POST, label_suffix="")
    if not form.is_valid():
        return page_of(request, post, form, status=400)
    if limits.too_many("comments", by.id, most=COMMENTS, seconds=limits.MINUTE):
        form.add_error(None, ENOUGH_COMMENTS)
        return _later(page_of(request, post, form, status=429), limits.MINUTE)
    try:
        comment = services.comment(post, by=by, **form.cleaned_data)
    except services.SaidOtherwise:
        _renew(form)
        return page_of(request, post, form, status=422)
    return redirect(f"{reverse('post_page', args=[post.id])}#said-{comment.id}")


@require_POST
def note_post(request: HttpRequest, post_id: UUID) -> HttpResponse:
    """A rant is noted, and nothing more."""
    post, by = access.open_post(request, post_id)
    if post.kind != PostKind.RANT or request.POST.get("noted") not in ("yes", "no"):
        raise BadRequest("A rant is noted, or it is not.")
    services.take_note(post, by=by, noted=request.POST["noted"] == "yes")
    return redirect("post_page", post.id)


def _renew(form: Form) -> None:
    """The same words under another id."""
    form.data = dict(form.data.items()) | {"id": str(uuid4())}
    form.add_error(None, SAID_BEFORE)


def _later(answer: HttpResponse, seconds: int = limits.HOUR) -> HttpResponse:
    answer["Retry-After"] = seconds
    return answer
