"""What a browser sends of a form that shows a rule set."""

from __future__ import annotations

from typing import Any

from scorebook.rulebook.house_form import RulesForm


def as_posted(form: RulesForm) -> dict[str, Any]:
    """The form's fields as they stand, by name; unticked boxes and empty groups are left out."""
    data: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.widget_type == "checkbox":
            data |= {field.html_name: "on"} if value else {}
        elif isinstance(value, list):
            data |= {field.html_name: value} if value else {}
        else:
            data[field.html_name] = "" if value is None else str(value)
    return data
