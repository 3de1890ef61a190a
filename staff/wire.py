"""What comes in from a form or as JSON: fields that take what they say, and nothing else.

One declaration serves both doors. JSON is read strictly; a form sends text, and the same field
reads the text.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.utils import html

LARGEST = 2**53 - 1
# What every form of ours carries beside its facts.
FORM_FIELDS = frozenset({"csrfmiddlewaretoken", "request_id", "version", "next"})


def is_form(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    return bool(html.is_html_input(getattr(field.root, "initial_data", None)))


class WholeField(serializers.IntegerField):
    """A whole number: in JSON no text, no fraction, no truth value."""

    default_error_messages = {"whole": _("A whole number is needed.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_value": LARGEST, "min_value": 0, **options})

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int and not is_form(self):
            self.fail("whole")
        return super().to_internal_value(data)


class FlagField(serializers.BooleanField):
    """Yes or no: in JSON no text and no number."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool and not is_form(self):
            self.fail("invalid", input=data)
        return bool(super().to_internal_value(data))


class WordField(serializers.CharField):
    """Short plain text: no line breaks or other control characters, no direction tricks."""

    default_error_messages = {"word": _("Text is needed, without control characters.")}

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 40, "trim_whitespace": True, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or any(_is_odd(char) for char in data):
            self.fail("word")
        return super().to_internal_value(data)


class CodeField(WordField):
    """A number from a label, typed or scanned; what the label puts before it is taken off."""

    def to_internal_value(self, data: Any) -> str:
        return super().to_internal_value(data).rpartition(":")[2].strip()


class NoteField(WordField):
    """A remark that may be left out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **{"max_length": 400, "required": False, "allow_blank": True, "default": "", **options}
        )


class WordsField(serializers.ListField):
    """Several words; a form may also send them in one field, with commas between."""

    def __init__(self, **options: Any) -> None:
        word = CodeField(max_length=options.pop("max_word", 60))
        left_out = {} if options.get("required") else {"required": False, "default": list}
        super().__init__(**{"child": word, "max_length": 200, **left_out, **options})

    def to_internal_value(self, data: Any) -> list[Any]:
        if is_form(self):
            data = [word.strip() for text in data for word in text.split(",") if word.strip()]
        return super().to_internal_value(data)


class Facts(serializers.Serializer[Any]):
    """Names every field that it does not know; nothing is ignored silently."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            strange = sorted(str(name) for name in data if not self.knows(str(name)))
            if strange:
                raise serializers.ValidationError(
                    {name: [_("There is no such field here.")] for name in strange}
                )
        return super().to_internal_value(data)

    def knows(self, name: str) -> bool:
        """A form also carries its hidden fields, signatures, and fields that come in pieces."""
        if name in self.fields:
            return True
        if not is_form(self):
            return False
        pieces = (getattr(each, "form_prefix", "") for each in self.fields.values())
        return (
            name in FORM_FIELDS
            or name.endswith(("-badge", "-pin"))
            or any(prefix and name.startswith(prefix) for prefix in pieces)
        )


class PiecesField(serializers.DictField):
    """Names with a value each; a form sends every one in a field `<prefix><name>` of its own."""

    def __init__(self, *, form_prefix: str, **options: Any) -> None:
        super().__init__(**options)
        self.form_prefix = form_prefix

    def get_value(self, dictionary: Any) -> Any:
        if not html.is_html_input(dictionary):
            return super().get_value(dictionary)
        return {
            name.removeprefix(self.form_prefix): value
            for name, value in dictionary.items()
            if name.startswith(self.form_prefix) and value
        }


class SignatureFacts(Facts):
    """Who signs, with their own PIN, at this moment."""

    badge = WordField(max_length=20)
    pin = serializers.RegexField(r"^[0-9]{6}$", max_length=6, min_length=6, write_only=True)


def _is_odd(char: str) -> bool:
    return not char.isprintable() or "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
