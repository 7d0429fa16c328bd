"""How often a sign-in may fail."""

import hashlib
from unicodedata import normalize

from scorebook import limits

PER_NAME = 10  # an hour
PER_ADDRESS = 20
NAME, ADDRESS = "sign-in-name", "sign-in-address"


def too_many(*, name: str, address: str) -> bool:
    """Count one try for both, before it is looked at; is either over its limit for this hour?

    What the one refuses does not count against the other.
    """
    # First the address: names are free, and each one would be remembered.
    if limits.too_many(ADDRESS, address, most=PER_ADDRESS):
        return True
    if limits.too_many(NAME, _same(name), most=PER_NAME):
        limits.take_back(ADDRESS, address)
        return True
    return False


def forgive(*, name: str, address: str) -> None:
    """The try was right: forget the name's faults, and this one of the address."""
    limits.forget(NAME, _same(name))
    limits.take_back(ADDRESS, address)


def _same(name: str) -> str:
    """One of a name however it is typed: the form folds look-alikes as well."""
    folded = normalize("NFKC", name).strip().casefold()
    return hashlib.sha256(folded.encode()).hexdigest()
