"""A set's whole story: received, looked at, used, sealed, decided about, destroyed.

Every line says who, when and where; an inspection also what was looked at, with which instruments
and sizes, on which camera, and what was found at which piece.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from staff.models import SignOff
from staff.policy import Act
from tables.models import (
    Discrepancy,
    EquipmentMove,
    EquipmentSet,
    Inspection,
    TileMove,
    WorkOrderLine,
)
from tables.queries.looks import (
    NEW_SEAL,
    look_facts,
    look_of,
    look_purpose,
    pieces_words,
    tile_words,
    work_facts,
)
from tables.wording import (
    FOUND,
    METHODS,
    MOVES,
    OUTCOMES,
    RECEIPT_WORDS,
    reason_words,
    state_words,
)

ICONS_OF_MOVES = {
    "seal": "envelope",
    "collect": "lock",
    "destroy": "void",
    "discrepancy": "warn",
    "bring": "table",
    "place": "shaker",
    "receive": "seal",
    "correct_receipt": "edit",
}
TONES_OF_MOVES = {"seal": "warn", "discrepancy": "lose", "condemn": "lose", "destroy": "lose"}
# Of what stands under one moment: a set comes, is looked at, and goes on.
COMING, LOOKED_AT, GOING = 0, 1, 2
COMES = ("receive", "issue", "bring")


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of a set's timeline; `facts` are what was seen, each with its name."""

    at: datetime
    what: str
    where: str
    who: tuple[str, ...]
    tone: str = ""
    icon: str = "check"
    detail: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    order: tuple[int, int] = field(default=(GOING, 0), compare=False)


def story_of(equipment: EquipmentSet) -> tuple[Happening, ...]:
    """Everything that happened to a set, the latest first; one order for every reader."""
    lines = [
        *_inspected(equipment),
        *_moved(equipment),
        *_worked_on(equipment),
        *_decided(equipment),
        *_reported(equipment),
        *_rebuilt(equipment),
    ]
    return tuple(sorted(lines, key=lambda each: (each.at, each.order), reverse=True))


def _inspected(equipment: EquipmentSet) -> Iterator[Happening]:
    looks = equipment.inspections.select_related("inspected_by", "verified_by", "table")
    for each in looks:
        each.equipment = equipment
        look = look_of(each)
        yield Happening(
            at=each.inspected_at,
            what=_("Inspected: {purpose}").format(purpose=look_purpose(look)),
            where=str(each.table) if each.table else "",
            who=tuple(_who(each)),
            tone="win" if each.passed else "lose",
            icon="inspection",
            detail=reason_words(each.reason),
            facts=look_facts(look),
            order=(LOOKED_AT, each.pk),
        )


def _who(each: Inspection) -> Iterator[str]:
    yield each.inspected_by.name
    if each.verified_by is not None:
        yield _("verified by {name}").format(name=each.verified_by.name)


def _moved(equipment: EquipmentSet) -> Iterator[Happening]:
    moves = equipment.moves.select_related("by", "second", "table", "envelope")
    for each in moves:
        what, place = str(MOVES.get(each.act, each.act)), state_words(each.to_state)
        yield Happening(
            at=each.at,
            what=what,
            where=str(each.table) if each.table else "" if place == what else place,
            who=tuple(person.name for person in (each.by, each.second) if person),
            tone=TONES_OF_MOVES.get(each.act, ""),
            icon=ICONS_OF_MOVES.get(each.act, "forward"),
            detail=_detail(each),
            facts=tuple(_facts_of_move(each)),
            order=(COMING if each.act in COMES else GOING, each.pk),
        )


def _detail(each: EquipmentMove) -> str:
    parts = [reason_words(each.detail["reason"])] if each.detail.get("reason") else []
    if each.envelope is not None:
        parts.append(each.envelope.seal_number)
    return " · ".join(parts)


def _facts_of_move(each: EquipmentMove) -> Iterator[tuple[str, str]]:
    detail: Mapping[str, Any] = each.detail
    if each.act == "receive":
        whole = detail.get("seal_intact", True)
        yield _("Seal"), _("whole") if whole else _("broken")
    if detail.get("note"):
        yield _("Note"), detail["note"]
    for name, (before, after) in detail.get("changed", {}).items():
        yield str(RECEIPT_WORDS.get(name, name)), f"{before or '–'} → {after or '–'}"
    if each.act == "destroy" and hasattr(each.equipment, "destruction"):
        end = each.equipment.destruction
        yield _("How"), str(METHODS.get(end.method, end.method))
        yield _("Where"), end.place
        yield _("Witness"), end.witness.name


def _worked_on(equipment: EquipmentSet) -> Iterator[Happening]:
    lines = WorkOrderLine.objects.filter(equipment=equipment, inspected_at__isnull=False)
    for each in lines.select_related("order", "inspected_by"):
        assert each.inspected_at is not None
        is_faulty = bool(each.faults.keys() - {NEW_SEAL})
        yield Happening(
            at=each.inspected_at,
            what=_("Work order {number}: {result}").format(
                number=each.order.number, result=each.get_result_display()
            ),
            where="",
            who=(each.inspected_by.name,) if each.inspected_by else (),
            tone="lose" if is_faulty else "win",
            icon="inspection",
            facts=work_facts(each.checks, each.faults),
            order=(LOOKED_AT, each.pk),
        )


def _decided(equipment: EquipmentSet) -> Iterator[Happening]:
    """What a pit manager decided about a set that failed, as it was signed."""
    signed = SignOff.objects.filter(
        subject=f"equipment:{equipment.pk}", act=Act.DECIDE_RETURN
    ).select_related("person")
    for each in signed:
        is_back = each.content.get("decision") == "return"
        yield Happening(
            at=each.at,
            what=_("Decided: it may come back") if is_back else _("Decided: condemned"),
            where="",
            who=(each.person.name,),
            tone="win" if is_back else "lose",
            icon="why",
            facts=((_("Note"), each.content["note"]),) if each.content.get("note") else (),
            order=(LOOKED_AT, each.pk),
        )


def _reported(equipment: EquipmentSet) -> Iterator[Happening]:
    """What discrepancy reports said, and how each ended."""
    reports = Discrepancy.objects.filter(equipment=equipment)
    for each in reports.select_related("reported_by", "regulator"):
        facts = [(_("Found"), str(FOUND.get(each.found, each.found)))]
        if each.tiles:
            facts.append((_("Faulty"), pieces_words(each.tiles, equipment.kind)))
        if each.note:
            facts.append((_("Note"), each.note))
        if each.outcome:
            facts.append((_("Outcome"), str(OUTCOMES.get(each.outcome, each.outcome))))
        yield Happening(
            at=each.reported_at,
            what=_("Discrepancy report {number}").format(number=each.number),
            where="",
            who=tuple(who.name for who in (each.reported_by, each.regulator) if who),
            tone="lose",
            icon="warn",
            facts=tuple(facts),
            order=(LOOKED_AT, each.pk),
        )


def _rebuilt(equipment: EquipmentSet) -> Iterator[Happening]:
    moves = TileMove.objects.filter(to_set=equipment).select_related("tile", "from_set", "by")
    for each in moves[:64]:
        yield Happening(
            at=each.at,
            what=tile_words(each.tile.name),
            where=each.from_set.serial if each.from_set else "",
            who=(each.by.name,),
            icon="tile",
            detail=reason_words(each.reason),
            order=(LOOKED_AT, each.pk),
        )
