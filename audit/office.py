"""What the command pipeline asks of the apps above it: who may, who signs, and the record."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from audit.events import EventKind
from audit.record import record
from foundation.inputs import Signed
from staff import policy
from staff.commands.signing import Signer, guard_apart, identify
from staff.models import Person, Tablet
from staff.recording import StaffEvent


class House:
    """The house's policy, its people's PINs and its record."""

    require = staticmethod(policy.require)

    def identify(
        self, signed: Signed, *, property_id: int, tablet: Tablet | None, at: datetime
    ) -> Signer:
        return identify(signed.badge, signed.pin, property_id=property_id, tablet=tablet, at=at)

    def guard_apart(self, people: Sequence[Person], at: datetime) -> None:
        guard_apart(people, at)

    def record(
        self,
        kind: EventKind | StaffEvent,
        *,
        about: Any,
        by: Person | None,
        at: datetime,
        detail: Mapping[str, Any] | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
    ) -> None:
        kind = EventKind.of(kind) if isinstance(kind, StaffEvent) else kind
        record(kind, about=about, by=by, at=at, detail=detail, before=before, after=after)
