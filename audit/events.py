"""Every kind of event, with the sentence that the log page shows.

An app's events are in the past tense under its name. The code is stored; the sentence is shown
and translated. Sentences may use {person}, {table}, {round}, {set} and the keys of the detail.
"""

from enum import Enum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class EventKind(Enum):
    """What happened: a stable code and a sentence for people."""

    STEP_REFUSED = ("audit.step_refused", _("A step was refused: {code}"))

    PERSON_ADDED = ("staff.person_added", _("{name} was added to the staff"))
    PERSON_CHANGED = ("staff.person_changed", _("The details of {name} were changed"))
    SIGNED_IN = ("staff.signed_in", _("{person} signed in"))
    SIGNED_OUT = ("staff.signed_out", _("{person} signed out"))
    SIGN_IN_FAILED = ("staff.sign_in_failed", _("A sign-in failed: {reason}"))

    def __init__(self, code: str, sentence: Promise) -> None:
        self.code = code
        self.sentence = sentence
