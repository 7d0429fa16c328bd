"""The cast: Ann runs the site, Ben keeps score, Vic only looks. Each has a login and a player."""

import pytest
from django.core.cache import caches
from django.test import Client

from scorebook.models import Family, Player, User
from scorebook.models.people import Role
from tests.triggers import entries_may_be_flushed

__all__ = ["entries_may_be_flushed"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("sqlite"):
            assert mark.args, f"{item.nodeid}: why does it say nothing on PostgreSQL?"


@pytest.fixture(autouse=True)
def _empty_cache():
    """What one test counted against an address must not lock the next one out."""
    for cache in caches.all():
        cache.clear()


@pytest.fixture
def family(db) -> Family:
    return Family.objects.create(id=1, name="The Links", time_zone="Europe/Berlin")


def make_login(*, name: str, role: Role) -> User:
    player = Player.objects.create(name=name, short_name=name[:7])
    return User.objects.create_user(
        username=name.lower(), password=f"{name} keeps fifteen", role=role, player=player
    )


@pytest.fixture
def ann(family) -> User:
    return make_login(name="Ann", role=Role.ADMIN)


@pytest.fixture
def ben(family) -> User:
    return make_login(name="Ben", role=Role.MEMBER)


@pytest.fixture
def vic(family) -> User:
    return make_login(name="Vic", role=Role.VIEWER)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_ann(ann) -> Client:
    return browser_of(ann)


@pytest.fixture
def as_ben(ben) -> Client:
    return browser_of(ben)


@pytest.fixture
def as_vic(vic) -> Client:
    return browser_of(vic)
