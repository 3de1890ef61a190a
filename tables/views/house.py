"""What an administrator sets up: rules submissions, pits and tables, where tablets stand."""

import json
import tomllib
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from pydantic import Field

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, form_input, person_of
from foundation.inputs import Id, Input, Pieces, read_address, text, typed_cents
from foundation.pages import form_page, page
from rules.refusals import Refused
from staff.models import Tablet
from staff.policy import Act, may
from tables.commands import submissions as filing
from tables.models import Pit
from tables.queries import submissions
from tables.queries.floor import house_tables, standing_tables
from tables.queries.submissions import Choice, choices_of
from tables.wording import profile_words


@page(Act.VIEW_SUBMISSIONS)
def rules_submissions(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    context = {
        "rows": submissions.submission_rows(viewer),
        "profiles": submissions.profile_names(),
        "may_file": may(viewer, Act.FILE_SUBMISSION),
    }
    return render(request, "tables/submissions.html", context)


@page(Act.VIEW_SUBMISSIONS)
def rules_submission(request: HttpRequest, submission_id: int) -> HttpResponse:
    """One version: every option with its paragraph, and what it changed."""
    viewer = person_of(request)
    found = submissions.submission(viewer, submission_id)
    before = submissions.version_before(viewer, found)
    context = {
        "submission": found,
        "profile_name": profile_words(found.profile),
        "before": before,
        "changes": submissions.changes_between(before, found),
        "choices": choices_of(
            found.profile, found.options, found.equipment, viewer.property.currency
        ),
        "own_lines": (found.options.get("house_way") or {}).get("line", ()),
        "tables": standing_tables(viewer.property_id).order_by("number"),
        "may_file": may(viewer, Act.FILE_SUBMISSION),
    }
    return render(request, "tables/submission.html", context)


class VersionAsked(Input):
    """From which version a new one is written, or under which profile the first."""

    base: Id | None = None
    profile: Annotated[str, text(40)] = "maryland"


@page(Act.FILE_SUBMISSION)
def edit_submission(request: HttpRequest) -> HttpResponse:
    """Write a new version, from an earlier one or from a profile's defaults."""
    viewer = person_of(request)
    asked = read_address(VersionAsked, request.GET)
    base = submissions.submission(viewer, asked.base) if asked.base else None
    profile_id = base.profile if base else _known_profile(asked.profile)
    context = {
        "base": base,
        "profile": profile_id,
        "profile_title": dict(submissions.profiles())[profile_id],
        "choices": choices_of(
            profile_id,
            base.options if base else {},
            base.equipment if base else {},
            viewer.property.currency,
        ),
    }
    return render(request, "tables/submission_edit.html", context)


class OptionsTyped(Input):
    """Whose options the form has, and what its fields say; a box without its tick is not sent."""

    takes_more = True

    profile: str = ""
    game: Annotated[dict[str, tuple[str, ...]], Pieces("game-")] = Field(default_factory=dict)
    equipment: Annotated[dict[str, tuple[str, ...]], Pieces("equipment-")] = Field(
        default_factory=dict
    )


class SubmissionForm(filing.SubmissionFacts):
    """What the page of options sends: beside name and profile a field for each option."""

    takes_more = True


@form_page(filing.file_submission)
def file_submission_form(request: HttpRequest) -> HttpResponse:
    """File what the page's fields say; only what differs from the profile's default is kept."""
    typed = form_input(OptionsTyped, request.POST)
    profile_id = _known_profile(typed.profile)
    given: dict[str, dict[str, Any]] = {"game": {}, "equipment": {}}
    for choice in choices_of(profile_id, {}, {}, person_of(request).property.currency):
        fields = typed.game if choice.group == "game" else typed.equipment
        value = read_choice(choice, fields.get(choice.name, ()))
        if value != choice.default:
            given[choice.group][choice.name] = value
    answer = carry_out_form(
        request,
        filing.file_submission,
        model=SubmissionForm,
        options=given["game"],
        equipment=given["equipment"],
    )
    confirm(request, filing.file_submission.says)
    return go_to(request, "rules-submission", answer["submission"]["id"])


def _known_profile(profile_id: str) -> str:
    if profile_id not in dict(submissions.profiles()):
        raise Refused("unknown_profile", _("There is no such profile."))
    return profile_id


def read_choice(choice: Choice, typed: tuple[str, ...]) -> Any:
    """Read one option from what was typed for it, in the shape that the rules want."""
    text = typed[-1].strip() if typed else ""
    if choice.kind == "flag":
        return bool(typed)
    if choice.kind == "choices":
        return list(typed)
    if choice.kind == "table":
        return _table(text)
    if choice.kind == "wholes":
        return [_whole(word, choice) for word in text.replace(",", " ").split()]
    if choice.kind in {"whole", "cents"}:
        return None if not text and choice.is_optional else _number(text, choice)
    if choice.kind == "choice" and not text and choice.is_optional:
        return None
    return text


@page(Act.MANAGE_TABLES)
def floor_setup(request: HttpRequest) -> HttpResponse:
    """Pits, tables, shakers, and the tablets that stand there."""
    viewer = person_of(request)
    tables = house_tables(viewer).select_related("shaker").order_by("number")
    context = {
        "pits": Pit.objects.filter(property_id=viewer.property_id).order_by("name"),
        "tables": tables.filter(retired_at=None),
        "retired": tables.exclude(retired_at=None),
        "submissions": [row for row in submissions.submission_rows(viewer) if row.is_latest],
        "tablets": Tablet.objects.filter(property_id=viewer.property_id)
        .select_related("tabletpost__table")
        .order_by("name"),
        "house": viewer.property,
    }
    return render(request, "tables/floor_setup.html", context)


def _number(text: str, choice: Choice) -> int:
    return _cents(text, choice) if choice.kind == "cents" else _whole(text, choice)


def _cents(text: str, choice: Choice) -> int:
    try:
        return typed_cents(text)
    except ValueError as fault:
        raise Refused("bad_option", f"{choice.label}: {fault}") from None


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
        return json.loads(text) if text.startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(
            "bad_option",
            _("The house way cannot be read as a TOML file: {fault}").format(fault=error),
        ) from None
