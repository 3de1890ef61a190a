"""The second factor of a desk: six digits from an authenticator, RFC 6238.

The seed has to be read again, so it is sealed with a key outside the database, for its person.
"""

import pyotp

from foundation.vault import seal, unseal
from staff.models import Person

ISSUER = "Pai Gow Floor"


def new_secret() -> str:
    return str(pyotp.random_base32())


def keep_secret(person: Person, secret: str) -> None:
    """Seal the seed of an authenticator for its person, who has a row already."""
    person.totp_secret, person.totp_last_step = seal(secret, place_of_seed(person)), 0


def secret_of(person: Person) -> str:
    """The seed of a person's authenticator; empty when there is none."""
    return unseal(person.totp_secret, place_of_seed(person)) if person.totp_secret else ""


def second_factor_uri(secret: str, badge: str) -> str:
    """What an authenticator reads from the QR code."""
    return str(pyotp.TOTP(secret).provisioning_uri(badge, issuer_name=ISSUER))


def is_code_of(secret: str, code: str) -> bool:
    """Tell whether a code is the secret's, now or half a minute ago; it is not used up."""
    return bool(pyotp.TOTP(secret).verify(code.replace(" ", ""), valid_window=1))


def place_of_seed(person: Person) -> str:
    """Where a seed is sealed for."""
    return f"staff_person:{person.pk}:totp"
