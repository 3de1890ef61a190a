"""How wrong tries are counted: under the badge, known or not, and under the tablet.

PINs and passwords count apart: whoever guesses passwords from somewhere stops no tablet.
"""

from staff.badges import plain_badge
from staff.models import Tablet


def badge_key(badge: str) -> str:
    return f"badge:{plain_badge(badge)[:40]}"


def desk_key(badge: str) -> str:
    return f"desk:{plain_badge(badge)[:40]}"


def keys_of(badge: str, tablet: Tablet | None) -> list[str]:
    return [badge_key(badge), *([f"tablet:{tablet.pk}"] if tablet else [])]
