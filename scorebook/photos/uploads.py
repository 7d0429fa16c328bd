"""Photos on their way in: stored, then posted, by a script or by one form."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from scorebook import access, limits
from scorebook.models.photos import Side
from scorebook.photos import services
from scorebook.photos.forms import PhotoForm, PostForm
from scorebook.photos.images import PhotoRefused

MOST = 60  # an hour and person
WAITS = "An admin has to say yes before the photo is seen: a child lost."


@require_POST
def store_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    """The bytes of a photo, as the body. 201 for a new and for a known one, 422 with a sentence."""
    author = access.writer(request)
    if limits.too_many("photo", author.id, most=MOST):
        return limits.refuse(request)
    try:
        services.store_photo(id=photo_id, file=request, by=author)
    except PhotoRefused as refused:
        return JsonResponse({"error": str(refused)}, status=422)
    return JsonResponse({"stored": str(photo_id)}, status=201)


@require_POST
def post_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    """Where a stored photo belongs, as a form. 200 with the page to go to, 422 with a sentence."""
    author = access.writer(request)
    form = PostForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"error": str(next(iter(form.errors.values()))[0])}, status=422)
    try:
        photo = services.post_photo(id=photo_id, by=author, **form.cleaned_data)
    except PhotoRefused as refused:
        return JsonResponse({"error": str(refused)}, status=422)
    if photo.awaits_yes:
        messages.info(request, WAITS)
    page = reverse("game_over", args=[photo.game_id]) if photo.side else reverse("wall")
    return JsonResponse({"posted": str(photo.id), "page": page})


@require_POST
def add_photo(request: HttpRequest, game_id: UUID, side: str) -> HttpResponse:
    """Both at once, without a script."""
    game, author = access.game_to_write(request, game_id)
    if side not in Side.values:
        raise Http404
    if limits.too_many("photo", author.id, most=MOST):
        return limits.refuse(request)
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect("game_over", game.id)
    sent = form.cleaned_data
    place = {"game": game, "side": Side(side), "people": sent["people"]}
    try:
        photo = services.add_photo(file=sent["photo"], by=author, id=sent["id"], **place)
    except PhotoRefused as refused:
        messages.error(request, str(refused))
    else:
        if photo.awaits_yes:
            messages.info(request, WAITS)
    return redirect("game_over", game.id)
