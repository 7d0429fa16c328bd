from django.apps import AppConfig


class ScorebookConfig(AppConfig):
    name = "scorebook"
