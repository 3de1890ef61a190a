"""What comes in from a form or as JSON, typed: every field takes what it says, and nothing else.

One declaration serves both doors. JSON is read strictly: no text for a number, no unknown field. A
form sends text only, so there the same field reads the text.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin

import orjson
from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from rest_framework import exceptions

from foundation.currencies import without_sign

LARGEST = 2**53 - 1
LARGEST_ID = 2**62
MOST_CENTS = 10**12
MONEY = "money-"
"""Before the name of a field, in a form: it is typed as an amount, and read as cents."""
# What every form of ours carries beside its facts; a pad for one signature sends `badge` and `pin`.
FORM_FIELDS = frozenset({"csrfmiddlewaretoken", "request_id", "version", "next", "badge", "pin"})
SIGNATURE_ENDINGS = ("-badge", "-pin")


class Input(BaseModel):
    """What a command takes. Frozen, and every field that it does not know is named."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    takes_more: ClassVar[bool] = False
    """Whether a form may carry fields of the page's own beside these."""

    signers: ClassVar[tuple[str, ...]] = ()
    """Under which names the body itself carries signatures, where the declaration has none."""

    signed_fields: ClassVar[tuple[str, ...]] = ()
    """The fields of those signatures; within the house nobody types a PIN."""

    def signatures(self) -> "Mapping[str, Signed]":
        """The signatures that stand in the body itself, each under a name."""
        return {}


I = TypeVar("I", bound=Input)  # noqa: E741


@dataclass(frozen=True, slots=True)
class Pieces:
    """A form sends every entry of this mapping in a field `<prefix><name>` of its own.

    Where the entries are lists, the field may be sent several times.
    """

    prefix: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these codes: `Annotated[str, OneOf(REASONS)]`."""

    codes: Iterable[str]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.literal_schema(list(self.codes))


def plain_text(text: str) -> str:
    """Text that can be seen as it is: nothing that controls, turns round or hides the rest."""
    if not text.isprintable():
        raise PydanticCustomError("word", "no control characters")
    return text


def _true_or_false(given: Any) -> Any:
    """In an address a flag is `true` or `false`; what merely looks like one is refused."""
    if isinstance(given, str):
        if given not in ("true", "false"):
            raise PydanticCustomError("bool_parsing", "true or false")
        return given == "true"
    return given


def _typed_amount(given: Any) -> Any:
    return typed_cents(given) if isinstance(given, str) else given


def _off_the_label(text: str) -> str:
    """A number from a label, typed or scanned; what the label puts before it is taken off."""
    return text.rpartition(":")[2].strip()


def text(longest: int, *, shortest: int = 0) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=shortest, max_length=longest)


def one_per(*names: str) -> AfterValidator:
    """In this list nothing is said twice: the second saying would undo the first silently."""

    def guard(items: tuple[Any, ...]) -> tuple[Any, ...]:
        said = [tuple(getattr(item, name) for name in names) for item in items]
        if len(said) != len(set(said)):
            raise ValueError(_("Only one for each {names}.").format(names=", ".join(names)))
        return items

    return AfterValidator(guard)


Plain = AfterValidator(plain_text)
Word = Annotated[str, text(40, shortest=1), AfterValidator(plain_text)]
Text = Annotated[str, text(40), AfterValidator(plain_text)]
Remark = Annotated[str, text(200), AfterValidator(plain_text)]
Note = Annotated[str, text(400), AfterValidator(plain_text)]
Code = Annotated[
    str, text(60, shortest=1), AfterValidator(plain_text), AfterValidator(_off_the_label)
]
OptionalCode = Annotated[str, text(60), AfterValidator(plain_text), AfterValidator(_off_the_label)]
Codes = Annotated[tuple[Code, ...], Field(max_length=200)]
Badge = Annotated[str, text(20, shortest=1), AfterValidator(plain_text)]
Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]
Flag = Annotated[bool, BeforeValidator(_true_or_false)]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Whole = Annotated[int, Field(ge=0, le=LARGEST)]
Cents = Annotated[int, Field(ge=0, le=10**12)]
Amount = Annotated[int, BeforeValidator(_typed_amount), Field(ge=0)]
"""What a page's own form takes as people type it, in cents; a command takes `Cents`."""
ChipCents = Annotated[int, Field(ge=0, le=2 * 10**9)]
Denominations = Annotated[tuple[ChipCents, ...], Field(max_length=40)]


