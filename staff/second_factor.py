"""The second factor of a desk: six digits from an authenticator, RFC 6238."""

import pyotp

ISSUER = "Pai Gow Floor"


def new_secret() -> str:
    return str(pyotp.random_base32())


def second_factor_uri(secret: str, badge: str) -> str:
    """What an authenticator reads from the QR code."""
    return str(pyotp.TOTP(secret).provisioning_uri(badge, issuer_name=ISSUER))


def is_code_of(secret: str, code: str) -> bool:
    """Tell whether a code is the secret's, now or half a minute ago; it is not used up."""
    return bool(pyotp.TOTP(secret).verify(code.replace(" ", ""), valid_window=1))
