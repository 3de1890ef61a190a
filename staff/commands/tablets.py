"""Tablets: enrolled once with a one-time code, shut out with one tap."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Person, ServiceToken, Tablet
from staff.policy import Act, require
from staff.recording import StaffEvent, record

CODE_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 8
CODE_LASTS = timedelta(minutes=10)


def digest(secret: str) -> bytes:
    """Long random secrets need no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def add_tablet(name: str, *, by: Person, at: datetime) -> tuple[Tablet, str]:
    """Add a tablet and return the code that enrols it."""
    require(by, Act.MANAGE_TABLETS)
    if not name.strip():
        raise Refused("name_missing", _("Give the tablet a name, such as its table's."))
    try:
        with transaction.atomic():
            tablet = Tablet(property=by.property, name=name.strip())
            code = _give_code(tablet, at)
            tablet.save()
            record(StaffEvent.TABLET_ADDED, about=tablet, by=by, at=at, detail={"name": name})
    except IntegrityError:
        raise Refused("name_taken", _("Another tablet has this name.")) from None
    return tablet, code


@transaction.atomic
def make_enrolment_code(tablet_id: int, *, by: Person, at: datetime) -> tuple[Tablet, str]:
    """Make a new one-time code, for the next ten minutes; the code before it is void."""
    require(by, Act.MANAGE_TABLETS)
    tablet = _locked(tablet_id, by)
    code = _give_code(tablet, at)
    tablet.save()
    record(StaffEvent.TABLET_CODE_MADE, about=tablet, by=by, at=at, detail={"name": tablet.name})
    return tablet, code


@transaction.atomic
def enrol_tablet(code: str, *, at: datetime) -> tuple[Tablet, str]:
    """Enrol the device that holds the code, and return the key that only this device keeps."""
    wanted = digest(code.strip().upper().replace("-", "").replace(" ", ""))
    tablet = (
        Tablet.objects.select_for_update()
        .filter(enrol_code_hash=wanted, enrol_code_until__gt=at)
        .first()
    )
    if tablet is None:
        raise Refused("code_wrong", _("This code is wrong or too old. Ask for a new one."))
    key = secrets.token_urlsafe(32)
    tablet.key_hash, tablet.enrolled_at, tablet.revoked_at = digest(key), at, None
    tablet.enrol_code_hash, tablet.enrol_code_until = None, None
    tablet.save()
    record(StaffEvent.TABLET_ENROLLED, about=tablet, by=None, at=at, detail={"name": tablet.name})
    return tablet, key


@transaction.atomic
def revoke_tablet(tablet_id: int, *, by: Person, at: datetime) -> Tablet:
    """Shut a lost or broken tablet out; whoever is signed in on it is out as well."""
    require(by, Act.MANAGE_TABLETS)
    tablet = _locked(tablet_id, by)
    tablet.key_hash, tablet.revoked_at = None, at
    tablet.enrol_code_hash, tablet.enrol_code_until = None, None
    tablet.save()
    record(StaffEvent.TABLET_REVOKED, about=tablet, by=by, at=at, detail={"name": tablet.name})
    return tablet


@transaction.atomic
def make_token(name: str, person_id: int, *, by: Person, at: datetime) -> tuple[ServiceToken, str]:
    """Make a token for a smart table or an import, which then acts in one person's name."""
    require(by, Act.MANAGE_TABLETS)
    person = Person.objects.get(pk=person_id, property_id=by.property_id, is_active=True)
    secret = secrets.token_urlsafe(32)
    token = ServiceToken.objects.create(
        property=by.property, person=person, name=name, token_hash=digest(secret), made_at=at
    )
    record(StaffEvent.TOKEN_MADE, about=[token, person], by=by, at=at, detail={"name": name})
    return token, secret


@transaction.atomic
def revoke_token(token_id: int, *, by: Person, at: datetime) -> ServiceToken:
    require(by, Act.MANAGE_TABLETS)
    tokens = ServiceToken.objects.select_for_update()
    token = tokens.get(pk=token_id, property_id=by.property_id)
    token.revoked_at = token.revoked_at or at
    token.save(update_fields=["revoked_at"])
    record(StaffEvent.TOKEN_REVOKED, about=token, by=by, at=at, detail={"name": token.name})
    return token


def _give_code(tablet: Tablet, at: datetime) -> str:
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    tablet.enrol_code_hash, tablet.enrol_code_until = digest(code), at + CODE_LASTS
    return code


def _locked(tablet_id: int, by: Person) -> Tablet:
    tablets = Tablet.objects.select_for_update()
    return tablets.get(pk=tablet_id, property_id=by.property_id)
