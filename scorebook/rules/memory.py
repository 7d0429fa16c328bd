"""Answers kept at hand for as long as they are asked for."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """What was found, by key, each with its size.

    Once sizes add up to more than `most`, what is not asked for again goes.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._size = 0
        self._fresh: dict[Hashable, tuple[T, int]] = {}
        self._stale: dict[Hashable, tuple[T, int]] = {}

    def get(self, key: Hashable) -> T | None:
        known = self._fresh.get(key)
        if known is None:
            known = self._stale.get(key)
            if known is None:
                return None
            self.keep(key, *known)
        return known[0]

    def keep(self, key: Hashable, found: T, size: int) -> None:
        self._fresh[key] = found, size
        self._size += size
        if self._size > self.most:
            self._fresh, self._stale = {}, self._fresh
            self._size = 0
