from django.urls import path

from scorebook.backups import views

urlpatterns = [
    path("backups/", views.backups, name="backups"),
    path("backups/now/", views.back_up_now, name="back_up_now"),
    path("backups/<str:name>/", views.download_backup, name="download_backup"),
]
