"""What people sign, in words: what stands after "signed:" in the record."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from staff.policy import Act

SIGNED: Mapping[str, Promise] = {
    Act.CHECK_DICE: _("the check of dice at the day's end"),
    Act.COLLECT_ENVELOPE: _("the collection of envelopes"),
    Act.CONFIRM_CORRECTION: _("the confirmation of a correction"),
    Act.CONFIRM_PERSON: _("the confirmation of a person"),
    Act.CONFIRM_RULING: _("a ruling"),
    Act.CORRECT_ROUND: _("the correction of a round"),
    Act.COUNTERSIGN_ENVELOPE: _("the sealing of an envelope"),
    Act.COUNT_BOX: _("the count of a drop box"),
    Act.DECIDE_DISPUTE: _("the decision of a dispute"),
    Act.DECIDE_RETURN: _("the decision about a set"),
    Act.DESCRIBE_PATRON: _("the description of a patron"),
    Act.DESTROY: _("the destruction of a set"),
    Act.EXCEPT_ROLES: _("an exception for roles"),
    Act.EXCHANGE_BOX: _("the exchange of a drop box"),
    Act.HAND_OVER_SHIFT: _("the hand-over of a shift"),
    Act.HOLD_RECORD: _("a hold on the record"),
    Act.INSPECT_DICE: _("the inspection of dice"),
    Act.INSPECT_SET: _("the inspection of a set"),
    Act.ISSUE_EQUIPMENT: _("the issue of sets"),
    Act.LIFT_HOLD: _("the lifting of a hold"),
    Act.PREPARE_SLIP: _("a slip"),
    Act.QUALIFY_DEALER: _("a dealer's qualification"),
    Act.REBUILD_SET: _("the rebuilding of a set"),
    Act.RECEIVE_EQUIPMENT: _("the receipt of sets"),
    Act.RECONCILE: _("a reconciliation"),
    Act.REOPEN_DISPUTE: _("the re-opening of a dispute"),
    Act.REPORT_DIFFERENCE: _("the report of a difference"),
    Act.REPORT_DISCREPANCY: _("a discrepancy report"),
    Act.SECURE_EQUIPMENT: _("for security"),
    Act.SIGN_AS_CASHIER: _("a slip, as cashier"),
    Act.SIGN_AS_DEALER: _("a slip, as dealer"),
    Act.SIGN_AS_FLOOR: _("for the floor"),
    Act.SIGN_AS_MANAGER: _("for the pit manager"),
    Act.SIGN_AS_SECURITY: _("a slip, as security"),
    Act.SIGN_DISCREPANCY: _("a discrepancy report, as regulator"),
    Act.SIGN_REVIEW: _("a review"),
    Act.SIGN_STATEMENT: _("a statement"),
    Act.STEP_BACK: _("a step back"),
    Act.TAKE_STOCK: _("a stock-take"),
    Act.VERIFY_INSPECTION: _("the verification of an inspection"),
    Act.VIEW_SLIPS: _("a part of a slip"),
    Act.VOID_ROUND: _("a void round"),
    Act.VOID_SLIP: _("a void slip"),
    Act.VOUCH_FOR_ADMINISTRATOR: _("for another administrator"),
    Act.WITNESS_DESTRUCTION: _("as witness of a destruction"),
    Act.WORK_ORDER: _("a work order"),
}
