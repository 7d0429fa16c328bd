"""How often a sign-in may fail. Counted in the cache, so a restart forgives."""

import hashlib
from contextlib import suppress
from unicodedata import normalize

from django.core.cache import cache

HOUR = 60 * 60
PER_NAME = 10
PER_ADDRESS = 20


def too_many(*, name: str, address: str) -> bool:
    """Count one try for both, before it is looked at; is either over its limit for this hour?

    What the one refuses does not count against the other.
    """
    by_name, by_address = _keys(name, address)
    if _count(by_address) > PER_ADDRESS:  # first: names are free, and each one would be remembered
        return True
    if _count(by_name) > PER_NAME:
        _take_back(by_address)
        return True
    return False


def forgive(*, name: str, address: str) -> None:
    """The try was right: forget the name's faults, and this one of the address."""
    by_name, by_address = _keys(name, address)
    cache.delete(by_name)
    _take_back(by_address)


def _take_back(key: str) -> None:
    with suppress(ValueError):  # its hour has just ended
        cache.decr(key)


def _count(key: str) -> int:
    cache.add(key, 0, HOUR)
    return cache.incr(key)


def _keys(name: str, address: str) -> tuple[str, str]:
    same = normalize("NFKC", name).strip().casefold()  # the form folds look-alikes as well
    hashed = hashlib.sha256(same.encode()).hexdigest()
    return f"sign-in:name:{hashed}", f"sign-in:address:{address}"
