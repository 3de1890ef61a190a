"""What a refused step was about: the round that it named, or the one open at its table."""

from collections.abc import Mapping
from typing import Any

from audit.record import reference
from review.models import Dispute
from rounds.models import OPEN_STATES, Round
from tables.models import EquipmentSet, GamingTable, Inspection, TabletPost
from tables.queries.submissions import house_profiles


def refused_about(
    property_id: int, named: Mapping[str, Any], tablet_id: int | None
) -> tuple[str, ...]:
    """Round and table that an address names, or where the tablet stands; only of this house."""
    found = _round(property_id, named)
    if found is not None:
        return f"round:{found.pk}", f"table:{found.table_id}"
    table = _table(property_id, named, tablet_id)
    if table is None:
        return ()
    is_open = Round.objects.filter(table=table, state__in=OPEN_STATES).only("pk")
    return (*(reference(each) for each in is_open), reference(table))


def profiles_refused(
    property_id: int, named: Mapping[str, Any], tablet_id: int | None
) -> tuple[str, ...]:
    """The rules of the table that a refused step was about; of the house, when it was about none.

    A storeroom has no table: the set that the step names may have rules of its own.
    """
    found = _round(property_id, named) or _table(property_id, named, tablet_id)
    if found is not None:
        return (found.submission.profile,)
    sets = EquipmentSet.objects.filter(property_id=property_id, submission__isnull=False)
    own = sets.filter(pk=named.get("equipment_id", 0)).values_list("submission__profile", flat=True)
    return tuple(own) or house_profiles(property_id)


def _round(property_id: int, named: Mapping[str, Any]) -> Round | None:
    rounds = Round.objects.filter(property_id=property_id).only("pk", "table_id", "submission_id")
    if "round_id" in named:
        return rounds.filter(pk=named["round_id"]).first()
    if "dispute_id" in named:
        disputes = Dispute.objects.filter(pk=named["dispute_id"]).values("round_id")
        return rounds.filter(pk__in=disputes).first()
    return None


def _table(property_id: int, named: Mapping[str, Any], tablet_id: int | None) -> GamingTable | None:
    tables = GamingTable.objects.filter(property_id=property_id).only("pk", "submission_id")
    if "table_id" in named:
        return tables.filter(pk=named["table_id"]).first()
    if "inspection_id" in named:
        inspections = Inspection.objects.filter(pk=named["inspection_id"]).values("table_id")
        return tables.filter(pk__in=inspections).first()
    if tablet_id is None or named:
        return None
    return tables.filter(pk__in=TabletPost.objects.filter(tablet=tablet_id).values("table")).first()
