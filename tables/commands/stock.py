"""Count the sets and compare with the ledger of moves: every day, and every three months."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from audit.doorbell import publish_on_commit
from audit.events import EventKind
from audit.record import record
from rules.refusals import Refused
from staff.commands.signing import Signer, sign
from staff.gaming_day import gaming_day
from staff.models import Person, Role
from staff.policy import Act, require
from tables.commands.alerts import URGENT, Call, close_alerts, raise_alert
from tables.models import EquipmentKind, EquipmentMove, StockCount
from tables.models.custody import CountPurpose
from tables.queries.stock import COUNTED_STATES, book_count

RULE = "COMAR 36.05.02.19Q"
CONFLICT_LASTS = timedelta(days=92)
WORKS_WITH_SETS = (Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER, Role.SECURITY)


@transaction.atomic
def reconcile(
    kind: str, counted: Mapping[str, int], note: str, *, signer: Signer, at: datetime
) -> StockCount:
    """Record the daily count of one kind of set by place, beside what the ledger says.

    Rule: COMAR 36.05.02.19Q.
    """
    require(signer.person, Act.RECONCILE)
    return _count(CountPurpose.DAILY, Act.RECONCILE, kind, counted, note, signer=signer, at=at)


@transaction.atomic
def take_stock(
    kind: str, counted: Mapping[str, int], note: str, *, signer: Signer, at: datetime
) -> StockCount:
    """Record the stock-take, by somebody who does not work with the sets.

    Rule: COMAR 36.05.02.19Q.
    """
    require(signer.person, Act.TAKE_STOCK)
    guard_no_conflicting_duty(signer.person, at)
    return _count(
        CountPurpose.STOCK_TAKE, Act.TAKE_STOCK, kind, counted, note, signer=signer, at=at
    )


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


def _count(
    purpose: CountPurpose,
    act: Act,
    kind: str,
    counted: Mapping[str, int],
    note: str,
    *,
    signer: Signer,
    at: datetime,
) -> StockCount:
    if kind not in EquipmentKind.values or set(counted) != set(COUNTED_STATES):
        raise Refused("count_incomplete", _("Count every place, also the empty ones."), RULE)
    house = signer.person.property
    book = book_count(house.pk, kind)
    agrees = dict(book) == dict(counted)
    if not agrees and not note.strip():
        raise Refused(
            "note_missing",
            _("The count differs from the ledger. Count again, or say what you found."),
            RULE,
            book=book,
        )
    content = {"kind": kind, "book": book, "counted": dict(counted), "note": note}
    count = StockCount.objects.create(
        property=house,
        purpose=purpose,
        kind=kind,
        gaming_day=gaming_day(house, at),
        book=book,
        counted=dict(counted),
        agrees=agrees,
        note=note,
        by=signer.person,
        sign_off=sign(signer, act=act, subject=f"property:{house.pk}", content=content, at=at),
        at=at,
    )
    record(
        EventKind.STOCK_COUNTED,
        about=count,
        by=signer.person,
        at=at,
        detail={"purpose": purpose.value, "agrees": agrees, **content},
    )
    close_alerts(house.pk, f"{purpose.value}:{kind}", by=signer.person, at=at)
    if not agrees:
        call = Call(f"count:{count.pk}", "count_differs", URGENT, {"kind": kind})
        raise_alert(call, property_id=house.pk, table=None, at=at)
    publish_on_commit(house.pk, "equipment", "equipment")
    return count
