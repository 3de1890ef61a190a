"""Know a person by badge and PIN at this moment, and keep what they signed."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import transaction
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.badges import plain_badge
from staff.commands import counters
from staff.commands.strangers import Stranger, count_refusal
from staff.lock_keys import badge_key, keys_of
from staff.models import Person, Role, SignOff, Tablet
from staff.pins import guard_six_digits, pin_is_right
from staff.policy import Act, require, role_for
from staff.recording import StaffEvent, record_staff

APART_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Signer:
    """Somebody who proved a moment ago, with their own PIN, that it is them."""

    person: Person
    tablet: Tablet | None
    at: datetime


def identify(
    badge: str, pin: str, *, property_id: int, tablet: Tablet | None, at: datetime
) -> Signer:
    """Find out who signs, by badge and PIN.

    Runs in a transaction of its own, before that of the command: a wrong try counts even though
    the command it was meant for never happens. What is not six digits is no try.
    """
    guard_six_digits(pin)
    with transaction.atomic(durable=True):
        person = _person(badge, property_id)
        refused = check_pin(person, badge, pin, tablet=tablet, at=at, property_id=property_id)
    if refused is not None or person is None:
        raise refused or wrong_pin()
    if person.keeper.pin_must_change:
        raise Refused(
            "first_pin", _("Nobody signs with a first PIN. Sign in and choose your own PIN.")
        )
    if not person.keeper.pin_is_proved:
        raise Refused(
            "reset_pin",
            _(
                "Your PIN was reset and signs nothing yet. Sign in at a desk with password and"
                " code, or let an administrator confirm that it is you."
            ),
        )
    return Signer(person, tablet, at)


def guard_apart(people: Iterable[Person], at: datetime) -> None:
    """Refuse two on one act whom one person could both be, because they gave a PIN and knew it.

    That is so for a day, and until its owner has proved whose a reset PIN is: for the giver beside
    the owner, and for two colleagues with PINs of one giver where others could sign instead; on a
    house's first day everybody has theirs from one.
    """
    together = {person.keeper_id: person for person in people}
    known_to: dict[int, Person] = {}
    for person in together.values():
        giver = _giver_who_may_know(person.keeper, at)
        if giver is None:
            continue
        if giver.keeper_id in together:
            raise Refused(
                "pin_given_by_cosigner",
                _("{giver} gave {person} a PIN. Another colleague has to sign.").format(
                    giver=giver.name, person=person.name
                ),
            )
        other = known_to.setdefault(giver.keeper_id, person)
        if other is not person and _others_could_sign(person, at):
            raise Refused(
                "pins_of_one_giver",
                _(
                    "{giver} gave {one} and {two} new PINs today. Another colleague has to sign."
                ).format(giver=giver.name, one=other.name, two=person.name),
            )


def _others_could_sign(person: Person, at: datetime) -> bool:
    """Whether somebody of the floor has a PIN that nobody else has known for longer than that."""
    floor = Person.objects.filter(
        property_id=person.property_id,
        is_active=True,
        roles__overlap=[Role.FLOORPERSON, Role.PIT_MANAGER],
    )
    since = at - APART_FOR
    keepers = floor.exclude(pin_given_at__gt=since).exclude(home__pin_given_at__gt=since)
    return keepers.exclude(pin_is_proved=False).exclude(home__pin_is_proved=False).exists()


def _giver_who_may_know(keeper: Person, at: datetime) -> Person | None:
    """Whoever gave a PIN a short while ago, or one whose owner nobody has seen since."""
    given_at = keeper.pin_given_at
    is_new = given_at is not None and at - given_at < APART_FOR
    return keeper.pin_given_by if is_new or not keeper.pin_is_proved else None


def check_pin(
    person: Person | None,
    badge: str,
    pin: str,
    *,
    tablet: Tablet | None,
    at: datetime,
    property_id: int,
) -> Refused | None:
    """Judge a try and count it; the answer is the same for a wrong PIN and an unknown badge."""
    rows = counters.lock_counters(keys_of(badge, tablet), at)
    locked = counters.refusal_while_locked(rows, at)
    if locked is not None:
        record_failure(person, badge, tablet, "locked_out", at=at, property_id=property_id)
        return locked
    if pin_is_right(person, pin):
        counters.forgive([badge_key(badge)])
        return None
    newly_locked = counters.count_wrong_try(rows, at)
    record_failure(person, badge, tablet, "wrong_pin", at=at, property_id=property_id)
    for key in newly_locked:
        record_staff(
            StaffEvent.LOCKED_OUT,
            about=Stranger(f"counter:{key}", property_id),
            by=None,
            at=at,
            detail={"key": key},
        )
    return counters.refusal_while_locked(rows, at) or wrong_pin(counters.tries_left(rows))


def wrong_pin(left: int = 0) -> Refused:
    if not left:
        return Refused("wrong_pin", _("Badge and PIN do not go together. Try again."))
    message = _("Badge and PIN do not go together. Tries left: {count}.").format(count=left)
    return Refused("wrong_pin", message)


@transaction.atomic
def sign(
    signer: Signer, *, act: Act, subject: str, content: Mapping[str, Any], at: datetime
) -> SignOff:
    """Keep a signature: who, under which licence and role, on which tablet, over what.

    Rule: COMAR 36.03.10.01B(14).
    """
    require(signer.person, act)
    sign_off = SignOff.objects.create(
        property_id=signer.person.property_id,
        person=signer.person,
        licence_number=signer.person.licence_number,
        role=role_for(signer.person, act),
        tablet=signer.tablet,
        act=act,
        subject=subject,
        content=content,
        content_hash=content_hash(act, subject, content),
        at=at,
    )
    record_staff(
        StaffEvent.SIGNED,
        about=[sign_off, signer.person, subject],
        by=signer.person,
        at=at,
        detail={"act": act, "subject": subject, "hash": bytes(sign_off.content_hash).hex()},
    )
    return sign_off


def content_hash(act: str, subject: str, content: Mapping[str, Any]) -> bytes:
    """Hash what is signed, so that a signature belongs to one text only."""
    signed = {"act": str(act), "subject": subject, "content": content}
    return hashlib.sha256(orjson.dumps(signed, option=orjson.OPT_SORT_KEYS, default=str)).digest()


def record_failure(
    person: Person | None,
    badge: str,
    tablet: Tablet | None,
    reason: str,
    *,
    at: datetime,
    property_id: int | None,
) -> None:
    """Record a wrong try. What nobody limits, a guessed badge or a locked one, is only counted."""
    if person is None or reason == "locked_out":
        count_refusal(property_id, reason, at=at)
        return
    about: list[Any] = [Stranger(f"sign-ins:{property_id or 0}", property_id)]
    about += [thing for thing in (person, tablet) if thing is not None]
    record_staff(
        StaffEvent.SIGN_IN_FAILED,
        about=about,
        by=None,
        at=at,
        detail={"reason": reason, "badge": badge[:20]},
    )


def _person(badge: str, property_id: int) -> Person | None:
    people = Person.objects.select_related("property").filter(is_active=True)
    return people.filter(property_id=property_id, badge__iexact=plain_badge(badge)).first()
