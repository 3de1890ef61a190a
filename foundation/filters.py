"""Fields of an address: they take what they say and nothing that merely looks like it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers


class WordField(serializers.CharField):
    """Short plain text: no line breaks or other control characters, no direction tricks."""

    default_error_messages = {
        "word": _("Text is needed, without control characters."),
    }

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or not data.isprintable():
            self.fail("word")
        return super().to_internal_value(data)


class StrictSerializer(serializers.Serializer[Any]):
    """Names every field that it does not know; nothing is ignored silently."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            strange = sorted(set(data) - set(self.fields))
            if strange:
                raise serializers.ValidationError(
                    {name: [_("There is no such field here.")] for name in strange}
                )
        return super().to_internal_value(data)


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
