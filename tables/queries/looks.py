"""What one look at a set was, in codes, and the same in words: ticks, sizes, camera, faults."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from foundation.wording import TILE_NAMES, amount_text, tile_label
from tables.dice_rules import BY_INSTRUMENTS, DiceRules, dice_rules
from tables.games import KINDS
from tables.models import EquipmentKind, Inspection, InspectionPurpose
from tables.wording import WORK_CHECKS, reason_words

NEW_SEAL = "new_seal"
"""Where a work order's line keeps the seal that a clean set was given, beside the faults."""
Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a set; `profile` is the document that it was kept under, for dice."""

    kind: str
    profile: str = ""
    purpose: str = ""
    sizes: tuple[int, ...] = ()
    camera: str = ""
    groups: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()
    note: str = ""

    @property
    def dice(self) -> DiceRules:
        return dice_rules(self.profile) if self.profile else BY_INSTRUMENTS


def look_of(inspection: Inspection) -> Look:
    """What was seen at an inspection, as it was signed."""
    seen: dict[str, Any] = inspection.checks
    equipment = inspection.equipment
    return Look(
        kind=equipment.kind,
        profile=equipment.submission.profile if equipment.submission else "",
        purpose=inspection.purpose,
        sizes=tuple(seen.get("sizes", ())),
        camera=seen.get("camera", ""),
        groups=tuple(seen.get("groups", ())),
        checks=tuple(seen.get("checks", ())),
        faulty=tuple(seen.get("faulty", ())),
        note=seen.get("note", ""),
    )


def look_facts(look: Look) -> Facts:
    """What one look at a set was: ticks, sizes, camera, faulty pieces, a note."""
    return tuple(_facts(look))


def look_purpose(look: Look) -> str:
    """What a set was looked at for; dice are never opened at a table, only before their use."""
    if look.kind == EquipmentKind.DICE and look.purpose == InspectionPurpose.RECEIPT:
        return _("Before use")
    return str(InspectionPurpose(look.purpose).label)


def work_facts(checks: Iterable[str], faults: Mapping[str, str]) -> Facts:
    """What security saw of a set: ticks, each faulty tile, the new seal."""
    return tuple(_work_facts(checks, faults))


def pieces_words(names: Iterable[str], kind: str) -> str:
    if kind != EquipmentKind.TILES:
        return ", ".join(names)
    return ", ".join(tile_words(name) for name in names)


def tile_words(name: str) -> str:
    """A tile of a set by its name; of a kind that is there twice one is a, the other b."""
    kind, letter = name[:3], name[3:]
    return f"{tile_label(kind)} {letter}".strip() if kind in TILE_NAMES else name


def _facts(look: Look) -> Iterator[tuple[str, str]]:
    if look.sizes:
        yield _("Sizes"), ", ".join(_size(each, look.dice) for each in look.sizes)
    if look.camera:
        yield _("Camera"), look.camera
    if look.groups:
        yield _("Laid out"), _ticked(look.groups, look.kind)
    if look.checks:
        yield _("Looked at"), "; ".join(_check_words(look))
    if look.faulty:
        yield _("Faulty"), pieces_words(look.faulty, look.kind)
    if look.note:
        yield _("Note"), look.note


def _size(size: int, rules: DiceRules) -> str:
    """A size as the instrument shows it: thousandths of an inch, hundredths of a millimetre."""
    return f"{amount_text(size)} mm" if rules.unit == "mm" else f"{size / 1000:.3f} in"


def _ticked(codes: Iterable[str], kind: str) -> str:
    groups = {each.code: str(each.label) for each in KINDS[kind].groups}
    ticked = [code for code in codes if code in groups]
    if len(ticked) == len(groups):
        return _("all {count} groups of pieces").format(count=len(groups))
    return ", ".join(groups[code] for code in ticked)


def _check_words(look: Look) -> list[str]:
    known = [*KINDS[look.kind].checks]
    if look.kind == EquipmentKind.DICE:
        known += look.dice.checks
    words = {each.code: str(each.label) for each in known}
    return [words.get(code, code) for code in look.checks]


def _work_facts(checks: Iterable[str], faults: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    seen = [str(WORK_CHECKS.get(each, each)) for each in checks]
    if seen:
        yield _("Looked at"), "; ".join(seen)
    for name, fault in faults.items():
        if name != NEW_SEAL:
            yield tile_words(name), reason_words(fault)
    if faults.get(NEW_SEAL):
        yield _("New seal"), faults[NEW_SEAL]
