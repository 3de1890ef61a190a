"""Passwords made of words that everybody here knows are refused."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from staff.models import Person, Role

OWN_WORDS = ("paigow", "pai gow", "casino", "password", "welcome", *Role.values)
SHORTEST_REST = 6
SHORTEST_WORD = 4


class HouseWordsValidator:
    """Without the words of the product, the house and the person, enough of a password is left."""

    def validate(self, password: str, user: Person | None = None) -> None:
        left = password.lower()
        for word in sorted(self._words(user), key=len, reverse=True):
            left = left.replace(word, "")
        if len(left) < SHORTEST_REST:
            raise ValidationError(
                _("This password is made of words that are known here. Choose another one."),
                code="house_words",
            )

    def get_help_text(self) -> str:
        return _("Not made of your name, your badge, the house's name or the product's.")

    @staticmethod
    def _words(user: Person | None) -> set[str]:
        known = {each.replace("_", " ") for each in OWN_WORDS}
        if user is not None:
            house = getattr(user, "property", None) if user.property_id else None
            for text in (user.badge, user.name, house.name if house else ""):
                known |= {text.lower(), *re.split(r"\W+", text.lower())}
        return {word for word in known if len(word) >= SHORTEST_WORD}
