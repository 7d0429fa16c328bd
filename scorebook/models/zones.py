"""Time zones by the cities that people know them by."""

from __future__ import annotations

from itertools import groupby
from zoneinfo import available_timezones

AREAS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}
Choices = list[tuple[str, list[tuple[str, str]]]]


def zones(*also: str) -> Choices:
    """What a form offers: by part of the world the cities, as ("Europe/Oslo", "Oslo"). Zones that
    are called by no city are left out, but for UTC and those that are asked for.
    """
    cities = {zone for zone in available_timezones() if _area(zone) in AREAS}
    rest = {"UTC", *also} - cities
    by_area = groupby(sorted(cities), key=_area)
    found = [(area, [(zone, city(zone)) for zone in there]) for area, there in by_area]
    return [*found, ("Other", [(zone, zone) for zone in sorted(rest)])]


def city(zone: str) -> str:
    """ "Buenos Aires, Argentina" of "America/Argentina/Buenos_Aires"."""
    return ", ".join(reversed(zone.replace("_", " ").split("/")[1:]))


def _area(zone: str) -> str:
    return zone.partition("/")[0]
