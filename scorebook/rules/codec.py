"""Frozen dataclasses to plain JSON and back, strictly: what the types do not allow is refused
by name.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


class VariantError(ValueError):
    """A rule set that cannot be played; its message names the key."""


def encode(value: Any) -> Any:
    """Plain JSON data: dataclasses and mappings as objects, tuples as lists, enums as their
    text.
    """
    if dataclasses.is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in _fields(type(value))}
    if isinstance(value, Mapping):
        return {key: encode(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [encode(inner) for inner in value]
    return value.value if isinstance(value, StrEnum) else value


def decode(kind: type[T], data: object, path: str = "") -> T:
    """The dataclass `kind` from plain data. Raises VariantError naming the dotted key at fault."""
    if not isinstance(data, Mapping):
        raise VariantError(f"{path or 'The rule set'} has to be an object with named values.")
    fields = {field.name: field for field in _fields(kind)}
    for key in data:
        if key not in fields:
            raise VariantError(f"{_join(path, key)} is not a rule we know.")
    for name, field in fields.items():
        if name not in data and _required(field):
            raise VariantError(f"{_join(path, name)} is missing.")
    hints = get_type_hints(kind)
    values = {
        name: _read(hints[name], data[name], _join(path, name)) for name in fields if name in data
    }
    return kind(**values)


def _read(hint: Any, value: object, path: str) -> Any:
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        inner = next(option for option in get_args(hint) if option is not types.NoneType)
        return None if value is None else _read(inner, value, path)
    if origin is tuple:
        return _read_tuple(get_args(hint), value, path)
    if origin is Mapping:
        return _read_mapping(get_args(hint)[1], value, path)
    if dataclasses.is_dataclass(hint):
        return decode(cast(type[Any], hint), value, path)
    if issubclass(hint, StrEnum):
        return _read_choice(hint, value, path)
    if type(value) is not hint:
        raise VariantError(f"{path} has to be {_WORDS[hint]}.")
    return value


_WORDS = {bool: "true or false", int: "a whole number", str: "text"}


def _read_tuple(options: tuple[Any, ...], value: object, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise VariantError(f"{path} has to be a list.")
    endless = options[-1] is Ellipsis
    if not endless and len(value) != len(options):
        raise VariantError(f"{path} has to be a list of {len(options)}.")
    hints = options[:1] * len(value) if endless else options
    return tuple(
        _read(hint, inner, _join(path, number))
        for number, (hint, inner) in enumerate(zip(hints, value, strict=True), start=1)
    )


def _read_mapping(hint: Any, value: object, path: str) -> dict[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise VariantError(f"{path} has to be an object with named values.")
    return {key: _read(hint, inner, _join(path, key)) for key, inner in value.items()}


def _read_choice(hint: type[StrEnum], value: object, path: str) -> StrEnum:
    if not isinstance(value, str) or value not in list(hint):
        raise VariantError(f"{path} has to be one of {', '.join(hint)}.")
    return hint(value)


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _fields(kind: type) -> tuple[dataclasses.Field[Any], ...]:
    return tuple(field for field in dataclasses.fields(kind) if field.init)


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)
