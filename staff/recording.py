"""Record what happens to people and tablets where nobody calls a command: signing in, counters.

A command records through its call, with the same codes. The record lives in an app above this
one; it plugs itself in when the site starts.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol


class StaffEvent(StrEnum):
    """The codes of the staff's events; each has its sentence in `audit.events`."""

    OPERATOR_NAMED = "staff.operator_named"
    HOUSE_OPENED = "staff.house_opened"
    PROPERTY_CHANGED = "staff.property_changed"
    PERSON_ADDED = "staff.person_added"
    PERSON_CHANGED = "staff.person_changed"
    ROLES_EXCEPTED = "staff.roles_excepted"
    PERSON_LEFT = "staff.person_left"
    PERSON_RETURNED = "staff.person_returned"
    WORKS_ELSEWHERE = "staff.works_elsewhere"
    PIN_RESET = "staff.pin_reset"
    PIN_PROVED = "staff.pin_proved"
    PIN_CHANGED = "staff.pin_changed"
    PASSWORD_CHANGED = "staff.password_changed"  # noqa: S105
    SECOND_FACTOR_SET = "staff.second_factor_set"
    RECOVERY_CODES_MADE = "staff.recovery_codes_made"
    RECOVERY_CODE_USED = "staff.recovery_code_used"
    PASSKEY_ADDED = "staff.passkey_added"
    PASSKEY_REMOVED = "staff.passkey_removed"
    SECRET_SEALED_AGAIN = "staff.secret_sealed_again"  # noqa: S105
    LOCK_LIFTED = "staff.lock_lifted"
    SIGNED_IN = "staff.signed_in"
    SIGNED_OUT = "staff.signed_out"
    SIGN_IN_FAILED = "staff.sign_in_failed"
    LOCKED_OUT = "staff.locked_out"
    STRANGERS_TRIED = "staff.strangers_tried"
    SIGNED = "staff.signed"
    TABLET_ADDED = "staff.tablet_added"
    TABLET_CODE_MADE = "staff.tablet_code_made"
    TABLET_ENROLLED = "staff.tablet_enrolled"
    TABLET_REVOKED = "staff.tablet_revoked"
    SERVICE_ADDED = "staff.service_added"
    SERVICE_SHUT = "staff.service_shut"
    TOKEN_MADE = "staff.token_made"  # noqa: S105
    TOKEN_REVOKED = "staff.token_revoked"  # noqa: S105


class Recorder(Protocol):
    def __call__(
        self,
        code: str,
        *,
        about: Any,
        by: Any,
        at: datetime,
        detail: Mapping[str, Any] | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> object: ...


_recorders: list[Recorder] = []


def plug_in_recorder(recorder: Recorder) -> None:
    _recorders[:] = [recorder]


def record_staff(
    event: StaffEvent,
    *,
    about: Any,
    by: Any,
    at: datetime,
    detail: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Record in the transaction of the change; without a record there is no change."""
    _recorders[0](event.value, about=about, by=by, at=at, detail=detail, before=before, after=after)
