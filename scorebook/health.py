"""The one page for machines: does the site answer, and its database with it?"""

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except DatabaseError:
        return HttpResponse(
            "the database does not answer\n", "text/plain; charset=utf-8", status=503
        )
    return HttpResponse("ok\n", "text/plain; charset=utf-8")
