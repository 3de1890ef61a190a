"""File what the property plays by, version by version, and let a table adopt a version."""

from datetime import date
from typing import Annotated, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input, OneOf, Remark
from rules.options import Options
from rules.profiles import PROFILES, profile
from rules.refusals import Refused, RulesError
from staff.policy import Act
from tables.guards import guard_approved_already, guard_limits
from tables.locks import guard_table_version, locked_table, step
from tables.models import GamingTable, RulesSubmission, TableState
from tables.queries.answers import submission_answer, table_answer
from tables.requirements import guard_equipment_options


class SubmissionFacts(Input):
    """What is filed: a profile and what the property chose under it."""

    name: Annotated[Remark, Field(min_length=1, max_length=60)]
    profile: Annotated[str, OneOf(PROFILES)]
    options: dict[str, Any] = Field(default_factory=dict)
    equipment: dict[str, Any] = Field(default_factory=dict)
    approval_reference: Annotated[Remark, Field(max_length=60)] = ""


class AdoptSubmission(Input):
    """Which table plays by which version."""

    table_id: Id
    submission_id: Id


@command(
    SubmissionFacts,
    act=Act.FILE_SUBMISSION,
    says=gettext_lazy("File this version"),
    path="submissions/",
    answer=submission_answer,
)
def file_submission(call: Call[SubmissionFacts]) -> RulesSubmission:
    """File a new version; the versions before it stay as they are, for the rounds they governed."""
    guard_submission(call.input)
    guard_generator_is_approved(call)
    try:
        with transaction.atomic():
            return _file(call)
    except IntegrityError:
        raise Refused(
            "version_taken", _("Somebody filed a version at this moment. Look again.")
        ) from None


@command(
    AdoptSubmission,
    act=Act.FILE_SUBMISSION,
    says=gettext_lazy("Play by this version"),
    path="tables/<int:table_id>/submission/",
    answer=table_answer,
    versioned=True,
)
def adopt_submission(call: Call[AdoptSubmission]) -> GamingTable:
    """Let a closed table play by a version from its next opening on."""
    table = locked_table(call.input.table_id, call.by)
    guard_table_version(table, call.version)
    submission = RulesSubmission.objects.get(
        pk=call.input.submission_id, property_id=call.by.property_id
    )
    if table.state != TableState.CLOSED:
        raise Refused("table_not_closed", _("The rules of a table change only while it is closed."))
    if table.seats > profile(submission.profile).seat_count:
        raise Refused(
            "too_many_seats",
            _("This table has more seats than these rules allow: {count}.").format(
                count=profile(submission.profile).seat_count
            ),
        )
    guard_limits(table.minimum_cents, table.maximum_cents, submission)
    before = table.submission_id
    step(table, submission=submission)
    call.record(
        EventKind.SUBMISSION_ADOPTED,
        about=[table, submission],
        detail={"name": submission.name, "version": submission.version},
        before={"submission": before},
        after={"submission": submission.pk},
    )
    call.publish(f"table:{table.pk}", "table")
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


def guard_generator_is_approved(call: Call[SubmissionFacts]) -> None:
    """Refuse a generator whose approval is still to come.

    Rule: MD 2 §F.
    """
    day = call.input.options.get("generator_approved_on")
    approved_on = date.fromisoformat(day) if day else None
    guard_approved_already(call.by.property, approved_on, call.at)


def _file(call: Call[SubmissionFacts]) -> RulesSubmission:
    facts, by = call.input, call.by
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
        filed_at=call.at,
    )
    call.record(
        EventKind.SUBMISSION_FILED,
        about=submission,
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