class Signed(Input):
    """Somebody's badge and PIN, entered at this moment."""

    badge: Badge
    pin: Pin = Field(json_schema_extra={"writeOnly": True}, repr=False, exclude=True)


def read_json(model: type[I], data: Any, where: Mapping[str, Any]) -> I:
    """Read a JSON object strictly, with what the address says; say what is wrong, field by field.

    The address speaks first: a body that names the same field is refused.
    """
    if not isinstance(data, Mapping):
        raise exceptions.ValidationError({"body": [_("A JSON object is needed.")]})
    doubled = [name for name in where if name in data]
    if doubled:
        raise exceptions.ValidationError({name: [no_such_field()] for name in doubled})
    try:
        text = orjson.dumps({**data, **where})
    except TypeError:  # a number or a depth that no field takes
        raise exceptions.ValidationError(
            {"body": [_("This is not what is needed here.")]}
        ) from None
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise exceptions.ValidationError(dict(_faults(error))) from None


def read_form(model: type[I], form: QueryDict, where: Mapping[str, Any]) -> I:
    """Read a form: the same fields out of text."""
    strange = [] if model.takes_more else sorted(_strange(model, form, where))
    if strange:
        raise exceptions.ValidationError({name: [no_such_field()] for name in strange})
    try:
        return model.model_validate({**_from_form(model, form), **where})
    except ValidationError as error:
        raise exceptions.ValidationError(dict(_faults(error))) from None


def read_query(model: type[I], query: QueryDict, where: Mapping[str, Any]) -> I:
    """Read the query string of an API's address; what is not known or not right is named.

    Where the address itself names what cannot be, there is nothing.
    """
    strange = sorted(set(query) - (set(model.model_fields) - set(where)))
    if strange:
        raise exceptions.ValidationError({name: [no_such_field()] for name in strange})
    try:
        return read_values(model, {**_from_form(model, query), **where})
    except exceptions.ValidationError as error:
        if isinstance(error.detail, dict) and any(name in where for name in error.detail):
            raise Http404 from None
        raise


