"""What the event stream is asked for, by a page or a call."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.utils.timezone import get_current_timezone, is_naive, make_aware
from django.utils.translation import gettext as _
from pydantic import AfterValidator

from audit.queries.events import Cursor, Filters, hidden_from
from foundation.inputs import Id, Input, Plain, text
from staff.models import Person


def _in_zone(at: datetime) -> datetime:
    """A moment without a zone is one of the house's own."""
    return make_aware(at, get_current_timezone()) if is_naive(at) else at


def _guard_cursor(given: str) -> str:
    if given and Cursor.parse(given) is None:
        raise ValueError(_("This is no cursor."))
    return given


Subject = Annotated[str, text(80), Plain]
Moment = Annotated[datetime, AfterValidator(_in_zone)]


class EventsAsked(Input):
    """Which events; what is left out does not matter."""

    takes_more = True

    person: Id | None = None
    """Who did it, by number."""
    table: Id | None = None
    """At which table, by number."""
    round: UUID | None = None
    """In which round, by id."""
    set: Id | None = None
    """About which set of tiles, dice or cards, by number."""
    about: Subject = ""
    """About anything, as `dispute:7`."""
    kind: Subject = ""
    """What happened, as `rounds.round_settled`."""
    since: Moment | None = None
    """From this time on."""
    until: Moment | None = None
    """Before this time."""
    after: Annotated[str, text(200), AfterValidator(_guard_cursor)] = ""
    """The cursor of the page before."""

    @property
    def cursor(self) -> Cursor | None:
        return Cursor.parse(self.after) if self.after else None

    def filters(self, viewer: Person) -> Filters:
        """The same for the query of the viewer's log."""
        return Filters(
            log_id=viewer.property_id,
            hides=hidden_from(viewer),
            person_id=self.person,
            table_id=self.table,
            round_id=self.round,
            subject=f"equipment:{self.set}" if self.set else self.about,
            kind=self.kind,
            since=self.since,
            until=self.until,
        )
