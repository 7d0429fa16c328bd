"""Versions of the payloads' forms. A phone may hand in what an older page of the site made, weeks
later; it is lifted to the present form, step by step. The rest of the house knows that one only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Payload = Mapping[str, Any]
Step = Callable[[str, Payload], Payload]

# The first makes version 2 out of version 1, and so on: from an entry's kind and payload. To change
# a payload's form, change `forms.py` and add the step that brings the old form up.
STEPS: tuple[Step, ...] = ()
OLDER = 2  # versions before the present one that phones may still hand in


def current() -> int:
    return len(STEPS) + 1


def accepted() -> list[int]:
    """The versions that are taken, the present one last."""
    return [*range(max(1, current() - OLDER), current() + 1)]


def lifted(kind: str, payload: Payload, v: int) -> Payload:
    """A payload of version `v` in the present form. A step gets whatever was sent, so it has to
    leave what it does not understand to the form's check.
    """
    for step in STEPS[v - 1 :]:
        payload = step(kind, payload)
    return payload
