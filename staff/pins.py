"""PINs: six digits that nobody guesses first, kept only as a hash."""

from functools import cache
from itertools import pairwise

from django.contrib.auth.hashers import check_password, make_password
from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.hashing import FLOOR, HashingPool
from staff.models import Person

LENGTH = 6


def guard_six_digits(pin: str) -> None:
    """Refuse what cannot be a PIN, before anybody asks whose it is.

    A slip of the finger is no try: it moves no counter and records no failed sign-in. Every door
    that takes a PIN asks this first.
    """
    if len(pin) != LENGTH or not (pin.isascii() and pin.isdigit()):
        raise Refused(
            "malformed_pin",
            _("A PIN has {count} digits. Type all of them, and nothing else.").format(count=LENGTH),
        )


def guard_pin(pin: str) -> None:
    """Refuse a new PIN that is none, or that a thief tries first."""
    guard_six_digits(pin)
    if _is_easy(pin):
        raise Refused(
            "weak_pin", _("This PIN is too easy: no rows, repeats or years. Choose another one.")
        )


def _is_easy(pin: str) -> bool:
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    halves = pin[:3] == pin[3:] or pin[:2] * 3 == pin
    year = pin[:2] in {"19", "20"} or pin[2:4] in {"19", "20"}
    return len(steps) == 1 or halves or year


def hash_pin(pin: str) -> str:
    return make_password(pin)


def pin_is_right(person: Person | None, pin: str, pool: HashingPool = FLOOR) -> bool:
    """Compare with the hash; an unknown person costs the same work as a wrong PIN."""
    known = person.keeper.pin if person is not None else ""
    return is_hash_of(pin, known, pool)


def is_hash_of(secret: str, known: str, pool: HashingPool) -> bool:
    """Compare a secret with its hash, in a pool; no hash at all costs the same work."""
    return pool.compute(lambda: check_password(secret, known or _nobodys_hash())) and bool(known)


@cache
def _nobodys_hash() -> str:
    return make_password("nobody has this PIN")
