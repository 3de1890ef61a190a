"""Describe sheets for the OpenAPI document, straight from their types."""

import types
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from rest_framework import serializers

PLAIN: dict[type, type[serializers.Field[Any, Any, Any, Any]]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
    UUID: serializers.UUIDField,
}


@cache
def serializer_of(sheet: type) -> type[serializers.Serializer[Any]]:
    """A serializer that describes a sheet; the answer itself is written from the sheet."""
    hints = get_type_hints(sheet)
    described = {each.name: field_of(hints[each.name]) for each in fields(sheet)}
    return type(
        f"Read{sheet.__name__}Serializer",
        (serializers.Serializer,),
        {"__doc__": sheet.__doc__, "__module__": __name__, **described},
    )


def answer_serializer(
    name: str, **parts: serializers.Field[Any, Any, Any, Any]
) -> type[serializers.Serializer[Any]]:
    """Describe an answer of several named parts."""
    return type(name, (serializers.Serializer,), {"__module__": __name__, **parts})


def field_of(hint: Any, *, allow_null: bool = False) -> serializers.Field[Any, Any, Any, Any]:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        (inner,) = (each for each in get_args(hint) if each is not type(None))
        return field_of(inner, allow_null=True)
    if origin is tuple:
        items = [each for each in get_args(hint) if each is not Ellipsis]
        uniform = len(items) == 1
        child = field_of(items[0]) if uniform else serializers.JSONField()
        return serializers.ListField(child=child, allow_null=allow_null)
    if is_dataclass(hint):
        return serializer_of(hint)(allow_null=allow_null)  # type: ignore[arg-type]
    plain = PLAIN.get(hint, serializers.JSONField)
    more: dict[str, Any] = {"allow_blank": True} if plain is serializers.CharField else {}
    return plain(allow_null=allow_null, **more)
