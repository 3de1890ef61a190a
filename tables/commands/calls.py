"""The dealer calls the floor: two taps on the tablet, and somebody says that they are coming.

A call is an alert that a person raised: it stands on the queue until somebody answers, and goes to
the pit manager when nobody does.
"""

from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from audit.events import EventKind
from foundation.commands import Call, command
from foundation.inputs import Id, Input
from rules.refusals import Refused
from staff.policy import Act, may
from tables.commands.alerts import URGENT, AlertWords, raise_alert
from tables.commands.table_state import TABLE
from tables.guards import guard_deals_at
from tables.locks import locked_table
from tables.models import Alert
from tables.queries.answers import alert_answer
from tables.queries.calls import FLOOR_CALLED, open_calls


class CallFloor(Input):
    """At which table, and what for."""

    table_id: Id
    what: Literal["fill", "ruling", "colour_change", "security", "relief"]


@command(
    CallFloor,
    act=Act.WORK_AT_TABLE,
    says=gettext_lazy("Call the floor"),
    path=f"{TABLE}calls/",
    answer=alert_answer,
)
def call_floor(call: Call[CallFloor]) -> Alert:
    """Call the floor to a table; whoever acknowledges the call is coming.

    Rule: house procedure.
    """
    table, what = locked_table(call.input.table_id, call.by), call.input.what
    if not may(call.by, Act.VERIFY_INSPECTION):
        guard_deals_at(table, call.by)
    if any(each.params["what"] == what for each in open_calls(table)):
        raise Refused("called_already", _("The floor is called for that already."))
    said = AlertWords(
        f"call:{table.pk}:{what}:{call.at.isoformat()}",
        FLOOR_CALLED,
        URGENT,
        {"table": table.number, "what": what, "caller": call.by.name},
    )
    alert = raise_alert(said, property_id=table.property_id, table=table, at=call.at)
    assert alert is not None  # the lock of the table, and a key with the moment
    call.record(EventKind.FLOOR_CALLED, about=[alert, table], detail={"what": what})
    return alert
