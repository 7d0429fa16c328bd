"""How often a sign-in may fail. Counted in the cache, so a restart forgives."""

import hashlib
from contextlib import suppress
from unicodedata import normalize

from django.core.cache import cache

HOUR = 60 * 60
PER_NAME = 10
PER_ADDRESS = 20


def too_many(*, name: str, address: str) -> bool:
    """Count one try for both, before it is looked at; is either over its limit for this hour?"""
    by_name, by_address = _keys(name, address)
    return max(_count(by_name) - PER_NAME, _count(by_address) - PER_ADDRESS) > 0


def forgive(*, name: str, address: str) -> None:
    """The try was right: forget the name's faults, and this one of the address."""
    by_name, by_address = _keys(name, address)
    cache.delete(by_name)
    with suppress(ValueError):  # its hour has just ended
        cache.decr(by_address)


def _count(key: str) -> int:
    cache.add(key, 0, HOUR)
    return cache.incr(key)


def _keys(name: str, address: str) -> tuple[str, str]:
    same = normalize("NFKC", name).strip().casefold()  # the form folds look-alikes as well
    hashed = hashlib.sha256(same.encode()).hexdigest()
    return f"sign-in:name:{hashed}", f"sign-in:address:{address}"
