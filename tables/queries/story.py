"""A set's whole story: received, looked at, used, sealed, decided about, destroyed.

Every line says who, when and where; an inspection also what was looked at, with which instruments
and sizes, on which camera, and what was found at which piece.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from foundation.wording import TILE_NAMES, amount_text, tile_label
from staff.models import SignOff
from staff.policy import Act
from tables.dice_rules import rules_of_dice
from tables.games import KINDS
from tables.models import (
    Discrepancy,
    EquipmentKind,
    EquipmentMove,
    EquipmentSet,
    Inspection,
    InspectionPurpose,
    TileMove,
    WorkOrderLine,
)
from tables.wording import (
    FOUND,
    METHODS,
    MOVES,
    OUTCOMES,
    RECEIPT_WORDS,
    WORK_CHECKS,
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


def inspection_facts(inspection: Inspection) -> tuple[tuple[str, str], ...]:
    """What one look at a set was: ticks, sizes, camera, faulty pieces, a note."""
    return tuple(_facts_of(inspection))


def inspection_purpose(inspection: Inspection) -> str:
    """What a set was looked at for; dice are never opened at a table, only before their use."""
    is_dice = inspection.equipment.kind == EquipmentKind.DICE
    if is_dice and inspection.purpose == InspectionPurpose.RECEIPT:
        return _("Before use")
    return str(InspectionPurpose(inspection.purpose).label)


def _inspected(equipment: EquipmentSet) -> Iterator[Happening]:
    looks = equipment.inspections.select_related("inspected_by", "verified_by", "table")
    for each in looks:
        each.equipment = equipment
        yield Happening(
            at=each.inspected_at,
            what=_("Inspected: {purpose}").format(purpose=inspection_purpose(each)),
            where=str(each.table) if each.table else "",
            who=tuple(_who(each)),
            tone="win" if each.passed else "lose",
            icon="inspection",
            detail=reason_words(each.reason),
            facts=inspection_facts(each),
            order=(LOOKED_AT, each.pk),
        )


def _who(each: Inspection) -> Iterator[str]:
    yield each.inspected_by.name
    if each.verified_by is not None:
        yield _("verified by {name}").format(name=each.verified_by.name)


def _facts_of(inspection: Inspection) -> Iterator[tuple[str, str]]:
    seen, equipment = inspection.checks, inspection.equipment
    if seen.get("sizes"):
        yield _("Sizes"), ", ".join(_size(each, equipment) for each in seen["sizes"])
    if seen.get("camera"):
        yield _("Camera"), seen["camera"]
    if seen.get("groups"):
        yield _("Laid out"), _ticked(seen["groups"], equipment.kind)
    if seen.get("checks"):
        yield _("Looked at"), "; ".join(_check_words(seen["checks"], equipment))
    if seen.get("faulty"):
        yield _("Faulty"), _pieces(seen["faulty"], equipment.kind)
    if seen.get("note"):
        yield _("Note"), seen["note"]


def _size(size: int, equipment: EquipmentSet) -> str:
    """A size as the instrument shows it: thousandths of an inch, hundredths of a millimetre."""
    if rules_of_dice(equipment).unit == "mm":
        return f"{amount_text(size)} mm"
    return f"{size / 1000:.3f} in"


def _ticked(codes: Iterable[str], kind: str) -> str:
    groups = {each.code: str(each.label) for each in KINDS[kind].groups}
    ticked = [code for code in codes if code in groups]
    if len(ticked) == len(groups):
        return _("all {count} groups of pieces").format(count=len(groups))
    return ", ".join(groups[code] for code in ticked)


def _check_words(codes: Iterable[str], equipment: EquipmentSet) -> list[str]:
    known = [*KINDS[equipment.kind].checks]
    if equipment.kind == EquipmentKind.DICE:
        known += rules_of_dice(equipment).checks
    words = {each.code: str(each.label) for each in known}
    return [words.get(code, code) for code in codes]


def _pieces(names: Iterable[str], kind: str) -> str:
    if kind != EquipmentKind.TILES:
        return ", ".join(names)
    return ", ".join(_tile_words(name) for name in names)


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
        faults = {name: fault for name, fault in each.faults.items() if name != "new_seal"}
        yield Happening(
            at=each.inspected_at,
            what=_("Work order {number}: {result}").format(
                number=each.order.number, result=each.get_result_display()
            ),
            where="",
            who=(each.inspected_by.name,) if each.inspected_by else (),
            tone="lose" if faults else "win",
            icon="inspection",
            facts=tuple(_facts_of_line(each, faults)),
            order=(LOOKED_AT, each.pk),
        )


def _facts_of_line(line: WorkOrderLine, faults: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if line.checks:
        yield _("Looked at"), "; ".join(str(WORK_CHECKS.get(each, each)) for each in line.checks)
    for name, fault in faults.items():
        yield _tile_words(name), reason_words(fault)
    if line.faults.get("new_seal"):
        yield _("New seal"), line.faults["new_seal"]


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
            facts.append((_("Faulty"), _pieces(each.tiles, equipment.kind)))
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
            what=_tile_words(each.tile.name),
            where=each.from_set.serial if each.from_set else "",
            who=(each.by.name,),
            icon="tile",
            detail=reason_words(each.reason),
            order=(LOOKED_AT, each.pk),
        )


def _tile_words(name: str) -> str:
    """A tile of a set by its name; of a kind that is there twice one is a, the other b."""
    kind, letter = name[:3], name[3:]
    return f"{tile_label(kind)} {letter}".strip() if kind in TILE_NAMES else name
