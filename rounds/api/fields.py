"""Serializer fields that take what they say and nothing that merely looks like it."""

from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

MOST_CENTS = 10**12


class WholeField(serializers.IntegerField):
    """A JSON whole number: no text, no fraction, no truth value."""

    default_error_messages = {"whole": _("A whole number is needed.")}

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("whole")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """A JSON truth value: no text, no number."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class WordField(serializers.CharField):
    """Short plain text: no line breaks or other control characters, no direction tricks."""

    default_error_messages = {
        "word": _("Text is needed, without control characters."),
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 40, "trim_whitespace": True, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or not data.isprintable():
            self.fail("word")
        return super().to_internal_value(data)


class CentsField(WholeField):
    """An amount in minor units."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MOST_CENTS, **options})


class SeatField(WholeField):
    """The number of a seat or box."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 1, "max_value": 8, **options})


class StrictList(serializers.ListSerializer[Any]):
    """A list in which nothing is said twice: the second saying would undo the first silently."""

    def validate(self, attrs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        names = getattr(self.child, "one_per", ())
        said = [tuple(item[name] for name in names) for item in attrs]
        if names and len(said) != len(set(said)):
            raise serializers.ValidationError(
                _("Only one for each {names}.").format(names=", ".join(names))
            )
        return attrs


class StrictSerializer(serializers.Serializer[Any]):
    """Names every field that it does not know; nothing is ignored silently."""

    one_per: ClassVar[tuple[str, ...]] = ()

    class Meta:
        list_serializer_class = StrictList

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            strange = sorted(set(data) - set(self.fields))
            if strange:
                raise serializers.ValidationError(
                    {name: [_("There is no such field here.")] for name in strange}
                )
        return super().to_internal_value(data)


def read_by(serializer: type[StrictSerializer], data: Any) -> dict[str, Any]:
    """Read by a serializer kept for all requests: making its fields costs more than reading.

    What is wrong is told by a new one: a message keeps the language in which it was first said.
    """
    try:
        return _kept(serializer).run_validation(data)  # type: ignore[no-any-return]  # the stubs'
    except serializers.ValidationError:
        anew = serializer(data=data)
        anew.is_valid(raise_exception=True)
        return anew.validated_data  # type: ignore[no-any-return]  # the stubs'


@cache
def _kept(serializer: type[StrictSerializer]) -> StrictSerializer:
    return serializer()


class WholeText(serializers.IntegerField):
    """A whole number in an address."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": 2**62, **options})


class FlagText(serializers.ChoiceField):
    """`true` or `false` in an address."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=["true", "false"], **options)

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(data) == "true"
