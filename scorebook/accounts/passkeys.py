"""The pages of passkeys, and what their script asks for."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorebook import access, limits
from scorebook.accounts import devices, keys, proof
from scorebook.models import User

ASKED, TRIED = 60, 20  # an hour and address


@require_GET
def passkeys(request: HttpRequest) -> HttpResponse:
    user = access.reader(request)
    if not proof.given(request):
        return access.ask_first(request)
    context = {"passkeys": user.passkeys.all(), "offered": keys.offered(request)}
    return render(request, "accounts/passkeys.html", context)


@require_POST
def passkey_options(request: HttpRequest) -> HttpResponse:
    return JsonResponse(keys.ask_for_new(request, _with_proof(request)))


@require_POST
def add_passkey(request: HttpRequest) -> HttpResponse:
    user = _with_proof(request)
    try:
        key = keys.keep(request, user)
    except keys.Unfit as problem:
        return _refused(problem)
    proof.accept(request)
    messages.success(request, f"The passkey is kept. It was made with {key.name}.")
    return JsonResponse({"go": reverse("passkeys")})


@require_POST
def remove_passkey(request: HttpRequest, passkey_id: int) -> HttpResponse:
    key = access.reader(request).passkeys.filter(id=passkey_id).first()
    if key is None:
        raise Http404
    if not proof.given(request):
        return access.ask_first(request)
    key.delete()
    messages.success(request, "That passkey opens nothing any more.")
    return redirect("passkeys")


@login_not_required
@require_POST
def passkey_sign_in_options(request: HttpRequest) -> HttpResponse:
    _only_where_offered(request)
    if limits.too_many("passkey-asked", limits.address_of(request), most=ASKED):
        return limits.refuse(request)
    return JsonResponse(keys.ask_for_any(request))


@login_not_required
@require_POST
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """A stranger is signed in by a key; who is signed in already proves by it who they are."""
    _only_where_offered(request)
    if limits.too_many("passkey", limits.address_of(request), most=TRIED):
        return limits.refuse(request)
    here = request.user if isinstance(request.user, User) else None
    try:
        user = keys.owner(request)
        if here and here.pk != user.pk:
            raise keys.Unfit("That passkey is somebody else’s.")
    except keys.Unfit as problem:
        return _refused(problem)
    if here is None:
        devices.sign_in(request, user)
    proof.accept(request)
    wanted = request.GET.get("next", "")
    return JsonResponse({"go": proof.onward(request, wanted, "people" if here else "home")})


def _with_proof(request: HttpRequest) -> User:
    user = access.reader(request)
    _only_where_offered(request)
    if not proof.given(request):
        raise PermissionDenied("Say first who you are: load the page anew.")
    return user


def _only_where_offered(request: HttpRequest) -> None:
    if not keys.offered(request):
        raise Http404


def _refused(problem: keys.Unfit) -> JsonResponse:
    return JsonResponse({"problem": str(problem)}, status=400)
