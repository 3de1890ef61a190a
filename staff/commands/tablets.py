"""Tablets: enrolled once with a one-time code, shut out with one tap."""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Annotated, TypedDict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.commands import Call, command
from foundation.inputs import Id, Input, Plain, text
from foundation.marks import with_mark
from rules.refusals import Refused
from staff.models import Person, Tablet
from staff.policy import Act
from staff.recording import StaffEvent, record_staff

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
CODE_LASTS = timedelta(minutes=10)


def key_digest(secret: str) -> bytes:
    """Long random secrets need no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


class AddTablet(Input):
    """How the new tablet is called."""

    name: Annotated[str, text(60), Plain] = ""


class WhichTablet(Input):
    """Which tablet."""

    tablet_id: Id


class TabletAnswer(TypedDict):
    """The tablet as it is now."""

    id: int
    name: str


class CodeAnswer(TabletAnswer):
    """The tablet, and the code that enrols it."""

    code: str


def tablet_answer(by: Person, tablet: Tablet) -> TabletAnswer:
    return {"id": tablet.pk, "name": tablet.name}


def code_answer(by: Person, done: tuple[Tablet, str]) -> CodeAnswer:
    tablet, code = done
    return {**tablet_answer(by, tablet), "code": code}


@command(
    AddTablet,
    act=Act.MANAGE_TABLETS,
    says=gettext_lazy("Add and make a code"),
    answer=code_answer,
    keeps_answer=False,
)
def add_tablet(call: Call[AddTablet]) -> tuple[Tablet, str]:
    """Add a tablet and return the code that enrols it."""
    name = call.input.name
    if not name:
        raise Refused("name_missing", _("Give the tablet a name, such as its table's."))
    tablet = Tablet(property=call.by.property, name=name)
    code = _give_code(tablet, call.at)
    try:
        with transaction.atomic():
            tablet.save()
    except IntegrityError:
        raise Refused("name_taken", _("Another tablet has this name.")) from None
    call.record(StaffEvent.TABLET_ADDED, about=tablet, detail={"name": name})
    return tablet, code


@command(
    WhichTablet,
    act=Act.MANAGE_TABLETS,
    says=gettext_lazy("New code"),
    answer=code_answer,
    keeps_answer=False,
)
def make_enrolment_code(call: Call[WhichTablet]) -> tuple[Tablet, str]:
    """Make a new one-time code, for the next ten minutes; the code before it is void."""
    tablet = _locked(call.input.tablet_id, call.by)
    code = _give_code(tablet, call.at)
    tablet.save()
    call.record(StaffEvent.TABLET_CODE_MADE, about=tablet, detail={"name": tablet.name})
    return tablet, code


@transaction.atomic
def enrol_tablet(code: str, *, at: datetime) -> tuple[Tablet, str]:
    """Enrol the device that holds the code, and return the key that only this device keeps."""
    wanted = key_digest(code.strip().upper().replace("-", "").replace(" ", ""))
    tablet = (
        Tablet.objects.select_for_update()
        .filter(enrol_code_hash=wanted, enrol_code_until__gt=at)
        .first()
    )
    if tablet is None:
        raise Refused("code_wrong", _("This code is wrong or too old. Ask for a new one."))
    key = with_mark(secrets.token_urlsafe(32))
    tablet.key_hash, tablet.enrolled_at, tablet.revoked_at = key_digest(key), at, None
    tablet.enrol_code_hash, tablet.enrol_code_until = None, None
    tablet.save()
    record_staff(
        StaffEvent.TABLET_ENROLLED, about=tablet, by=None, at=at, detail={"name": tablet.name}
    )
    return tablet, key


@command(WhichTablet, act=Act.MANAGE_TABLETS, says=gettext_lazy("Shut out"), answer=tablet_answer)
def revoke_tablet(call: Call[WhichTablet]) -> Tablet:
    """Shut a lost or broken tablet out; whoever is signed in on it is out as well."""
    tablet = _locked(call.input.tablet_id, call.by)
    tablet.key_hash, tablet.revoked_at = None, call.at
    tablet.enrol_code_hash, tablet.enrol_code_until = None, None
    tablet.save()
    call.record(StaffEvent.TABLET_REVOKED, about=tablet, detail={"name": tablet.name})
    return tablet


def _give_code(tablet: Tablet, at: datetime) -> str:
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    tablet.enrol_code_hash, tablet.enrol_code_until = key_digest(code), at + CODE_LASTS
    return code


def _locked(tablet_id: int, by: Person) -> Tablet:
    tablets = Tablet.objects.select_for_update()
    return tablets.get(pk=tablet_id, property_id=by.property_id)
