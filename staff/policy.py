"""Who may do what: one table of acts and roles, asked by every guard and every page.

A role gives a right at the person's own property only; what a person may do also depends on the
state of things, which the guards of the apps decide. docs/roles.md shows the same for every page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from django.core.exceptions import PermissionDenied
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from staff.models import Person, Role

D, F, P = Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER
EYE, SEC, CASH = Role.SURVEILLANCE, Role.SECURITY, Role.CASHIER
COM, ADM, REG = Role.COMPLIANCE, Role.ADMINISTRATOR, Role.REGULATOR
OPER = Role.OPERATOR


# Nobody of the staff: whoever sets up an installation that has no staff yet.
INSTALLER = "installer"


class Act(StrEnum):
    """Something a person does or looks at."""

    # the house
    SET_UP = "set_up"
    VOUCH_FOR_ADMINISTRATOR = "vouch_for_administrator"
    ANSWER_RECOVERY = "answer_recovery"
    OPEN_HOUSE = "open_house"
    VIEW_HOUSES = "view_houses"
    VIEW_STAFF = "view_staff"
    MANAGE_STAFF = "manage_staff"
    IMPORT_LISTS = "import_lists"
    RESET_PIN = "reset_pin"
    CONFIRM_PERSON = "confirm_person"
    EXCEPT_ROLES = "except_roles"
    KEEP_OWN_SECRETS = "keep_own_secrets"
    MANAGE_TABLETS = "manage_tablets"
    MANAGE_SERVICES = "manage_services"
    MANAGE_TABLES = "manage_tables"
    VIEW_SUBMISSIONS = "view_submissions"
    FILE_SUBMISSION = "file_submission"

    # the table
    VIEW_FLOOR = "view_floor"
    VIEW_TABLE = "view_table"
    WORK_AT_TABLE = "work_at_table"
    OPEN_TABLE = "open_table"
    CLOSE_TABLE = "close_table"
    SUSPEND_TABLE = "suspend_table"
    ANNOUNCE_LIMITS = "announce_limits"
    ASSIGN_FLOORPERSON = "assign_floorperson"
    DEAL = "deal"
    INSPECT_SET = "inspect_set"
    VERIFY_INSPECTION = "verify_inspection"
    BRING_SET = "bring_set"
    REMOVE_SET = "remove_set"
    COUNTERSIGN_ENVELOPE = "countersign_envelope"
    ACKNOWLEDGE_ALERT = "acknowledge_alert"
    BE_CALLED = "be_called"
    VIEW_DUTIES = "view_duties"
    KEEP_DUTIES = "keep_duties"
    VIEW_QUALIFICATIONS = "view_qualifications"
    QUALIFY_DEALER = "qualify_dealer"

    # equipment away from the table
    VIEW_EQUIPMENT = "view_equipment"
    VIEW_LABEL = "view_label"
    RECEIVE_EQUIPMENT = "receive_equipment"
    ISSUE_EQUIPMENT = "issue_equipment"
    SECURE_EQUIPMENT = "secure_equipment"
    INSPECT_DICE = "inspect_dice"
    CHECK_DICE = "check_dice"
    COLLECT_ENVELOPE = "collect_envelope"
    WORK_ORDER = "work_order"
    REBUILD_SET = "rebuild_set"
    DECIDE_RETURN = "decide_return"
    REPORT_DISCREPANCY = "report_discrepancy"
    SIGN_DISCREPANCY = "sign_discrepancy"
    HOLD_EVIDENCE = "hold_evidence"
    RELEASE_EVIDENCE = "release_evidence"
    DESTROY = "destroy"
    WITNESS_DESTRUCTION = "witness_destruction"
    RECONCILE = "reconcile"
    TAKE_STOCK = "take_stock"

    # the record
    VIEW_RECORD = "view_record"
    EXPORT_RECORD = "export_record"
    HOLD_RECORD = "hold_record"
    CARE_FOR_LOG = "care_for_log"

    # rounds
    VIEW_ROUNDS = "view_rounds"
    ENTER_ROUND = "enter_round"
    STEP_BACK = "step_back"
    VOID_ROUND = "void_round"
    CONFIRM_RULING = "confirm_ruling"
    CORRECT_ROUND = "correct_round"
    CONFIRM_CORRECTION = "confirm_correction"
    OPEN_DISPUTE = "open_dispute"
    VIEW_DISPUTES = "view_disputes"
    REVIEW_DISPUTE = "review_dispute"
    DECIDE_DISPUTE = "decide_dispute"
    REOPEN_DISPUTE = "reopen_dispute"
    SIGN_STATEMENT = "sign_statement"
    LIFT_HOLD = "lift_hold"
    REPLAY_ROUND = "replay_round"
    WORK_QUEUE = "work_queue"
    VIEW_SCHEMA = "view_schema"

    # looking back
    SEARCH_ROUNDS = "search_rounds"
    ASK_REPORT = "ask_report"
    VIEW_REPORTS = "view_reports"
    VIEW_HAND_OVER = "view_hand_over"
    HAND_OVER_SHIFT = "hand_over_shift"
    VIEW_MONITORS = "view_monitors"
    WORK_CASES = "work_cases"
    VIEW_EXCEPTIONS = "view_exceptions"
    VIEW_ACCESS_REVIEW = "view_access_review"
    VIEW_SURVEILLANCE_LOG = "view_surveillance_log"
    WRITE_SURVEILLANCE_LOG = "write_surveillance_log"
    VIEW_ADMINISTRATION = "view_administration"
    MANAGE_PROPERTY = "manage_property"
    VIEW_REGULATOR_HOME = "view_regulator_home"
    VIEW_COMPLIANCE_HOME = "view_compliance_home"
    SIGN_REVIEW = "sign_review"

    # money
    VIEW_LEDGER = "view_ledger"
    VIEW_SLIPS = "view_slips"
    SELL_CHIPS = "sell_chips"
    PREPARE_SLIP = "prepare_slip"
    SIGN_AS_FLOOR = "sign_as_floor"
    SIGN_AS_DEALER = "sign_as_dealer"
    SIGN_AS_CASHIER = "sign_as_cashier"
    SIGN_AS_SECURITY = "sign_as_security"
    SIGN_AS_MANAGER = "sign_as_manager"
    EXCHANGE_BOX = "exchange_box"
    COUNT_BOX = "count_box"
    SET_PAR = "set_par"
    VOID_SLIP = "void_slip"
    REPORT_DIFFERENCE = "report_difference"
    MANAGE_JACKPOT = "manage_jackpot"
    EXPORT_JOURNAL = "export_journal"
    VIEW_CASH_LOG = "view_cash_log"
    DESCRIBE_PATRON = "describe_patron"
    IDENTIFY_PATRON = "identify_patron"
    ERASE_IDENTITY = "erase_identity"
    ENTER_PATRON_CASH = "enter_patron_cash"


ROLES_OF: Mapping[Act, frozenset[str]] = MappingProxyType(
    {
        act: frozenset(roles)
        for act, roles in {
            Act.SET_UP: (INSTALLER,),
            Act.VOUCH_FOR_ADMINISTRATOR: (P, EYE, SEC, COM),
            Act.ANSWER_RECOVERY: (COM,),
            Act.OPEN_HOUSE: (OPER,),
            Act.VIEW_HOUSES: (P, EYE, COM, ADM, REG, OPER),
            Act.VIEW_STAFF: (P, COM, ADM, REG),
            Act.MANAGE_STAFF: (ADM,),
            Act.IMPORT_LISTS: (ADM,),
            Act.RESET_PIN: (P, ADM),
            Act.CONFIRM_PERSON: (ADM,),
            Act.EXCEPT_ROLES: (COM, REG),
            Act.KEEP_OWN_SECRETS: tuple(Role),
            Act.MANAGE_TABLETS: (ADM,),
            Act.MANAGE_SERVICES: (ADM,),
            Act.MANAGE_TABLES: (ADM,),
            Act.VIEW_SUBMISSIONS: (F, P, EYE, COM, ADM, REG),
            Act.FILE_SUBMISSION: (ADM,),
            Act.VIEW_FLOOR: (F, P, EYE, SEC, COM, ADM, REG),
            Act.VIEW_TABLE: (D, F, P, EYE, COM, ADM, REG),
            Act.WORK_AT_TABLE: (D, F, P),
            Act.OPEN_TABLE: (P,),
            Act.CLOSE_TABLE: (P,),
            Act.SUSPEND_TABLE: (F, P),
            Act.ANNOUNCE_LIMITS: (P,),
            Act.ASSIGN_FLOORPERSON: (F, P),
            Act.DEAL: (D,),
            Act.INSPECT_SET: (D,),
            Act.VERIFY_INSPECTION: (F, P),
            Act.BRING_SET: (F, P),
            Act.REMOVE_SET: (F, P),
            Act.COUNTERSIGN_ENVELOPE: (F, P),
            Act.ACKNOWLEDGE_ALERT: (F, P, SEC),
            Act.BE_CALLED: (F, P, SEC),
            Act.VIEW_DUTIES: (F, P, EYE, COM, REG),
            Act.KEEP_DUTIES: (F, P),
            Act.VIEW_QUALIFICATIONS: (F, P, COM, ADM, REG),
            Act.QUALIFY_DEALER: (F, P),
            Act.VIEW_EQUIPMENT: (F, P, EYE, SEC, COM, ADM, REG),
            Act.VIEW_LABEL: (D, F, P, EYE, SEC, COM, ADM, REG),
            Act.RECEIVE_EQUIPMENT: (F, P),
            Act.ISSUE_EQUIPMENT: (F, P),
            Act.SECURE_EQUIPMENT: (SEC,),
            Act.INSPECT_DICE: (F, P),
            Act.CHECK_DICE: (F, P, SEC),
            Act.COLLECT_ENVELOPE: (SEC,),
            Act.WORK_ORDER: (SEC,),
            Act.REBUILD_SET: (SEC,),
            Act.DECIDE_RETURN: (P,),
            Act.REPORT_DISCREPANCY: (P, SEC),
            Act.SIGN_DISCREPANCY: (REG,),
            Act.HOLD_EVIDENCE: (P, EYE, SEC, COM),
            Act.RELEASE_EVIDENCE: (EYE, COM),
            Act.DESTROY: (SEC,),
            Act.WITNESS_DESTRUCTION: (P, SEC, COM),
            Act.RECONCILE: (F, P, SEC),
            Act.TAKE_STOCK: (COM,),
            Act.VIEW_RECORD: (EYE, COM, ADM, REG),
            Act.EXPORT_RECORD: (EYE, COM, REG),
            Act.HOLD_RECORD: (EYE, COM),
            Act.CARE_FOR_LOG: (COM, ADM),
            Act.VIEW_ROUNDS: (D, F, P, EYE, COM, ADM, REG),
            Act.ENTER_ROUND: (D, F, P),
            Act.STEP_BACK: (F, P),
            Act.VOID_ROUND: (F, P),
            Act.CONFIRM_RULING: (F, P),
            Act.CORRECT_ROUND: (F, P),
            Act.CONFIRM_CORRECTION: (F, P, EYE),
            Act.OPEN_DISPUTE: (D, F, P, EYE),
            Act.VIEW_DISPUTES: (F, P, EYE, COM, REG),
            Act.REVIEW_DISPUTE: (P, EYE),
            Act.DECIDE_DISPUTE: (P, EYE),
            Act.REOPEN_DISPUTE: (P, EYE, COM),
            Act.SIGN_STATEMENT: (D, F, P, CASH, SEC, EYE),
            Act.LIFT_HOLD: (F, P),
            Act.REPLAY_ROUND: (P, EYE, COM, REG),
            Act.WORK_QUEUE: (F, P),
            Act.VIEW_SCHEMA: (COM, ADM, REG),
            Act.SEARCH_ROUNDS: (F, P, EYE, COM, REG),
            Act.ASK_REPORT: (F, P, EYE, SEC, COM, ADM, REG, OPER),  # and the act of its kind
            Act.VIEW_REPORTS: (P, EYE, COM, REG),
            Act.VIEW_HAND_OVER: (F, P, EYE, COM, REG),
            Act.HAND_OVER_SHIFT: (F, P),
            Act.VIEW_MONITORS: (P, EYE, COM, REG),
            Act.WORK_CASES: (EYE, COM),
            Act.VIEW_EXCEPTIONS: (P, EYE, COM, REG),
            Act.VIEW_ACCESS_REVIEW: (COM, ADM, REG),
            Act.VIEW_SURVEILLANCE_LOG: (EYE, COM, REG),
            Act.WRITE_SURVEILLANCE_LOG: (EYE,),
            Act.VIEW_ADMINISTRATION: (ADM,),
            Act.MANAGE_PROPERTY: (ADM,),
            Act.VIEW_REGULATOR_HOME: (REG,),
            Act.VIEW_COMPLIANCE_HOME: (COM,),
            Act.SIGN_REVIEW: (P, EYE, COM),
            Act.VIEW_LEDGER: (F, P, CASH, EYE, COM, ADM, REG),
            Act.VIEW_SLIPS: (D, F, P, CASH, SEC, EYE, COM, ADM, REG),
            Act.SELL_CHIPS: (D, F, P),
            Act.PREPARE_SLIP: (F, P),
            Act.SIGN_AS_FLOOR: (F, P),
            Act.SIGN_AS_DEALER: (D,),
            Act.SIGN_AS_CASHIER: (CASH,),
            Act.SIGN_AS_SECURITY: (SEC,),
            Act.SIGN_AS_MANAGER: (P,),
            Act.EXCHANGE_BOX: (F, P, SEC),
            Act.COUNT_BOX: (SEC,),
            Act.SET_PAR: (P,),
            Act.VOID_SLIP: (F, P, CASH),
            Act.REPORT_DIFFERENCE: (F, P),
            Act.MANAGE_JACKPOT: (P, ADM),
            Act.EXPORT_JOURNAL: (CASH, COM, ADM, REG),
            Act.VIEW_CASH_LOG: (F, P, CASH, COM, REG),
            Act.DESCRIBE_PATRON: (F, P, CASH),
            Act.IDENTIFY_PATRON: (P, CASH, COM),
            Act.ERASE_IDENTITY: (COM,),
            Act.ENTER_PATRON_CASH: (CASH,),
        }.items()
    }
)


@dataclass(frozen=True, slots=True)
class ServiceScope:
    """A thing that a service account may do; none of it takes a signature."""

    label: Promise | str
    acts: frozenset[Act]


SCOPES: Mapping[str, ServiceScope] = MappingProxyType(
    {
        "rounds": ServiceScope(
            gettext_lazy("Enter rounds at tables where a dealer is"),
            frozenset({Act.ENTER_ROUND, Act.VIEW_ROUNDS, Act.VIEW_TABLE}),
        ),
        "chips": ServiceScope(
            gettext_lazy("Note chips sold at tables where a dealer is"),
            frozenset({Act.SELL_CHIPS, Act.VIEW_TABLE}),
        ),
        "floor": ServiceScope(
            gettext_lazy("Read tables, rounds, equipment and alerts"),
            frozenset(
                {Act.VIEW_FLOOR, Act.VIEW_TABLE, Act.VIEW_ROUNDS, Act.VIEW_EQUIPMENT}
                | {Act.VIEW_SUBMISSIONS, Act.VIEW_SCHEMA}
            ),
        ),
        "money": ServiceScope(
            gettext_lazy("Read ledger and slips"), frozenset({Act.VIEW_LEDGER, Act.VIEW_SLIPS})
        ),
        "record": ServiceScope(gettext_lazy("Read the record"), frozenset({Act.VIEW_RECORD})),
    }
)


def may(person: Person, act: Act) -> bool:
    """Tell whether one of the person's roles allows the act, or a scope of a service."""
    if not person.is_active:
        return False
    if person.is_service:
        return any(act in SCOPES[scope].acts for scope in person.scopes if scope in SCOPES)
    return not ROLES_OF[act].isdisjoint(person.roles)


def rights_of(person: Person) -> dict[str, bool]:
    """Every act by its name, and whether the person may: what a template asks."""
    return {act.value: may(person, act) for act in Act}


def require(person: Person, act: Act) -> None:
    """Refuse, naming the roles that may, when the person's roles do not allow the act."""
    if not may(person, act) and person.is_service:
        raise PermissionDenied(_("This service has no scope for that."))
    if not may(person, act):
        names = ", ".join(str(role.label) for role in Role if role in ROLES_OF[act])
        raise PermissionDenied(_("This is for: {roles}.").format(roles=names))


def role_for(person: Person, act: Act) -> str:
    """The role in which a person does something, for the signature."""
    return next((role for role in person.roles if role in ROLES_OF[act]), "")


def works_at(person: Person, table_number: int) -> bool:
    """Whether a service account is for this table; of a person the guards decide it."""
    return not person.scope_tables or table_number in person.scope_tables
