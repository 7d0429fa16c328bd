"""Answers kept at hand for as long as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")


class Memory(dict[Hashable, T]):
    """What was found, by key. Once it is more than `most` in all, what is not asked for again goes.

    `size` says of one find how much it is.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        super().__init__()
        self.most, self.size = most, size
        self._held = 0
        self._stale: dict[Hashable, T] = {}

    def __missing__(self, key: Hashable) -> T:
        return self.keep(key, self._stale[key])

    def keep(self, key: Hashable, found: T) -> T:
        self[key] = found
        self._held += 1 + self.size(found)
        if self._held > self.most:
            self._stale = dict(self)
            self.clear()
            self._held = 0
        return found
