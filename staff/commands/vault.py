"""Seal every secret again with the key that seals now, after the key was changed."""

from collections import Counter
from datetime import datetime

from django.conf import settings
from django.db import transaction

from foundation.vault import VaultClosed, is_sealed_anew, key_name, name_of
from staff.models import Person
from staff.recording import StaffEvent, record_staff
from staff.second_factor import keep_secret, secret_of


def sealed_with() -> Counter[str]:
    """How many secrets are sealed with which key, by the key's name."""
    kept = Person.objects.exclude(totp_secret="").values_list("totp_secret", flat=True)
    return Counter(name_of(each) for each in kept)


def seal_again(*, at: datetime) -> tuple[int, list[str]]:
    """Seal anew what another key sealed; also return the badges whose secret no key opens.

    One transaction a person: it may be broken off and run again, beside people who sign in.
    """
    if not settings.VAULT_KEYS:
        raise VaultClosed("VAULT_KEYS is empty: nothing can be sealed")
    done, closed = 0, []
    for person_id in Person.objects.exclude(totp_secret="").order_by("pk").values_list("pk"):
        try:
            done += _seal_again(person_id[0], at)
        except VaultClosed:
            closed.append(Person.objects.get(pk=person_id[0]).badge)
    return done, closed


@transaction.atomic
def _seal_again(person_id: int, at: datetime) -> bool:
    person = Person.objects.select_for_update().get(pk=person_id)
    if is_sealed_anew(person.totp_secret):
        return False
    used = person.totp_last_step
    keep_secret(person, secret_of(person))
    person.totp_last_step = used  # a code that was used stays used
    person.save(update_fields=["totp_secret", "totp_last_step"])
    name = key_name(settings.VAULT_KEYS[0])
    record_staff(StaffEvent.SECRET_SEALED_AGAIN, about=person, by=None, at=at, detail={"key": name})
    return True
