"""Sign in and out: at a tablet with badge and PIN, at a desk with password and second factor."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime

import pyotp
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from foundation.live import publish_on_commit
from foundation.vault import VaultClosed
from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands import counters
from staff.commands.passkeys import use_passkey
from staff.commands.recovery_codes import is_recovery_code, use_recovery_code
from staff.commands.signing import check_pin, record_failure, wrong_pin
from staff.hashing import DOOR
from staff.lock_keys import desk_key
from staff.models import Person, Role, Tablet
from staff.passkeys import Site
from staff.pins import guard_six_digits, is_hash_of
from staff.recording import StaffEvent, record_staff
from staff.second_factor import secret_of
from staff.session_store import SessionStore, session_kept_as

# What a PIN opens. The other roles want a desk, a password and a second factor.
TABLET_ROLES = frozenset(
    {Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SECURITY, Role.CASHIER}
)
RECENT_PEOPLE = 10
ENDED, ENDED_AT = "ended", "ended_at"
STEP_SECONDS = 30
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ShownPasskey:
    """What a browser says of a passkey, and the site that it was shown to."""

    credential: str
    site: Site


# A floor to try things out on plugs in the code that it shows to everybody; no other house has one.
OTHER_CODES: list[Callable[[Person, str], bool]] = []


def sign_in_at_tablet(badge: str, pin: str, *, tablet: Tablet | None, at: datetime) -> Person:
    """Let a person in on an enrolled tablet; a PIN alone, elsewhere, opens nothing."""
    if tablet is None:
        raise Refused(
            "tablet_not_enrolled",
            _("This device is not enrolled. Sign in with your password, or have it enrolled."),
        )
    guard_six_digits(pin)
    with transaction.atomic(durable=True):
        person = find_person(badge, tablet.property_id)
        refused = check_pin(
            person, badge, pin, tablet=tablet, at=at, property_id=tablet.property_id
        )
    if refused is not None or person is None:
        raise refused or wrong_pin()
    if TABLET_ROLES.isdisjoint(person.roles):
        raise Refused("desk_only", _("Your role signs in at a desk, with a password."))
    return person


def sign_in_at_desk(
    badge: str, password: str, code: str, *, at: datetime, shown: ShownPasskey | None = None
) -> Person:
    """Let a person in with password and second factor; wrong tries lock the badge.

    The second factor is a code, or a passkey that the browser showed.

    Rule: 25 CFR 543.20(f).
    """
    with transaction.atomic(durable=True):
        person = find_person(badge)
        refused = _check_desk(person, badge, password, shown or code, at=at)
        if refused is None and person is not None:
            _prove_pin(person, at)
    if refused is not None or person is None:
        raise refused or _wrong_at_desk()
    return person


@transaction.atomic
def begin_session(
    person: Person, session_key: str, *, tablet: Tablet | None, at: datetime, how: str = ""
) -> None:
    """Make this the person's only session; the one before ends with the next request."""
    rows = Person.objects.select_for_update(of=("self",)).filter(
        Q(pk=person.keeper_id) | Q(home_id=person.keeper_id)
    )
    for row in rows.order_by("pk"):
        if row.session_key and row.session_key != session_key:
            _displace(row.session_key, at)
            say_that_it_ended(row)
            if row.pk != person.pk:
                Person.objects.filter(pk=row.pk).update(session_key="")
    Person.objects.filter(pk=person.pk).update(session_key=session_key, last_login=at)
    if tablet is not None:
        recent = [person.pk, *(each for each in tablet.recent if each != person.pk)]
        Tablet.objects.filter(pk=tablet.pk).update(recent=recent[:RECENT_PEOPLE])
    record_staff(
        StaffEvent.SIGNED_IN,
        about=[person, *([tablet] if tablet else [])],
        by=person,
        at=at,
        detail={"where": "tablet" if tablet else "desk", "how": how},
    )


@transaction.atomic
def sign_out(person: Person, *, reason: str, at: datetime) -> None:
    """End the person's session, by their own hand or because it stood idle."""
    Person.objects.filter(pk=person.pk).update(session_key="")
    say_that_it_ended(person)
    record_staff(StaffEvent.SIGNED_OUT, about=person, by=person, at=at, detail={"reason": reason})


