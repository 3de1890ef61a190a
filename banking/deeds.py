"""What is done with slips, as pages and API offer it: facts, signatures, the answer."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from banking.commands.differences import Finding, report_difference
from banking.commands.slips import Chips, prepare_slip, sign_slip, void_slip
from banking.differences import FINDINGS
from banking.guards import MOST_CHIPS
from banking.models import Slip, SlipKind
from banking.parts import VOID_REASONS
from banking.queries.slips import slip_sheet
from staff.models import Person
from staff.policy import Act
from staff.wire import Facts, NoteField, PiecesField, WholeField
from tables.doing import Deed, Doing, Slot


class PiecesCounted(PiecesField):
    """So many pieces of each value: the value in cents, as text, and the number."""

    default_error_messages = {"value": _("{name} is not a value in cents.")}

    def to_internal_value(self, data: Any) -> dict[int, int]:
        counts = super().to_internal_value(data)
        for name in counts:
            if not (name.isascii() and name.isdecimal() and len(name) < 10):
                self.fail("value", name=name)
        return {int(name): count for name, count in counts.items()}


class PrepareFacts(Facts):
    """A new slip: chips by value, or the cash of a drop."""

    kind = serializers.ChoiceField(SlipKind.values)
    chips = PiecesCounted(form_prefix="chips-", child=WholeField(max_value=MOST_CHIPS))


class SignFacts(Facts):
    """The signature says everything: its part follows from the signer's role."""


class VoidFacts(Facts):
    """Why a slip is void."""

    reason = serializers.ChoiceField(tuple(VOID_REASONS))


class ReportFacts(Facts):
    """What was found out about a difference."""

    finding = serializers.ChoiceField(tuple(FINDINGS))
    note = NoteField()


def _prepare(doing: Doing) -> Slip:
    kind = SlipKind(doing.facts["kind"])
    return prepare_slip(
        doing.ids["table_id"],
        kind,
        Chips(doing.facts["chips"]),
        signer=doing.signer("preparer"),
        at=doing.at,
    )


def _sign(doing: Doing) -> Slip:
    return sign_slip(doing.ids["slip_id"], signer=doing.signer("signer"), at=doing.at)


def _void(doing: Doing) -> Slip:
    reason = doing.facts["reason"]
    return void_slip(doing.ids["slip_id"], reason, signer=doing.signer("signer"), at=doing.at)


def _report(doing: Doing) -> Slip:
    finding = Finding(doing.facts["finding"], doing.facts["note"])
    signer = doing.signer("signer")
    return report_difference(doing.ids["slip_id"], finding, signer=signer, at=doing.at).slip


def slip_answer(person: Person, slip: Slip) -> Mapping[str, Any]:
    return {"slip": slip_sheet(person, slip.pk)}


PREPARE = Deed(
    "prepare-slip",
    "tables/<int:table_id>/slips/",
    _("Prepare and sign"),
    Act.WORK_AT_TABLE,
    PrepareFacts,
    _prepare,
    slip_answer,
    slots=(Slot("preparer", _("Floorperson or above"), Act.PREPARE_SLIP),),
)
SIGN = Deed(
    "sign-slip",
    "slips/<int:slip_id>/sign/",
    _("Sign"),
    Act.VIEW_SLIPS,
    SignFacts,
    _sign,
    slip_answer,
    slots=(Slot("signer", _("Signature"), Act.VIEW_SLIPS),),
)
VOID = Deed(
    "void-slip",
    "slips/<int:slip_id>/void/",
    _("Declare void"),
    Act.VOID_SLIP,
    VoidFacts,
    _void,
    slip_answer,
    slots=(Slot("signer", _("Signature"), Act.VOID_SLIP),),
)
REPORT = Deed(
    "report-difference",
    "slips/<int:slip_id>/report/",
    _("File the report"),
    Act.REPORT_DIFFERENCE,
    ReportFacts,
    _report,
    slip_answer,
    slots=(Slot("signer", _("Signature"), Act.REPORT_DIFFERENCE),),
)
DEEDS = (PREPARE, SIGN, VOID, REPORT)
