"""What is done with sets away from the tables, by floor and security."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from staff.models import Person
from staff.policy import Act
from staff.wire import CodeField, Facts, FlagField, NoteField, WholeField, WordField, WordsField
from tables.clock import database_time
from tables.commands import dice, endings, receipt
from tables.commands.dice import DiceFacts
from tables.commands.endings import DestructionFacts, DiscrepancyFacts
from tables.commands.receipt import ReceiptFacts
from tables.doing import Deed, Doing, Slot
from tables.inspections import FAULTS
from tables.models import EquipmentKind
from tables.queries.equipment import set_row, set_sheet

FLOOR = Slot("floor", _("Floorperson or above"), Act.ISSUE_EQUIPMENT)
SECURITY = Slot("security", _("Security"), Act.SECURE_EQUIPMENT, required=False)
OFFICER = Slot("security", _("Security"), Act.SECURE_EQUIPMENT)
INSPECTOR = Slot("floor", _("Floorperson or above"), Act.INSPECT_DICE)
SECOND = Slot("second", _("Second floorperson"), Act.INSPECT_DICE, required=False)
CHECKER = Slot("checker", _("Another person"), Act.CHECK_DICE)
MANAGER = Slot("manager", _("Pit manager"), Act.DECIDE_RETURN)
REPORTER = Slot("reporter", _("Security or pit manager"), Act.REPORT_DISCREPANCY)
REGULATOR = Slot("regulator", _("Regulator"), Act.SIGN_DISCREPANCY)
DESTROYER = Slot("security", _("Security"), Act.DESTROY)
WITNESS = Slot("witness", _("Witness"), Act.WITNESS_DESTRUCTION)


class Ids(serializers.ListField):
    """Which sets: at least one, each once."""

    def __init__(self, **options: Any) -> None:
        child = WholeField()
        super().__init__(**{"child": child, "min_length": 1, "max_length": 200, **options})


class ReceiveFacts(Facts):
    kind = serializers.ChoiceField(EquipmentKind.values)
    serial = CodeField()
    seal_number = CodeField()
    submission_id = WholeField()
    seal_intact = FlagField(default=False)
    design_approval = WordField(max_length=60, required=False, allow_blank=True, default="")
    pieces = WordsField(max_length=3)


class SetsFacts(Facts):
    equipment_ids = Ids()


class ReasonFacts(Facts):
    """What is wrong; empty when everything is right."""

    reason = serializers.ChoiceField(tuple(FAULTS), required=False, allow_blank=True, default="")


class MeasureFacts(Facts):
    """Sizes in thousandths of an inch."""

    sizes = serializers.ListField(
        child=WholeField(min_value=0, max_value=2000), min_length=3, max_length=3
    )
    checks = WordsField()
    camera = WordField(max_length=30, required=False, allow_blank=True, default="")
    reason = serializers.ChoiceField(tuple(FAULTS), required=False, allow_blank=True, default="")


class DecideFacts(Facts):
    decision = serializers.ChoiceField(["return", "condemn"])
    note = NoteField()


class ReportFacts(Facts):
    found = serializers.ChoiceField(tuple(endings.FOUND))
    tiles = WordsField(max_word=8)
    note = NoteField()


class OutcomeFacts(Facts):
    outcome = serializers.ChoiceField(tuple(endings.OUTCOMES))


class HoldFacts(Facts):
    reason = WordField(max_length=60)


class CondemnFacts(Facts):
    note = NoteField()


class DestroyFacts(Facts):
    method = serializers.ChoiceField(tuple(endings.METHODS))
    place = WordField(max_length=80)


def set_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    """How the set is after the step."""
    equipment_id = getattr(done, "equipment_id", None) or done.pk
    return {"set": set_sheet(viewer, equipment_id, database_time())}


def sets_answer(viewer: Person, done: Any) -> Mapping[str, Any]:
    now = database_time()
    return {"sets": [set_row(each, now) for each in done]}


def _receive(d: Doing) -> Any:
    facts = ReceiptFacts(**{**d.facts, "pieces": tuple(d.facts["pieces"])})
    return receipt.receive_set(
        facts, floor=d.signer("floor"), security=d.signers.get("security"), at=d.at
    )


def _issue(d: Doing) -> Any:
    return receipt.issue_sets(
        d.facts["equipment_ids"],
        floor=d.signer("floor"),
        security=d.signers.get("security"),
        at=d.at,
    )


def _return(d: Doing) -> Any:
    return receipt.return_sets(
        d.facts["equipment_ids"],
        floor=d.signer("floor"),
        security=d.signers.get("security"),
        at=d.at,
    )


def _inspect_receipt(d: Doing) -> Any:
    return receipt.inspect_receipt(
        d.ids["equipment_id"], d.facts["reason"], signer=d.signer("security"), at=d.at
    )


def _measure(d: Doing) -> Any:
    facts = DiceFacts(
        sizes=tuple(d.facts["sizes"]),
        checks=tuple(d.facts["checks"]),
        camera=d.facts["camera"],
        reason=d.facts["reason"],
    )
    return dice.inspect_dice(
        d.ids["equipment_id"],
        facts,
        signer=d.signer("floor"),
        second=d.signers.get("second"),
        at=d.at,
    )


def _check(d: Doing) -> Any:
    return dice.check_dice(
        d.ids["equipment_id"], d.facts["reason"], signer=d.signer("checker"), at=d.at
    )


def _decide(d: Doing) -> Any:
    return endings.decide_return(
        d.ids["equipment_id"],
        d.facts["decision"],
        d.facts["note"],
        signer=d.signer("manager"),
        at=d.at,
    )


def _report(d: Doing) -> Any:
    facts = DiscrepancyFacts(d.facts["found"], tuple(d.facts["tiles"]), d.facts["note"])
    return endings.report_discrepancy(
        d.ids["equipment_id"], facts, signer=d.signer("reporter"), at=d.at
    )


def _sign_report(d: Doing) -> Any:
    return endings.sign_discrepancy(
        d.ids["report_id"], d.facts["outcome"], signer=d.signer("regulator"), at=d.at
    )


def _hold(d: Doing) -> Any:
    return endings.hold_evidence(d.ids["equipment_id"], d.facts["reason"], by=d.by, at=d.at)


def _release(d: Doing) -> Any:
    return endings.release_evidence(d.ids["equipment_id"], by=d.by, at=d.at)


def _condemn(d: Doing) -> Any:
    return endings.condemn_set(
        d.ids["equipment_id"], d.facts["note"], signer=d.signer("reporter"), at=d.at
    )


def _destroy(d: Doing) -> Any:
    return endings.destroy_set(
        d.ids["equipment_id"],
        DestructionFacts(d.facts["method"], d.facts["place"]),
        signer=d.signer("security"),
        witness=d.signer("witness"),
        at=d.at,
    )


class Nothing(Facts):
    """The step needs no further facts."""


ONE = "equipment/<int:equipment_id>/"

DEEDS = (
    Deed(
        "receive-set",
        "equipment/receipts/",
        _("Receive a set"),
        Act.RECEIVE_EQUIPMENT,
        ReceiveFacts,
        _receive,
        set_answer,
        (Slot("floor", _("Floorperson or above"), Act.RECEIVE_EQUIPMENT), SECURITY),
    ),
    Deed(
        "issue-sets",
        "equipment/issues/",
        _("Issue to the pit stand"),
        Act.ISSUE_EQUIPMENT,
        SetsFacts,
        _issue,
        sets_answer,
        (FLOOR, SECURITY),
    ),
    Deed(
        "return-sets",
        "equipment/returns/",
        _("Return to the store"),
        Act.ISSUE_EQUIPMENT,
        SetsFacts,
        _return,
        sets_answer,
        (FLOOR, SECURITY),
    ),
    Deed(
        "inspect-receipt",
        f"{ONE}receipt-inspection/",
        _("Sign the inspection"),
        Act.SECURE_EQUIPMENT,
        ReasonFacts,
        _inspect_receipt,
        set_answer,
        (OFFICER,),
    ),
    Deed(
        "measure-dice",
        f"{ONE}measurements/",
        _("Sign the inspection"),
        Act.INSPECT_DICE,
        MeasureFacts,
        _measure,
        set_answer,
        (INSPECTOR, SECOND),
    ),
    Deed(
        "check-dice",
        f"{ONE}day-end-checks/",
        _("Sign the check"),
        Act.CHECK_DICE,
        ReasonFacts,
        _check,
        set_answer,
        (CHECKER,),
    ),
    Deed(
        "decide-return",
        f"{ONE}decision/",
        _("Decide"),
        Act.DECIDE_RETURN,
        DecideFacts,
        _decide,
        set_answer,
        (MANAGER,),
    ),
    Deed(
        "report-discrepancy",
        f"{ONE}discrepancies/",
        _("Report a discrepancy"),
        Act.REPORT_DISCREPANCY,
        ReportFacts,
        _report,
        set_answer,
        (REPORTER,),
    ),
    Deed(
        "sign-discrepancy",
        "discrepancies/<int:report_id>/signature/",
        _("Sign as regulator"),
        Act.SIGN_DISCREPANCY,
        OutcomeFacts,
        _sign_report,
        set_answer,
        (REGULATOR,),
    ),
    Deed(
        "hold-evidence",
        f"{ONE}hold/",
        _("Hold as evidence"),
        Act.HOLD_EVIDENCE,
        HoldFacts,
        _hold,
        set_answer,
    ),
    Deed(
        "release-evidence",
        f"{ONE}release/",
        _("Release from hold"),
        Act.RELEASE_EVIDENCE,
        Nothing,
        _release,
        set_answer,
    ),
    Deed(
        "condemn-set",
        f"{ONE}condemnation/",
        _("Condemn"),
        Act.REPORT_DISCREPANCY,
        CondemnFacts,
        _condemn,
        set_answer,
        (REPORTER,),
    ),
    Deed(
        "destroy-set",
        f"{ONE}destruction/",
        _("Sign the destruction"),
        Act.DESTROY,
        DestroyFacts,
        _destroy,
        set_answer,
        (DESTROYER, WITNESS),
    ),
)
