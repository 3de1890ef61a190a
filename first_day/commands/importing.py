"""Take over lists of rules, staff, tables and equipment: all of it or nothing.

Each line goes through the command that a page would call, with its guards and its event. A trial
does the same and takes everything back.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated, Any, TypedDict, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field, ValidationError

from audit.events import EventKind
from first_day.lists import LISTS, MOST_ROWS, Cells, ListRow
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.inputs import Input, OneOf, fault_words
from rules.refusals import Refused
from staff.commands.people import FirstSecrets, PersonFacts, add_person
from staff.commands.signing import Signer
from staff.models import Person, Role
from staff.policy import Act, may
from tables.commands.furniture import AddPit, AddShaker, AddTable, add_pit, add_shaker, add_table
from tables.commands.receipt import RECEIPT_RULE, ReceiptFacts, receive_set
from tables.commands.submissions import SubmissionFacts, file_submission
from tables.models import Pit, RulesSubmission

I = TypeVar("I", bound=Input)  # noqa: E741
ORDER = tuple(LISTS)


class ImportRow(Input):
    """A line of a list, as text."""

    sheet: Annotated[str, OneOf(LISTS)]
    line: Annotated[int, Field(ge=1, le=10**6)]
    cells: Annotated[dict[str, Annotated[str, Field(max_length=1000)]], Field(max_length=40)]


class ImportLists(Input):
    """Every line that is taken over."""

    rows: Annotated[tuple[ImportRow, ...], Field(min_length=1, max_length=MOST_ROWS)]


@dataclass(frozen=True, slots=True)
class LineFound:
    """A line with what is wrong with it; nothing when it can be taken over."""

    row: ListRow
    fault: str


@dataclass(frozen=True, slots=True)
class Letter:
    """What one newcomer gets, sealed."""

    badge: str
    name: str
    language: str
    given: FirstSecrets


class ImportAnswer(TypedDict):
    """How many lines of each list were taken over, and the newcomers' secrets."""

    counts: dict[str, int]
    letters: list[Letter]


def import_answer(by: Person, done: ImportAnswer) -> ImportAnswer:
    return done


@command(
    ImportLists,
    act=Act.IMPORT_LISTS,
    says=gettext_lazy("Import"),
    signs=[
        Signature(
            "floor", Act.RECEIVE_EQUIPMENT, gettext_lazy("Floorperson or above"), required=False
        ),
        Signature("security", Act.SECURE_EQUIPMENT, gettext_lazy("Security"), required=False),
    ],
    two=[TwoPeople("floor", "security", RECEIPT_RULE)],
    answer=import_answer,
    keeps_answer=False,
)
def import_lists(call: Call[ImportLists]) -> ImportAnswer:
    """Take over every line, or none; sets are received under two signatures, as any set is."""
    if any(row.sheet == "equipment" for row in call.input.rows) and "floor" not in call.signed:
        raise Refused(
            "signature_missing",
            _("Sets are received by two people: a floorperson and security sign."),
        )
    outcomes, letters = _take_over(call)
    faulty = [each for each in outcomes if each.fault]
    if faulty:
        raise Refused(
            "faulty_lines",
            _("{count} lines cannot be taken over, so nothing was. The first: {fault}").format(
                count=len(faulty), fault=faulty[0].fault
            ),
        )
    counts = {name: sum(row.sheet == name for row in call.input.rows) for name in ORDER}
    counts = {name: count for name, count in counts.items() if count}
    said = ", ".join(f"{name} {count}" for name, count in counts.items())
    call.record(EventKind.LISTS_IMPORTED, about=call.by.property, detail={"counts": said})
    return {"counts": counts, "letters": letters}


def try_lists(rows: Sequence[ListRow], *, by: Person) -> list[LineFound]:
    """Take the lines over as a trial and take everything back; what is wrong with each.

    Whoever could sign stands in for whoever will.
    """
    with transaction.atomic():
        call = Call(by, import_input(rows))
        found, _letters = _take_over(call, is_trial=True)
        transaction.set_rollback(True)
    return found


def _as_input(row: ListRow) -> ImportRow:
    return ImportRow.model_construct(sheet=row.sheet, line=row.line, cells=dict(row.cells))


def import_input(rows: Sequence[ListRow]) -> ImportLists:
    return ImportLists(rows=tuple(_as_input(row) for row in rows))


def _take_over(
    call: Call[ImportLists], *, is_trial: bool = False
) -> tuple[list[LineFound], list[Letter]]:
    """Carry every line out in the order of the lists, each on its own; faults are collected."""
    outcomes: list[LineFound] = []
    letters: list[Letter] = []
    rows = sorted(call.input.rows, key=lambda row: (ORDER.index(row.sheet), row.line))
    for row in rows:
        if is_trial and row.sheet == "equipment" and not call.signed:
            call = replace(call, signed=_stand_ins(call))
        fault = ""
        try:
            with transaction.atomic():
                made = TAKERS[row.sheet](call, row.cells)
            letters += [made] if isinstance(made, Letter) else []
        except Refused as refused:
            fault = str(refused.message)
        except ObjectDoesNotExist:
            fault = _("There are no rules of this name: {name}").format(
                name=row.cells.get("rules", "")
            )
        outcomes.append(LineFound(ListRow(row.sheet, row.line, row.cells), fault))
    return outcomes, letters


