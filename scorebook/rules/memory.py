"""Answers kept at hand for as long as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """What was found, by key. Once it is more than `most` in all, what is not asked for again goes.

    `size` says of one find how much it is.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self.most, self.size = most, size
        self._held = 0
        self._fresh: dict[Hashable, T] = {}
        self._stale: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        known = self._fresh.get(key)
        if known is None:
            known = self._stale.get(key)
            if known is not None:
                self.keep(key, known)
        return known

    def keep(self, key: Hashable, found: T) -> None:
        self._fresh[key] = found
        self._held += 1 + self.size(found)
        if self._held > self.most:
            self._fresh, self._stale = {}, self._fresh
            self._held = 0