@transaction.atomic
def leave_for_another_house(person: Person, *, at: datetime) -> None:
    """End the session in one house because the same browser goes on in another.

    No screen is rung: the one that would hear it is on its way already.
    """
    Person.objects.filter(pk=person.pk).update(session_key="")
    record_staff(
        StaffEvent.SIGNED_OUT, about=person, by=person, at=at, detail={"reason": "other_house"}
    )


def say_that_it_ended(person: Person) -> None:
    """Ring at the person's screens: they ask whether they are still theirs, and lock if not."""
    publish_on_commit(person.property_id, f"person:{person.pk}", "session")


def lock_tablets(tablets: Collection[int], person: Person, *, why: str, at: datetime) -> bool:
    """End the person's session if it is on one of these tablets; its screen locks at once."""
    session = session_kept_as(person.session_key) if person.session_key else {}
    if session.get("tablet") not in tablets:
        return False
    _displace(person.session_key, at, why)
    sign_out(person, reason=why, at=at)
    return True


def _displace(session_key: str, at: datetime, why: str = "elsewhere") -> None:
    """Empty a session that another device or dealer replaced; what is left of it opens nothing.

    The screen that had it learns with its next request what happened.
    """
    left = SessionStore().encode({ENDED: why, ENDED_AT: at.isoformat()})
    Session.objects.filter(session_key=session_key).update(session_data=left)


def _check_desk(
    person: Person | None, badge: str, password: str, second: str | ShownPasskey, *, at: datetime
) -> Refused | None:
    property_id = person.property_id if person else None
    rows = counters.lock_counters([desk_key(badge)], at)
    locked = counters.refusal_while_locked(rows, at)
    if locked is not None:
        record_failure(person, badge, None, "locked_out", at=at, property_id=property_id)
        return locked
    if _password_is_right(person, password) and person and _second_is_right(person, second, at):
        counters.forgive([desk_key(badge)])
        return None
    counters.count_wrong_try(rows, at)
    record_failure(person, badge, None, "wrong_password_or_code", at=at, property_id=property_id)
    return counters.refusal_while_locked(rows, at) or _wrong_at_desk()


def _prove_pin(person: Person, at: datetime) -> None:
    """Password and second factor of one's own show whose a reset PIN is; first ones do not."""
    if person.pin_is_proved or person.password_must_change:
        return
    person.pin_is_proved = True
    person.save(update_fields=["pin_is_proved"])
    record_staff(StaffEvent.PIN_PROVED, about=person, by=person, at=at, detail={"how": "desk"})


def _wrong_at_desk() -> Refused:
    return Refused("wrong_password", _("Badge, password and code do not go together. Try again."))


def _password_is_right(person: Person | None, password: str) -> bool:
    known = person.password if person is not None and person.has_usable_password() else ""
    return is_hash_of(password, known, DOOR)


def _second_is_right(person: Person, second: str | ShownPasskey, at: datetime) -> bool:
    if isinstance(second, ShownPasskey):
        return use_passkey(person, second.credential, second.site, at=at)
    return _code_is_right(person, second, at)


def _code_is_right(person: Person, code: str, at: datetime) -> bool:
    """A code counts once, also when it comes twice at the same time: the row is asked, not us."""
    code = code.replace(" ", "")
    if any(accepts(person, code) for accepts in OTHER_CODES):
        return True
    if is_recovery_code(code):
        return use_recovery_code(person, code, at=at)
    if not person.totp_secret:
        return False
    totp, step = pyotp.TOTP(_seed_of(person)), int(at.timestamp()) // STEP_SECONDS
    for each in (step, step - 1, step + 1):
        if constant_time_compare(totp.at(each * STEP_SECONDS), code):
            unused = Person.objects.filter(pk=person.pk, totp_last_step__lt=each)
            return unused.update(totp_last_step=each) == 1
    return False


def _seed_of(person: Person) -> str:
    try:
        return secret_of(person)
    except VaultClosed as error:
        logger.error("the second factor of person %s cannot be read: %s", person.pk, error)
        raise Refused(
            "vault_closed",
            _("Codes cannot be checked now. Use a recovery code, and tell whoever runs the site."),
        ) from None


def find_person(badge: str, property_id: int | None = None) -> Person | None:
    """Whoever has this badge, however spelled; at a desk everybody first comes to their own."""
    people = Person.objects.select_related("property").filter(is_active=True)
    if property_id is None:
        people = people.filter(home__isnull=True)
    else:
        people = people.filter(property_id=property_id)
    return people.filter(badge__iexact=plain_badge(badge)).first()
