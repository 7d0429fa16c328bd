"""Photos on their way in: stored, then posted, by a script or by one form."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorebook import access, limits
from scorebook.models import Game, Photo, Player
from scorebook.models.photos import Side
from scorebook.photos import services
from scorebook.photos.forms import WORDS, NewPhotoForm, PhotoForm, PostForm
from scorebook.photos.images import Busy, NotKept, PhotoRefused

MOST = 60  # an hour and person
LATER = (
    "That is enough photos for this hour. This one stays on this phone, and goes by itself later."
)
ENOUGH = "That is enough photos for this hour. Choose this one again later."
WAITS = "An admin has to say yes before the photo is seen: a child is in it."


@require_POST
def store_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    """The bytes of a photo, as the body. 201 for a new and for a known one, 422 with a sentence,
    429, 503 and 507 with one when it is to be sent again.
    """
    author = access.writer(request)
    if _too_many(author):
        return JsonResponse({"error": LATER}, status=429, headers={"Retry-After": limits.HOUR})
    try:
        services.store_photo(id=photo_id, file=request, by=author)
    except Busy as busy:
        return JsonResponse({"error": str(busy)}, status=503, headers={"Retry-After": "30"})
    except NotKept as full:
        return JsonResponse({"error": str(full)}, status=507, headers={"Retry-After": limits.HOUR})
    except PhotoRefused as refused:
        return JsonResponse({"error": str(refused)}, status=422)
    return JsonResponse({"stored": str(photo_id)}, status=201)


@require_POST
def post_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    """Where a stored photo belongs, as a form. 200 with the page to go to, 422 with a sentence."""
    author = access.writer(request)
    form = PostForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": _first_error(form)}, status=422)
    try:
        photo = services.post_photo(id=photo_id, by=author, **form.cleaned_data)
    except PhotoRefused as refused:
        return JsonResponse({"error": str(refused)}, status=422)
    if photo.awaits_yes:
        messages.info(request, WAITS)
    return JsonResponse({"posted": str(photo.id), "page": page_of(photo)})


def _too_many(author: Player) -> bool:
    return limits.too_many("photo", author.id, most=MOST)


def _first_error(form: Form) -> str:
    return str(next(iter(form.errors.values()))[0])


def page_of(photo: Photo) -> str:
    """Where a photo is seen that was just posted."""
    if photo.side:
        return reverse("game_over", args=[photo.game_id])
    return reverse("photo_page", args=[photo.id])


@require_POST
def add_photo(request: HttpRequest, game_id: UUID, side: str) -> HttpResponse:
    """Both at once, without a script."""
    game, author = access.game_to_write(request, game_id)
    if side not in Side.values:
        raise Http404
    if _too_many(author):
        messages.error(request, ENOUGH)
        return redirect("game_over", game.id)
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, _first_error(form))
        return redirect("game_over", game.id)
    sent = form.cleaned_data
    place = {"game": game, "side": Side(side), "people": sent["people"], "others": sent["others"]}
    try:
        photo = services.add_photo(file=sent["photo"], by=author, id=sent["id"], **place)
    except PhotoRefused as refused:
        messages.error(request, str(refused))
    else:
        if photo.awaits_yes:
            messages.info(request, WAITS)
    return redirect("game_over", game.id)


@require_http_methods(["GET", "POST"])
def new_photo(request: HttpRequest) -> HttpResponse:
    """A photo of nobody in particular; of the game that is asked for, or of none."""
    author, game, stored = access.writer(request), _game_asked_for(request), None
    form = NewPhotoForm()
    if request.method == "POST":
        form = NewPhotoForm(request.POST, request.FILES)
        stored = _stored(form, author)
        if stored and form.is_valid() and (photo := _posted(form, stored, game, author)):
            return redirect(page_of(photo))
    wall = f"{reverse('wall')}?side=everything"
    back = reverse("game_over", args=[game.id]) if game else wall
    context = {"form": form, "stored": stored, "game": game, "back": back}
    return render(request, "photos/new_photo.html", context)


def _game_asked_for(request: HttpRequest) -> Game | None:
    asked = request.GET.get("game")
    try:
        return access.game(request, UUID(asked)) if asked else None
    except ValueError as problem:
        raise Http404 from problem


def _stored(form: NewPhotoForm, author: Player) -> Photo | None:
    """The photo that came, or the one that came before with a faulty form: it need not be chosen
    again. Where neither is there, the form says so.
    """
    form.is_valid()
    sent, mine = form.cleaned_data, Photo.objects.filter(added_by=author)
    earlier = mine.filter(id=sent["stored"]).first() if sent.get("stored") else None
    try:
        if (file := sent.get("photo")) and _too_many(author):
            form.add_error("photo", ENOUGH)
        elif file:
            return services.store_photo(id=sent.get("id") or uuid4(), file=file, by=author)
    except PhotoRefused as refused:
        form.add_error("photo", str(refused))
    if earlier is None and not form.errors.get("photo"):
        form.add_error("photo", WORDS["required"])
    return earlier


def _posted(form: NewPhotoForm, stored: Photo, game: Game | None, by: Player) -> Photo | None:
    said = {"others": form.cleaned_data["others"], "caption": form.cleaned_data["caption"]}
    try:
        return services.post_photo(id=stored.id, by=by, game=game, **said)
    except PhotoRefused as refused:
        form.add_error("photo", str(refused))
        return None
