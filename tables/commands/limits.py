"""Other limits at a table in play: announced ahead, or at once when every player agrees.

Rule: COMAR 36.05.03.14C, .21C.
"""

from datetime import datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from audit.record import record
from foundation.commands import Call, command
from foundation.inputs import Id, Input
from foundation.live import publish_on_commit
from rules.refusals import Refused
from staff.policy import Act
from tables.commands.furniture import Limit
from tables.commands.table_state import TABLE, WhichTable
from tables.guards import citation, guard_limits
from tables.locks import locked_table, step
from tables.models import GamingTable
from tables.queries.answers import table_answer

LEAST_MINUTES = 30
MOST_MINUTES = 24 * 60


class AnnounceLimits(Input):
    """Which limits a table gets, in how many minutes, or at once with everybody's consent."""

    table_id: Id
    minimum_cents: Limit
    maximum_cents: Limit
    minutes: Annotated[int, Field(ge=0, le=MOST_MINUTES)] = LEAST_MINUTES
    consent: bool = False


@command(
    AnnounceLimits,
    act=Act.ANNOUNCE_LIMITS,
    says=gettext_lazy("Announce the limits"),
    path=f"{TABLE}limits/",
    answer=table_answer,
)
def announce_limits(call: Call[AnnounceLimits]) -> GamingTable:
    """Announce other limits; they hold from the first round that opens at or after their time.

    Rule: COMAR 36.05.03.14C: posted thirty minutes ahead, or at once if all players consent.
    """
    asked = call.input
    table = locked_table(asked.table_id, call.by)
    guard_new_limits(asked, table)
    wait = timedelta(0) if asked.consent else timedelta(minutes=asked.minutes)
    step(
        table,
        next_minimum_cents=asked.minimum_cents,
        next_maximum_cents=asked.maximum_cents,
        limits_at=call.at + wait,
    )
    call.record(
        EventKind.LIMITS_ANNOUNCED,
        about=table,
        before={"minimum_cents": table.minimum_cents, "maximum_cents": table.maximum_cents},
        after={"minimum_cents": asked.minimum_cents, "maximum_cents": asked.maximum_cents},
        detail={"limits_at": (call.at + wait).isoformat(), "consent": asked.consent},
    )
    call.publish(f"table:{table.pk}", "table")
    return table


def guard_new_limits(asked: AnnounceLimits, table: GamingTable) -> None:
    """Refuse limits that the rules or the chips do not allow, or without notice or consent."""
    if asked.minimum_cents > asked.maximum_cents:
        raise Refused("bad_limits", _("The minimum is at most the maximum."))
    chip = min(table.denominations or [1])
    if asked.minimum_cents % chip or asked.maximum_cents % chip:
        raise Refused("not_in_chips", _("The chips of this table do not make up these limits."))
    now = (table.minimum_cents, table.maximum_cents)
    if (asked.minimum_cents, asked.maximum_cents) == now:
        raise Refused("same_limits", _("These limits hold already."))
    guard_limits(asked.minimum_cents, asked.maximum_cents, table.submission)
    if not asked.consent and asked.minutes < LEAST_MINUTES:
        raise Refused(
            "too_soon",
            _("Limits are announced thirty minutes ahead, or every player at the table agrees."),
            citation(table, "limits-announced"),
        )


@command(
    WhichTable,
    act=Act.ANNOUNCE_LIMITS,
    says=gettext_lazy("Call the change off"),
    path=f"{TABLE}limits/call-off/",
    answer=table_answer,
)
def call_off_limits(call: Call[WhichTable]) -> GamingTable:
    """Call off limits that were announced and do not hold yet."""
    table = locked_table(call.input.table_id, call.by)
    if table.limits_at is None:
        raise Refused("nothing_announced", _("No other limits are announced for this table."))
    step(table, next_minimum_cents=None, next_maximum_cents=None, limits_at=None)
    call.record(EventKind.LIMITS_CALLED_OFF, about=table)
    call.publish(f"table:{table.pk}", "table")
    return table


def take_due_limits(table: GamingTable, at: datetime) -> bool:
    """Let announced limits hold once their time has come; the caller has the table and no round.

    Rule: COMAR 36.05.03.14C.
    """
    if table.limits_at is None or at < table.limits_at:
        return False
    before = {"minimum_cents": table.minimum_cents, "maximum_cents": table.maximum_cents}
    after = {
        "minimum_cents": table.next_minimum_cents,
        "maximum_cents": table.next_maximum_cents,
    }
    step(table, **after, next_minimum_cents=None, next_maximum_cents=None, limits_at=None)
    record(EventKind.LIMITS_CHANGED, about=table, by=None, at=at, before=before, after=after)
    publish_on_commit(table.property_id, f"table:{table.pk}", "table")
    return True
