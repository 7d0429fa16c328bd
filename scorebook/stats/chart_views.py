"""The addresses of charts."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.stats import profile_pictures as pictures
from scorebook.stats import race as racing
from scorebook.stats.charts import Chart
from scorebook.stats.own_games import OwnGames
from scorebook.stats.queries import games_filter
from scorebook.stats.showing import Picture, answer


@require_GET
def race_chart(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How a finished game went; there is none of one that goes on."""

    def make() -> Chart:
        game = access.game(request, game_id)
        if not game.is_finished:
            raise Http404
        return racing.chart(game, racing.race(game))

    return answer(request, make)


def _of_person(
    request: HttpRequest, player_id: UUID, draw: Callable[[OwnGames], Picture | None]
) -> HttpResponse:
    def make() -> Chart:
        player = access.known_player(request, player_id)
        filters = games_filter(request.GET)
        picture = None if filters.nonsense else draw(OwnGames.of(player, filters))
        if picture is None:
            raise Http404
        return picture.chart

    return answer(request, make)


@require_GET
def places_chart(request: HttpRequest, player_id: UUID) -> HttpResponse:
    return _of_person(request, player_id, lambda own: pictures.places(own, pictures.newest(own)))


@require_GET
def rating_chart(request: HttpRequest, player_id: UUID) -> HttpResponse:
    return _of_person(request, player_id, lambda own: pictures.rating(own, pictures.newest(own)))


@require_GET
def contracts_chart(request: HttpRequest, player_id: UUID) -> HttpResponse:
    return _of_person(
        request, player_id, lambda own: pictures.by_contract(own, pictures.contracts_of(own))
    )
