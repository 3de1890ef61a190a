"""When an inspection is complete, and who may verify it. These guards read and never write."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Person, Role
from tables.games import KINDS
from tables.guards import citation
from tables.models import (
    DealerShift,
    FloorAssignment,
    GamingTable,
    Inspection,
    InspectionPurpose,
    Placement,
)
from tables.requirements import demands_of
from tables.wording import FAULTS


def guard_complete(
    kind: str, groups: Collection[str], checks: Collection[str], reason: str, *, rule: str = ""
) -> bool:
    """Refuse an inspection that neither ticks off everything nor says what is wrong.

    Rule: MD ch. 4 §A, §C(1)-(3); NZ 8.
    """
    if reason:
        if reason not in FAULTS:
            raise Refused("unknown_reason", _("Choose what is wrong from the list."))
        return False
    rules = KINDS[kind]
    missing = [each.code for each in rules.groups if each.code not in groups]
    missing += [each.code for each in rules.checks if each.code not in checks]
    if missing:
        raise Refused(
            "inspection_incomplete",
            _("{count} points are not ticked off. Tick them, or say what is wrong.").format(
                count=len(missing)
            ),
            rule,
            missing=missing,
        )
    return True


def guard_inspection(
    placement: Placement, table: GamingTable, person: Person, purpose: InspectionPurpose
) -> None:
    """Refuse an inspection by somebody else than the dealer here, or one too many."""
    shifts = DealerShift.objects.filter(table=table, ended_at__isnull=True)
    if not shifts.filter(person=person).exists():
        raise Refused(
            "not_dealing",
            _("The dealer at this table inspects the set. Tap in first."),
            citation(table, "inspection"),
        )
    if purpose is not InspectionPurpose.OPENING:
        return
    if placement.verified_at is not None:
        raise Refused("already_verified", _("This set is verified already."))
    since = _inspections(placement)
    if since.filter(passed=False).exists():
        raise Refused(
            "set_failed",
            _("This set failed its inspection. Seal it in an envelope and have another brought."),
            citation(table, "set-failed"),
        )
    if since.filter(passed=True, withdrawn_at__isnull=True).exists():
        raise Refused("inspection_waiting", _("The inspection waits for the floorperson."))


def guard_verification(inspection: Inspection, table: GamingTable, person: Person) -> None:
    """Refuse a verification by the inspecting dealer, by a stranger to the table, or a second one.

    Rule: MD ch. 4 §A; COMAR 36.05.03.01C.
    """
    if inspection.inspected_by_id == person.pk:
        raise Refused(
            "own_inspection",
            _("You inspected this set yourself. A different person verifies it."),
            citation(table, "inspection"),
        )
    if inspection.verified_at is not None:
        raise Refused("already_verified", _("Somebody verified this set already."))
    if inspection.withdrawn_at is not None or not inspection.passed:
        raise Refused("nothing_to_verify", _("This inspection did not pass, or the set is gone."))
    if person.has_role(Role.PIT_MANAGER):
        return
    assigned = FloorAssignment.objects.filter(table=table, person=person, ended_at__isnull=True)
    if not assigned.exists():
        raise Refused(
            "not_your_table",
            _("The floorperson of this table verifies. Take the table over first."),
            citation(table, "inspection"),
        )


def guard_removal(placement: Placement, table: GamingTable) -> None:
    """Refuse to let a set leave unchecked, where the rules want a second check.

    Rule: NZ 10.16-10.17.
    """
    demands = demands_of(table.submission)
    if placement.verified_at is None or not demands.is_on("check_before_removal"):
        return
    if KINDS[placement.kind].clock_starts == "placed":
        return
    checked = Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        purpose=InspectionPurpose.REMOVAL,
        inspected_at__gte=placement.verified_at,
    )
    if not checked.exists():
        raise Refused(
            "removal_check_needed",
            _("The dealer checks the set again, tile by tile, before it leaves the table."),
            citation(table, "removal-check"),
        )


def failed_here(placement: Placement) -> QuerySet[Inspection]:
    """The inspections that a set failed since it came to the table."""
    return Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        inspected_at__gte=placement.during.lower,
        withdrawn_at__isnull=True,
        passed=False,
    )


def _inspections(placement: Placement) -> QuerySet[Inspection]:
    return Inspection.objects.filter(
        equipment_id=placement.equipment_id,
        purpose=InspectionPurpose.OPENING,
        inspected_at__gte=placement.during.lower,
    )