def _take_rules(call: Call[ImportLists], cells: Cells) -> None:
    facts = {
        "name": cells["name"],
        "profile": cells["profile"],
        "approval_reference": cells.get("approval", ""),
        "options": _json(cells.get("options", "")),
        "equipment": _json(cells.get("equipment", "")),
    }
    file_submission.run(call.asking(_input(SubmissionFacts, facts)))


def _take_person(call: Call[ImportLists], cells: Cells) -> Letter:
    facts = {
        "badge": cells["badge"],
        "name": cells["name"],
        "licence_number": cells["licence"],
        "roles": tuple(_role(word) for word in cells["roles"].replace(",", " ").split()),
        "language": cells.get("language", ""),
    }
    person, given = add_person.run(call.asking(_input(PersonFacts, facts)))
    return Letter(person.badge, person.name, person.language, given)


def _take_table(call: Call[ImportLists], cells: Cells) -> None:
    house = call.by.property_id
    pit = Pit.objects.filter(property_id=house, name=cells["pit"]).first()
    pit = pit or add_pit.run(call.asking(_input(AddPit, {"name": cells["pit"]})))
    facts = {
        "pit_id": pit.pk,
        "number": cells["number"],
        "seats": cells["seats"],
        "minimum_cents": _cents(cells["minimum"]),
        "maximum_cents": _cents(cells["maximum"]),
        "player_maximum_cents": _cents(text) if (text := cells.get("player_maximum")) else None,
        "denominations": tuple(_cents(text) for text in cells.get("chips", "").split()),
        "drop_box": cells.get("drop_box", ""),
        "layout_approval": cells.get("layout", ""),
        "cameras": tuple(cells.get("cameras", "").split()),
        "submission_id": _rules_named(cells["rules"], call.by).pk,
    }
    table = add_table.run(call.asking(_input(AddTable, facts)))
    if shaker := cells.get("shaker"):
        of_shaker = {
            "serial": shaker,
            "table_id": table.pk,
            "approval_reference": cells.get("shaker_approval", ""),
            "approved_on": cells.get("shaker_approved") or None,
        }
        add_shaker.run(call.asking(_input(AddShaker, of_shaker)))


def _take_set(call: Call[ImportLists], cells: Cells) -> None:
    facts = {
        "kind": cells["kind"].lower(),
        "serial": cells["serial"],
        "seal_number": cells["seal"],
        "submission_id": _rules_named(cells["rules"], call.by).pk,
        "seal_intact": True,
        "design_approval": cells.get("design", ""),
        "pieces": tuple(cells.get("pieces", "").split()),
    }
    if "floor" not in call.signed:
        raise Refused("signature_missing", _("There is no floorperson who could receive it."))
    floor = call.signed["floor"].person
    receive_set.run(replace(call.asking(_input(ReceiptFacts, facts)), by=floor))


TAKERS: dict[str, Callable[[Call[ImportLists], Cells], Letter | None]] = {
    "rules": _take_rules,
    "staff": _take_person,
    "tables": _take_table,
    "equipment": _take_set,
}


def _stand_ins(call: Call[ImportLists]) -> dict[str, Signer]:
    people = list(Person.objects.filter(property_id=call.by.property_id, is_active=True))
    places = {"floor": Act.RECEIVE_EQUIPMENT, "security": Act.SECURE_EQUIPMENT}
    found = {
        name: next((each for each in people if may(each, act)), None)
        for name, act in places.items()
    }
    return {name: Signer(person, None, call.at) for name, person in found.items() if person}


def _input(model: type[I], facts: dict[str, Any]) -> I:
    """Read a line's cells as the input of its command; say which of them is wrong, and how."""
    try:
        return model.model_validate(facts)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        said = fault_words(fault["type"], fault.get("ctx", {}), fault["msg"])
        raise Refused("malformed", f"{fault['loc'][0]}: {said}") from None


def _rules_named(name: str, by: Person) -> RulesSubmission:
    found = RulesSubmission.objects.filter(property_id=by.property_id, name=name)
    latest = found.order_by("-version").first()
    if latest is None:
        raise RulesSubmission.DoesNotExist
    return latest


def _role(word: str) -> str:
    code = word.strip().lower().replace("-", "_")
    if code not in Role.values:
        known = ", ".join(Role.values)
        raise Refused(
            "unknown_role",
            _("{word} is no role. There are: {known}").format(word=word, known=known),
        )
    return code


def _cents(text: str) -> int:
    try:
        cents = Decimal(text.replace(",", "")) * 100
    except ArithmeticError:
        raise Refused("bad_amount", _("This is no amount: {text}").format(text=text)) from None
    if cents != cents.to_integral_value() or not 0 < cents < 10**12:
        raise Refused("bad_amount", _("This is no amount: {text}").format(text=text))
    return int(cents)


def _json(text: str) -> Any:
    try:
        found = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Refused("bad_option", _("The options are no JSON object."))
    return found
