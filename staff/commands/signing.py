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
from staff.models import Person, SignOff, Tablet
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
    """Refuse two on one act of whom one gave the other a PIN within a day, and so knew it."""
    together = {person.keeper_id: person for person in people}
    for person in together.values():
        given_at = person.keeper.pin_given_at
        if given_at is None or at - given_at >= APART_FOR:
            continue
        giver = _giver_of(person.keeper)
        if giver in together:
            raise Refused(
                "pin_given_by_cosigner",
                _("{giver} gave {person} a PIN today. Another colleague has to sign.").format(
                    giver=together[giver].name, person=person.name
                ),
            )


def _giver_of(keeper: Person) -> int | None:
    giver = keeper.pin_given_by
    return None if giver is None else giver.keeper_id


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
