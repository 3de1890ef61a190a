"""What an administrator sets up: rules submissions, pits and tables, where tablets stand."""

import json
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from foundation.answers import go_to
from foundation.commands import Given
from foundation.doors import person_of
from rules.refusals import Refused
from staff.models import Tablet
from staff.policy import Act, may, require
from tables.commands import submissions as filing
from tables.models import GamingTable, Pit, RulesSubmission
from tables.queries import submissions
from tables.queries.submissions import Choice, choices_of
from tables.wording import profile_words


@require_safe
def rules_submissions(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    require(viewer, Act.VIEW_SUBMISSIONS)
    context = {
        "rows": submissions.submission_rows(viewer),
        "profiles": submissions.profile_names(),
        "may_file": may(viewer, Act.FILE_SUBMISSION),
    }
    return render(request, "tables/submissions.html", context)


@require_safe
def rules_submission(request: HttpRequest, submission_id: int) -> HttpResponse:
    """One version: every option with its paragraph, and what it changed."""
    viewer = person_of(request)
    require(viewer, Act.VIEW_SUBMISSIONS)
    found = submissions.submission(viewer, submission_id)
    before = submissions.version_before(viewer, found)
    context = {
        "submission": found,
        "profile_name": profile_words(found.profile),
        "before": before,
        "changes": submissions.changes_between(before, found),
        "choices": choices_of(found.profile, found.options, found.equipment),
        "tables": GamingTable.objects.filter(property_id=viewer.property_id).order_by("number"),
        "may_file": may(viewer, Act.FILE_SUBMISSION),
    }
    return render(request, "tables/submission.html", context)


@require_safe
def edit_submission(request: HttpRequest) -> HttpResponse:
    """Write a new version, from an earlier one or from a profile's defaults."""
    viewer = person_of(request)
    require(viewer, Act.FILE_SUBMISSION)
    base = _base(request)
    profile_id = base.profile if base else request.GET.get("profile", "maryland")
    if profile_id not in dict(submissions.profiles()):
        raise Refused("unknown_profile", _("There is no such profile."))
    context = {
        "base": base,
        "profile": profile_id,
        "profile_title": dict(submissions.profiles())[profile_id],
        "choices": choices_of(
            profile_id, base.options if base else {}, base.equipment if base else {}
        ),
    }
    return render(request, "tables/submission_edit.html", context)


@require_POST
def file_submission(request: HttpRequest) -> HttpResponse:
    """File what the page's fields say; only what differs from the profile's default is kept."""
    viewer = person_of(request)
    require(viewer, Act.FILE_SUBMISSION)
    profile_id = request.POST.get("profile", "")
    if profile_id not in dict(submissions.profiles()):
        raise Refused("unknown_profile", _("There is no such profile."))
    standard = choices_of(profile_id, {}, {})
    given: dict[str, dict[str, Any]] = {"game": {}, "equipment": {}}
    for choice in standard:
        value = read_choice(choice, request)
        if value != choice.default:
            given[choice.group][choice.name] = value
    facts = filing.SubmissionFacts.model_construct(
        name=request.POST.get("name", "")[:60],
        profile=profile_id,
        options=given["game"],
        equipment=given["equipment"],
        approval_reference=request.POST.get("approval_reference", "")[:60],
    )
    answer = filing.file_submission.carry_out(
        Given(by=viewer, input=facts, request_id=_request_id(request))
    )
    return go_to(request, "rules-submission", answer["submission"]["id"])


def read_choice(choice: Choice, request: HttpRequest) -> Any:
    """Read one option from the form, in the shape that the rules want."""
    name = f"{choice.group}-{choice.name}"
    text = request.POST.get(name, "").strip()
    if choice.kind == "flag":
        return name in request.POST
    if choice.kind == "choices":
        return request.POST.getlist(name)
    if choice.kind == "table":
        return _table(text)
    if choice.kind == "wholes":
        return [_whole(word, choice) for word in text.replace(",", " ").split()]
    if choice.kind == "whole":
        return None if not text and choice.is_optional else _whole(text, choice)
    if choice.kind == "choice" and not text and choice.is_optional:
        return None
    return text


@require_safe
def floor_setup(request: HttpRequest) -> HttpResponse:
    """Pits, tables, shakers, and the tablets that stand there."""
    viewer = person_of(request)
    require(viewer, Act.MANAGE_TABLES)
    context = {
        "pits": Pit.objects.filter(property_id=viewer.property_id).order_by("name"),
        "tables": GamingTable.objects.filter(property_id=viewer.property_id)
        .select_related("pit", "submission", "shaker")
        .order_by("number"),
        "submissions": [row for row in submissions.submission_rows(viewer) if row.is_latest],
        "tablets": Tablet.objects.filter(property_id=viewer.property_id)
        .select_related("tabletpost__table")
        .order_by("name"),
        "house": viewer.property,
    }
    return render(request, "tables/floor_setup.html", context)


def _base(request: HttpRequest) -> RulesSubmission | None:
    text = request.GET.get("from", "")
    if not text.isdecimal():
        return None
    return submissions.submission(person_of(request), int(text))


def _whole(text: str, choice: Choice) -> int:
    if not text.isdecimal() or len(text) > 12:
        raise Refused(
            "bad_option", _("{option}: a whole number is needed.").format(option=choice.label)
        )
    return int(text)


def _table(text: str) -> Any:
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise Refused("bad_option", _("The house way is not valid JSON.")) from None


def _request_id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("request_id", ""))
    except ValueError:
        return uuid4()
