"""How tests look at a board."""

import re

from django.urls import reverse


def read(client, slug="winners", **asked):
    answer = client.get(reverse("board", args=[slug]), asked)
    assert answer.status_code == 200
    return answer


def lines(answer, column="count") -> list[tuple]:
    """Place, name and value as the table has them, from the top."""
    rows = answer.context["table"].shown
    return [(row["place"], row["name"], row[column]) for row in rows]


def text_of(answer) -> str:
    """With the names as they are, whichever way they are written."""
    return " ".join(re.sub("</?bdi>", "", answer.content.decode()).split())
