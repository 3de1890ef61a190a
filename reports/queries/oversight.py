"""What waits for those who look over the house's shoulder: the regulator and compliance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from audit.models import ExportState
from audit.queries.sheets import ExportLine, LogSheet, log_sheet
from reports.kinds import KINDS, REVIEWED
from reports.models import MonitorCase, ReviewSigned
from reports.wording import MONITOR_WORDS
from review.models import Dispute
from rounds.wording import DISPUTE_CLAIMS
from staff.models import Person
from tables.models import Discrepancy

REVIEW_EVERY = timedelta(days=92)
"""How long a signed review holds: about a quarter."""
SHOWN = 20


@dataclass(frozen=True, slots=True)
class ToSee:
    """One thing that waits: what it is, since when, and whether it is late."""

    url_name: str
    key: object
    title: str
    about: str
    since: datetime
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class ReviewState:
    """When a report was last gone through and signed off, and by whom."""

    code: str
    title: str
    signed: ReviewSigned | None
    is_due: bool


@dataclass(frozen=True, slots=True)
class OversightSheet:
    """Everything on the first page of a regulator or of compliance."""

    discrepancies: Sequence[ToSee]
    notices: Sequence[ToSee]
    disputes: Sequence[ToSee]
    cases: Sequence[ToSee]
    reviews: Sequence[ReviewState]
    log: LogSheet
    bundles: Sequence[ExportLine]

    @property
    def waiting(self) -> int:
        return len(self.discrepancies) + len(self.notices) + len(self.log.alarms)


def oversight(viewer: Person, at: datetime) -> OversightSheet:
    disputes = list(
        Dispute.objects.filter(property_id=viewer.property_id, decided_at__isnull=True)
        .select_related("round__table")
        .order_by("opened_at")[:SHOWN]
    )
    log = log_sheet(viewer)
    return OversightSheet(
        discrepancies=_discrepancies(viewer),
        notices=[_dispute(each, at) for each in disputes if each.notice_drafted_at],
        disputes=[_dispute(each, at) for each in disputes if not each.notice_drafted_at],
        cases=_cases(viewer),
        reviews=_reviews(viewer, at),
        log=log,
        bundles=[each for each in log.exports if each.export.state != ExportState.FAILED],
    )


def _discrepancies(viewer: Person) -> list[ToSee]:
    found = Discrepancy.objects.filter(property_id=viewer.property_id, regulator__isnull=True)
    return [
        ToSee(
            "discrepancy",
            each.pk,
            _("Discrepancy report {number}: {serial}").format(
                number=each.number, serial=each.equipment.serial
            ),
            each.note,
            each.reported_at,
        )
        for each in found.select_related("equipment").order_by("reported_at")[:SHOWN]
    ]


def _dispute(dispute: Dispute, at: datetime) -> ToSee:
    is_late = dispute.expected_at is not None and at >= dispute.expected_at
    title = _("Table {table}, round {number}").format(
        table=dispute.round.table.number, number=dispute.round.number
    )
    url_name = "dispute-notice" if dispute.notice_drafted_at else "dispute"
    about = str(DISPUTE_CLAIMS.get(dispute.claim, dispute.claim))
    since = dispute.notice_drafted_at or dispute.opened_at
    return ToSee(url_name, dispute.pk, title, about, since, is_late)


def _cases(viewer: Person) -> list[ToSee]:
    found = MonitorCase.objects.filter(property_id=viewer.property_id, closed_at=None)
    return [
        ToSee(
            "case",
            each.pk,
            f"{MONITOR_WORDS[each.monitor]}: {each.label}",
            each.owner.name if each.owner else _("nobody has taken it"),
            each.opened_at,
            each.owner is None,
        )
        for each in found.select_related("owner").order_by("opened_at")[:SHOWN]
    ]


def _reviews(viewer: Person, at: datetime) -> list[ReviewState]:
    """The last signed review of each kind, found by one query each; there are two kinds."""
    signed = ReviewSigned.objects.filter(property_id=viewer.property_id)
    found = []
    for code in REVIEWED:
        last = (
            signed.filter(run__kind=code)
            .select_related("signed_by", "sign_off", "run")
            .order_by("-signed_at")
            .first()
        )
        is_due = last is None or at - last.signed_at > REVIEW_EVERY
        found.append(ReviewState(code, str(KINDS[code].title), last, is_due))
    return found
