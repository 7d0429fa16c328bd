"""Every address of the site. Each package lists its own, without a namespace."""

from django.urls import include, path

from scorebook.health import healthz

handler400 = "scorebook.faults.bad_request"
handler500 = "scorebook.faults.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("", include("scorebook.accounts.urls")),
    path("", include("scorebook.people.urls")),
    path("", include("scorebook.recording.urls")),
    path("", include("scorebook.checker.urls")),
    path("", include("scorebook.photos.urls")),
    path("", include("scorebook.stats.urls")),
    path("", include("scorebook.rulebook.urls")),
    path("", include("scorebook.talk.urls")),
    path("", include("scorebook.backups.urls")),
    path("", include("scorebook.pages.urls")),
]
