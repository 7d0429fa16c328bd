"""The JSON end points: hand in an entry, fetch the sheet. For the outbox and for other clients."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException, UnreadablePostError
from django.views.decorators.http import condition, require_GET, require_POST

from scorebook import access, limits
from scorebook.ledger.append import Answer, Outcome, append
from scorebook.ledger.reading import entry_json, proposal_json, sheet_json, sheet_of
from scorebook.ledger.submission import Refused, read_json, read_submission, refused
from scorebook.models import Game

LARGEST_BODY = 64 * 1024  # bytes
STATUS = {
    Answer.APPENDED: 201,
    Answer.REPEATED: 200,
    Answer.ALREADY: 200,
    Answer.CONFLICT: 409,
    Answer.DROPPED: 410,
    Answer.MISMATCH: 422,
}

View = Callable[..., HttpResponse]


def speaks_json(view: View) -> View:
    """Answer in JSON whatever happens: 401 instead of a way to the sign-in page.

    The view is marked, so that what goes wrong around it is answered in JSON too.
    """

    @login_not_required
    @wraps(view)
    def answer(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            if access.is_guest(request) and not _lets_in(request, **kwargs):
                return problem(401, "signed_out", "Sign in to go on.")
            return view(request, **kwargs)
        except Refused as refusal:
            return JsonResponse({"errors": [asdict(error) for error in refusal.errors]}, status=400)
        except PermissionDenied as denied:
            return problem(403, "forbidden", str(denied))
        except Http404:
            return problem(404, "unknown", "There is no such game.")

    answer.speaks_json = True  # type: ignore[attr-defined]
    return answer


def _lets_in(request: HttpRequest, **kwargs: Any) -> access.Guest | None:
    """The guest of the game that is asked for; of any, where it is about none."""
    if "game_id" in kwargs:
        return access.guest_at(request, kwargs["game_id"])
    return access.guest_anywhere(request)


def problem(status: int, code: str, message: str) -> JsonResponse:
    """The answer to a request that is at fault as a whole, and in no field."""
    errors = [{"field": "", "code": code, "message": message}]
    return JsonResponse({"errors": errors}, status=status)


@require_POST
@speaks_json
def entries(request: HttpRequest, game_id: UUID) -> HttpResponse:
    if _of_another(request):
        return problem(401, "another", "Somebody else is signed in here now. Nothing was saved.")
    if limits.too_many_scores(request):
        return _later()
    game = Game.objects.filter(id=game_id).first()
    # Who writes nothing here is told so before the entry is read.
    author = access.scorer(request, game, "hand") if game else access.writer(request)
    submission = read_submission(read_json(_body(request)))
    rights: dict[str, Any] = {}
    if game:
        access.check_kind(request, submission.kind)
        rights["may_amend"] = access.may_amend(request, game)
        rights["may_correct"] = access.may_correct(request, game)
    device = access.device_of(request)
    outcome = append(game_id, submission, author=author, device=device, **rights)
    return JsonResponse(_told(outcome), status=STATUS[outcome.answer])


def _of_another(request: HttpRequest) -> bool:
    """A phone says whose entry it sends: it may have been somebody else's when that was made."""
    owner, person = request.headers.get("X-Person"), access.whoever(request)
    return owner is not None and (person is None or owner not in map(str, person.ids()))


def _later() -> JsonResponse:
    answer = problem(429, "busy", "That was a lot at once. It was not saved; send it again.")
    answer["Retry-After"] = str(limits.MINUTE)
    return answer


def _body(request: HttpRequest) -> bytes:
    try:
        length = int(request.headers.get("Content-Length") or 0)
        body = b"" if length > LARGEST_BODY else request.read(LARGEST_BODY + 1)
    except (ValueError, UnreadablePostError, RawPostDataException):
        raise refused("", "body", "The entry did not arrive whole.") from None
    if length > LARGEST_BODY or len(body) > LARGEST_BODY:
        raise refused("", "size", "An entry has at most 64 kB.")
    return body


def _told(outcome: Outcome) -> dict[str, Any]:
    """The body of each answer."""
    if outcome.answer is Answer.MISMATCH:
        message = "This id belongs to another entry."
        return {"errors": [{"field": "id", "code": "used", "message": message}]}
    if outcome.proposal:
        return {
            "standing": entry_json(outcome.standing),
            "proposed": proposal_json(outcome.proposal),
            "version": outcome.game.version,
        }
    if outcome.answer is Answer.ALREADY:
        return {"already": entry_json(outcome.standing), **_as_it_is_now(outcome)}
    entry = entry_json(outcome.entry) or {}
    return {"id": entry["id"], "seq": entry["seq"], **_as_it_is_now(outcome)}


def _as_it_is_now(outcome: Outcome) -> dict[str, Any]:
    game = Game.objects.with_table().get(id=outcome.game.id)
    unchanged = game.version == outcome.game.version
    sheet = outcome.sheet if unchanged else sheet_of(game)
    return {"version": game.version, "sheet": sheet_json(game, sheet)}


def _tag(request: HttpRequest, game_id: UUID) -> str:
    return f'"{access.version(request, game_id)}"'


@require_GET
@speaks_json
@condition(etag_func=_tag)
def sheet(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = access.game(request, game_id)
    return JsonResponse(sheet_json(game, sheet_of(game)))
