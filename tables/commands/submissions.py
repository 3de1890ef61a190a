"""File what the property plays by, version by version, and let a table adopt a version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.options import Options
from rules.profiles import profile
from rules.refusals import Refused, RulesError
from staff.models import Person
from staff.policy import Act, require
from tables.locks import guard_version, locked_table, step
from tables.models import GamingTable, RulesSubmission, TableState
from tables.requirements import guard_equipment_options


@dataclass(frozen=True, slots=True)
class SubmissionFacts:
    """What is filed: a profile and what the property chose under it."""

    name: str
    profile: str
    options: Mapping[str, Any] = field(default_factory=dict)
    equipment: Mapping[str, Any] = field(default_factory=dict)
    approval_reference: str = ""


def file_submission(facts: SubmissionFacts, *, by: Person, at: datetime) -> RulesSubmission:
    """File a new version; the versions before it stay as they are, for the rounds they governed."""
    require(by, Act.FILE_SUBMISSION)
    guard_submission(facts)
    try:
        with transaction.atomic():
            return _file(facts, by=by, at=at)
    except IntegrityError:
        raise Refused(
            "version_taken", _("Somebody filed a version at this moment. Look again.")
        ) from None


@transaction.atomic
def adopt_submission(
    table_id: int,
    submission_id: int,
    *,
    by: Person,
    at: datetime,
    version: int | None = None,
) -> GamingTable:
    """Let a closed table play by a version from its next opening on."""
    require(by, Act.FILE_SUBMISSION)
    table = locked_table(table_id, by)
    guard_version(table, version)
    submission = RulesSubmission.objects.get(pk=submission_id, property_id=by.property_id)
    if table.state != TableState.CLOSED:
        raise Refused("table_not_closed", _("The rules of a table change only while it is closed."))
    if table.seats > profile(submission.profile).seat_count:
        raise Refused(
            "too_many_seats",
            _("This table has more seats than these rules allow: {count}.").format(
                count=profile(submission.profile).seat_count
            ),
        )
    before = table.submission_id
    step(table, submission=submission)
    record(
        EventKind.SUBMISSION_ADOPTED,
        about=[table, submission],
        by=by,
        at=at,
        detail={"name": submission.name, "version": submission.version},
        before={"submission": before},
        after={"submission": submission.pk},
    )
    publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    return table


def guard_submission(facts: SubmissionFacts) -> None:
    """Refuse options that the profile does not have or that contradict each other."""
    if not facts.name.strip():
        raise Refused("name_missing", _("Give the submission a name."))
    try:
        Options.parse(profile(facts.profile), facts.options)
    except RulesError as error:
        raise Refused("bad_option", str(error)) from error
    guard_equipment_options(facts.profile, facts.equipment)


def _file(facts: SubmissionFacts, *, by: Person, at: datetime) -> RulesSubmission:
    earlier = (
        RulesSubmission.objects.filter(property_id=by.property_id, name=facts.name.strip())
        .order_by("-version")
        .first()
    )
    if earlier is not None and earlier.profile != facts.profile:
        raise Refused(
            "other_profile", _("A submission of this name is filed under another profile.")
        )
    submission = RulesSubmission.objects.create(
        property_id=by.property_id,
        name=facts.name.strip(),
        version=earlier.version + 1 if earlier else 1,
        profile=facts.profile,
        options=dict(facts.options),
        equipment=dict(facts.equipment),
        approval_reference=facts.approval_reference,
        filed_by=by,
        filed_at=at,
    )
    record(
        EventKind.SUBMISSION_FILED,
        about=submission,
        by=by,
        at=at,
        detail={"name": submission.name, "version": submission.version},
        before=_shown(earlier),
        after=_shown(submission),
    )
    return submission


def _shown(submission: RulesSubmission | None) -> dict[str, Any] | None:
    if submission is None:
        return None
    return {
        "profile": submission.profile,
        "options": submission.options,
        "equipment": submission.equipment,
        "approval": submission.approval_reference,
    }
