"""The addresses of charts."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.stats import race as racing
from scorebook.stats.charts import Chart
from scorebook.stats.showing import answer


@require_GET
def race_chart(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How a finished game went; there is none of one that goes on."""

    def make() -> Chart:
        game = access.game(request, game_id)
        if not game.is_finished:
            raise Http404
        return racing.chart(game, racing.race(game))

    return answer(request, make)
