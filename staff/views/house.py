"""The staff list, one person's page, and tablets."""

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.inputs import Input, read_address, text
from foundation.pages import form_page, page
from foundation.qr import qr
from staff.commands import people, tablets
from staff.models import Role
from staff.policy import Act, may
from staff.queries.people import (
    house_tablets,
    person_row,
    roles_given_by,
    staff_rows,
)


class StaffAsked(Input):
    """Whose name or badge is looked for, and in which role."""

    q: Annotated[str, text(60)] = ""
    role: Role | None = None


@page(Act.VIEW_STAFF)
def staff_list(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    asked = read_address(StaffAsked, request.GET)
    context = {
        "rows": staff_rows(viewer, wanted=asked.q, role=asked.role or ""),
        "roles": Role.choices,
        "wanted": asked.q,
        "role": asked.role or "",
        "may_manage": may(viewer, Act.MANAGE_STAFF),
    }
    return render(request, "staff/staff.html", context)


@page(Act.MANAGE_STAFF, posts=True)
def new_person(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        roles = roles_given_by(person_of(request))
        return render(request, "staff/person_new.html", {"roles": roles})
    return _show_secrets(request, carry_out_form(request, people.add_person))


@page(Act.VIEW_STAFF)
def person_page(request: HttpRequest, person_id: int) -> HttpResponse:
    viewer = person_of(request)
    context = {
        "row": person_row(viewer, person_id),
        "roles": Role.choices,
        "gives": roles_given_by(viewer),
        "may_manage": may(viewer, Act.MANAGE_STAFF),
        "may_reset": may(viewer, Act.RESET_PIN),
        "may_confirm": may(viewer, Act.CONFIRM_PERSON),
    }
    return render(request, "staff/person.html", context)


@form_page(people.change_person)
def change_person_form(request: HttpRequest, person_id: int) -> HttpResponse:
    carry_out_form(request, people.change_person, person_id=person_id)
    confirm(request, people.change_person.says)
    return go_to(request, "person", person_id)


@form_page(people.block_leaver)
def block_leaver_form(request: HttpRequest, person_id: int) -> HttpResponse:
    carry_out_form(request, people.block_leaver, person_id=person_id)
    confirm(request, people.block_leaver.says)
    return go_to(request, "person", person_id)


@form_page(people.readmit_person)
def readmit(request: HttpRequest, person_id: int) -> HttpResponse:
    done = carry_out_form(request, people.readmit_person, person_id=person_id)
    return _show_secrets(request, done)


@form_page(people.reset_secrets)
def reset_secrets_form(request: HttpRequest, person_id: int) -> HttpResponse:
    done = carry_out_form(request, people.reset_secrets, person_id=person_id)
    return _show_secrets(request, done)


@form_page(people.reset_pin)
def reset_pin_form(request: HttpRequest, person_id: int) -> HttpResponse:
    done = carry_out_form(request, people.reset_pin, person_id=person_id)
    return _show_secrets(request, done)


@form_page(people.confirm_person)
def confirm_person_form(request: HttpRequest, person_id: int) -> HttpResponse:
    carry_out_form(request, people.confirm_person, person_id=person_id)
    confirm(request, people.confirm_person.says)
    return go_to(request, "person", person_id)


@page(Act.MANAGE_TABLETS)
def tablet_list(request: HttpRequest) -> HttpResponse:
    return _tablet_page(request, {})


@form_page(tablets.add_tablet)
def add_tablet_form(request: HttpRequest) -> HttpResponse:
    return _show_code(request, carry_out_form(request, tablets.add_tablet))


@form_page(tablets.make_enrolment_code)
def tablet_code(request: HttpRequest, tablet_id: int) -> HttpResponse:
    done = carry_out_form(request, tablets.make_enrolment_code, tablet_id=tablet_id)
    return _show_code(request, done)


@form_page(tablets.revoke_tablet)
def revoke_tablet_form(request: HttpRequest, tablet_id: int) -> HttpResponse:
    carry_out_form(request, tablets.revoke_tablet, tablet_id=tablet_id)
    confirm(request, tablets.revoke_tablet.says)
    return go_to(request, "tablets")


def _tablet_page(request: HttpRequest, more: dict[str, object]) -> HttpResponse:
    viewer = person_of(request)
    context = {
        "tablets": house_tablets(viewer),
        **more,
    }
    return render(request, "staff/tablets.html", context)


def _show_code(request: HttpRequest, made: Mapping[str, Any]) -> HttpResponse:
    """The code is shown once, also as a QR code that the tablet's camera opens."""
    code, name = made["code"], made["name"]
    address = request.build_absolute_uri(f"{reverse('enrol')}?code={code}")
    shown = f"{code[:4]}-{code[4:]}"
    return _tablet_page(request, {"new_code": shown, "new_name": name, "new_qr": qr(address)})


def _show_secrets(request: HttpRequest, done: Mapping[str, Any]) -> HttpResponse:
    """What a person is given is shown once and kept nowhere."""
    given = done["given"]
    code = qr(given["totp_uri"]) if given["totp_uri"] else ""
    context = {"person": done["person"], "given": given, "totp_qr": code}
    return render(request, "staff/secrets.html", context)