def read_values(model: type[I], values: Mapping[str, Any]) -> I:
    """Read what a page took out of a form of its own."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        raise exceptions.ValidationError(dict(_faults(error))) from None


def read_address(model: type[I], query: QueryDict) -> I:
    """Read the query string of a page; what cannot be read counts as not said.

    People keep addresses and change them by hand, and a page shows them something all the same.
    """
    given = _from_form(model, query)
    try:
        return model.model_validate(given)
    except ValidationError as error:
        wrong = {fault["loc"][0] for fault in error.errors(include_url=False)}
        return model.model_validate({name: given[name] for name in given if name not in wrong})


def _strange(model: type[Input], form: QueryDict, where: Mapping[str, Any]) -> Iterator[str]:
    prefixes = [piece.prefix for field in model.model_fields.values() if (piece := _pieces(field))]
    for name in form:
        if name in FORM_FIELDS or name.endswith(SIGNATURE_ENDINGS):
            continue
        if name.removeprefix(MONEY) in model.model_fields and name not in where:
            continue
        if not any(name.startswith(prefix) for prefix in prefixes):
            yield name


def typed_cents(given: str) -> int:
    """An amount as people type it, in cents: 25, 25.50, $1,250 or NZ$5.

    >>> typed_cents("$1,250.5"), typed_cents("NZ$5")
    (125050, 500)
    """
    whole, _point, part = without_sign(given.strip()).replace(",", "").partition(".")
    if not whole.lstrip("-").isdecimal() or len(part) > 2 or not (part or "0").isdecimal():
        raise ValueError(_("“{text}” is not an amount.").format(text=given[:40]))
    cents = int(whole) * 100 + (-1 if whole.startswith("-") else 1) * int(part.ljust(2, "0") or 0)
    if abs(cents) > MOST_CENTS:
        raise ValueError(_("“{text}” is not an amount.").format(text=given[:40]))
    return cents


def _from_form(model: type[Input], form: QueryDict) -> dict[str, Any]:
    """The fields of an input out of a form; an amount is typed in a field of its own name."""
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        piece = _pieces(field)
        if typed := form.get(f"{MONEY}{name}", ""):
            try:
                found[name] = typed_cents(typed)
            except ValueError as fault:
                raise exceptions.ValidationError({name: [str(fault)]}) from None
        elif piece is not None:
            several = _is_list(get_args(field.annotation)[-1])
            found[name] = {
                key.removeprefix(piece.prefix): form.getlist(key) if several else value
                for key, value in form.items()
                if key.startswith(piece.prefix) and value
            }
        elif _is_list(field.annotation):
            given = [each.strip() for text in form.getlist(name) for each in text.split(",")]
            if name in form or field.is_required():
                found[name] = [each for each in given if each]
        elif form.get(name, "") != "" or (name in form and field.is_required()):
            found[name] = form[name]
    return found


def _pieces(field: FieldInfo) -> Pieces | None:
    return next((each for each in field.metadata if isinstance(each, Pieces)), None)


def _is_list(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        return _is_list(get_args(annotation)[0])
    return get_origin(annotation) in (tuple, list, set, frozenset)


def _faults(error: ValidationError) -> Iterator[tuple[str, Any]]:
    """Each fault under the name of its field, nested as the body is."""
    found: dict[str, Any] = {}
    for fault in error.errors(include_url=False):
        place = [str(step) for step in fault["loc"]] or ["body"]
        inner = found
        for step in place[:-1]:
            following = inner.setdefault(step, {})
            if not isinstance(following, dict):
                following = inner[step] = {}
            inner = following
        if not isinstance(inner.get(place[-1]), dict):
            inner[place[-1]] = [fault_words(fault["type"], fault.get("ctx", {}), fault["msg"])]
    yield from found.items()


def no_such_field() -> str:
    return _("There is no such field here.")


def fault_words(kind: str, limits: Mapping[str, Any], said: str) -> str:
    """What is wrong with a field, in the reader's language."""
    if kind == "extra_forbidden":
        return no_such_field()
    if kind == "missing":
        return _("This field is required.")
    if kind in ("int_type", "int_parsing", "int_from_float", "int_parsing_size"):
        return _("A whole number is needed.")
    if kind in ("bool_type", "bool_parsing"):
        return _("True or false is needed.")
    if kind in ("string_type", "word"):
        return _("Text is needed, without control characters.")
    if kind == "string_too_short":
        return _("This field may not be empty.")
    if kind in ("string_too_long", "too_long"):
        return _("At most {most} are possible.").format(most=limits.get("max_length"))
    if kind == "too_short":
        least = limits.get("min_length")
        if least == 1:
            return _("Choose at least one.")
        return _("At least {least} are needed.").format(least=least)
    if kind == "greater_than_equal":
        return _("At least {least} is needed.").format(least=limits.get("ge"))
    if kind == "less_than_equal":
        return _("At most {most} is possible.").format(most=limits.get("le"))
    if kind in ("enum", "literal_error"):
        return _("This is not one of the choices.")
    if kind == "string_pattern_mismatch":
        return _("This does not have the right form.")
    if kind.startswith(("uuid", "datetime", "date", "time")):
        return _("This does not have the right form.")
    if kind == "value_error":
        return str(limits.get("error", said))
    return _("This is not what is needed here.")
