"""Look for the sets by their serials and compare with the ledger: daily, and every three months."""

from datetime import datetime, timedelta
from typing import Annotated

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from foundation.commands import Call, Signature, command
from foundation.inputs import Input, Note, OneOf, Pieces, Word
from rules.refusals import Refused
from staff.commands.signing import sign
from staff.gaming_day import gaming_day
from staff.models import Person, Role
from staff.policy import Act
from tables.commands import alerts
from tables.models import EquipmentKind, EquipmentMove, StockCount
from tables.models.custody import CountPurpose
from tables.queries.answers import count_answer
from tables.queries.stock import COUNTED_STATES, book_count, misplaced_sets, serials_by_place

RULE = "COMAR 36.05.02.19Q"
MOST_NAMED = 8
"""How many serials an alert names; the count has them all."""
CONFLICT_LASTS = timedelta(days=92)
COUNTER = Signature("counter", Act.RECONCILE, gettext_lazy("Who counts"))
STOCKTAKER = Signature("counter", Act.TAKE_STOCK, gettext_lazy("Who counts"))
WORKS_WITH_SETS = (Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SECURITY)


class SetsCounted(Input):
    """Which sets were seen, and where; in which places somebody looked, also the empty ones."""

    found: Annotated[
        dict[Word, Annotated[str, OneOf(COUNTED_STATES)]], Field(max_length=1000), Pieces("at-")
    ] = Field(default_factory=dict)
    """The place of each set by its serial number."""
    looked: Annotated[
        tuple[Annotated[str, OneOf(COUNTED_STATES)], ...], Field(max_length=len(COUNTED_STATES))
    ] = ()


class CountSets(SetsCounted):
    """Which sets of one kind were seen where, and what there is to say about it."""

    kind: EquipmentKind
    note: Note = ""


@command(
    CountSets,
    act=Act.RECONCILE,
    says=gettext_lazy("Sign the count"),
    path="equipment/reconciliations/",
    signs=[COUNTER],
    answer=count_answer,
)
def reconcile(call: Call[CountSets]) -> StockCount:
    """Record the daily count of one kind of set by place, beside what the ledger says.

    Rule: COMAR 36.05.02.19Q.
    """
    return _count(call, CountPurpose.DAILY, Act.RECONCILE)


@command(
    CountSets,
    act=Act.TAKE_STOCK,
    says=gettext_lazy("Sign the stock-take"),
    path="equipment/stock-takes/",
    signs=[STOCKTAKER],
    answer=count_answer,
)
def take_stock(call: Call[CountSets]) -> StockCount:
    """Record the stock-take, by somebody who does not work with the sets.

    Rule: COMAR 36.05.02.19Q.
    """
    guard_no_conflicting_duty(call.signed["counter"].person, call.at)
    return _count(call, CountPurpose.STOCK_TAKE, Act.TAKE_STOCK)


def guard_no_conflicting_duty(person: Person, at: datetime) -> None:
    """Refuse a stock-taker who deals, watches or moves sets, now or in the last three months."""
    moved = EquipmentMove.objects.filter(
        Q(by=person) | Q(second=person),
        property_id=person.property_id,
        at__gt=at - CONFLICT_LASTS,
    )
    if person.has_role(*WORKS_WITH_SETS) or moved.exists():
        raise Refused(
            "conflicting_duty",
            _("The stock-take is for somebody who does not work with the sets."),
            RULE,
        )


def _count(call: Call[CountSets], purpose: CountPurpose, act: Act) -> StockCount:
    signer, at = call.signed["counter"], call.at
    kind, note = EquipmentKind(call.input.kind).value, call.input.note
    if set(call.input.looked) != set(COUNTED_STATES):
        raise Refused(
            "count_incomplete", _("Look in every place, also the empty ones, and tick it."), RULE
        )
    house = signer.person.property
    book, counted = book_count(house.pk, kind), serials_by_place(call.input.found)
    agrees = book == counted
    if not agrees and not note:
        raise Refused(
            "note_missing",
            _("The count differs from the ledger. Count again, or say what you found."),
            RULE,
        )
    content = {"kind": kind, "book": book, "counted": counted, "note": note}
    count = StockCount.objects.create(
        property=house,
        purpose=purpose,
        kind=kind,
        gaming_day=gaming_day(house, at),
        book=book,
        counted=counted,
        agrees=agrees,
        note=note,
        by=signer.person,
        sign_off=sign(signer, act=act, subject=f"property:{house.pk}", content=content, at=at),
        at=at,
    )
    call.record(
        EventKind.STOCK_COUNTED,
        about=count,
        by=signer.person,
        detail={"purpose": purpose.value, "agrees": agrees, **content},
    )
    alerts.close_alerts(house.pk, f"{purpose.value}:{kind}", by=signer.person, at=at)
    if not agrees:
        serials = _first_few([each.serial for each in misplaced_sets(count)])
        said = alerts.AlertWords(
            f"count:{count.pk}",
            "count_differs",
            alerts.URGENT,
            {"kind": kind, "serials": serials},
        )
        alerts.raise_alert(said, property_id=house.pk, table=None, at=at)
    call.publish("equipment", "equipment")
    return count


def _first_few(serials: list[str]) -> str:
    return ", ".join(serials[:MOST_NAMED]) + (" …" if len(serials) > MOST_NAMED else "")
