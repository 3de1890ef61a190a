"""Drop boxes by number: exchanged at the table by two, counted elsewhere and entered by two.

Rule: COMAR 36.05.03.15.
"""

from typing import Annotated

from django.db.models import Max
from django.http import Http404
from django.utils.translation import gettext_lazy
from pydantic import Field

from audit.events import EventKind
from banking.commands.slips import Count, Value, sign_part
from banking.guards import guard_box_free, guard_box_waits, guard_chips, guard_some_box
from banking.models import DropBox, Slip, SlipKind
from banking.parts import SECURITY
from banking.queries.answers import slip_answer
from banking.queries.boxes import box_answer, box_in_place, expected_in_box
from foundation.commands import Call, Signature, TwoPeople, command
from foundation.currencies import bills_of
from foundation.inputs import Id, Input, Pieces, Text
from staff.commands.signing import sign
from staff.gaming_day import gaming_day
from staff.models import Property
from staff.policy import Act
from tables.guards import guard_not_retired
from tables.locks import locked_table


class ExchangeBox(Input):
    """The table, and the number on the box that is put in; none when the table closes."""

    table_id: Id
    number: Annotated[Text, Field(max_length=20)] = ""


class CountBox(Input):
    """Which box, and how many notes of each value were in it."""

    box_id: Id
    chips: Annotated[dict[Value, Count], Pieces("chips-"), Field(max_length=40)]


@command(
    ExchangeBox,
    act=Act.EXCHANGE_BOX,
    says=gettext_lazy("Exchange the box"),
    path="tables/<int:table_id>/boxes/",
    signs=[
        Signature("floor", Act.SIGN_AS_FLOOR, gettext_lazy("Floorperson or above")),
        Signature("security", Act.SIGN_AS_SECURITY, gettext_lazy("Security")),
    ],
    two=[TwoPeople("floor", "security")],
    answer=box_answer,
)
def exchange_box(call: Call[ExchangeBox]) -> DropBox:
    """Take the box out of a table and put another one in, by number.

    Rule: COMAR 36.05.03.15.
    """
    table = locked_table(call.input.table_id, call.by)
    guard_not_retired(table)
    number = call.input.number.strip().upper()
    before = box_in_place(table)
    guard_some_box(before, number)
    guard_box_free(table, number)
    if before is not None:
        before.taken_at = call.at
        before.save(update_fields=["taken_at"])
    put_in = None
    if number:
        put_in = DropBox.objects.create(
            property_id=table.property_id, table=table, number=number, put_in_at=call.at
        )
    said = {"out": before.number if before else "", "in": number}
    boxes = [each for each in (put_in, before) if each is not None]
    for slot, act in (("floor", Act.SIGN_AS_FLOOR), ("security", Act.SIGN_AS_SECURITY)):
        subject = f"drop_box:{boxes[0].pk}"
        sign(call.signed[slot], act=act, subject=subject, content=said, at=call.at)
    signers = {slot: signer.person.pk for slot, signer in call.signed.items()}
    call.record(EventKind.BOX_EXCHANGED, about=[*boxes, table], detail=said | signers)
    call.publish(f"table:{table.pk}", "slip")
    return boxes[0]


@command(
    CountBox,
    act=Act.COUNT_BOX,
    says=gettext_lazy("Enter the count"),
    path="boxes/<int:box_id>/counts/",
    signs=[Signature("counter", Act.SIGN_AS_SECURITY, gettext_lazy("Security"))],
    answer=slip_answer,
)
def count_box(call: Call[CountBox]) -> Slip:
    """Enter what the count room found in a box; the cashier signs it as the second of the two.

    Security enters it: cage and floor know what a table sold, security sees neither ledger nor
    cash log.

    Rule: COMAR 36.05.03.15D.
    """
    signer = call.signed["counter"]
    house = Property.objects.select_for_update(no_key=True).get(pk=signer.person.property_id)
    boxes = DropBox.objects.select_for_update(of=("self",)).select_related("table__property")
    box = boxes.filter(pk=call.input.box_id, property=house).first()
    if box is None:
        raise Http404
    guard_box_waits(box)
    guard_chips(call.input.chips, bills_of(house.currency))
    last = Slip.objects.filter(property=house, kind=SlipKind.BOX).aggregate(n=Max("serial"))["n"]
    chips = call.input.chips
    slip = Slip.objects.create(
        property=house,
        table=box.table,
        kind=SlipKind.BOX,
        serial=(last or 0) + 1,
        gaming_day=gaming_day(house, box.taken_at or call.at),
        chips={str(cents): count for cents, count in sorted(chips.items()) if count},
        total_cents=sum(cents * count for cents, count in chips.items()),
        expected_cents=expected_in_box(box),
        prepared_by=signer.person,
        prepared_at=call.at,
    )
    box.slip = slip
    box.save(update_fields=["slip"])
    said = {
        "kind": slip.kind,
        "serial": slip.serial,
        "chips": slip.chips,
        "total_cents": slip.total_cents,
        "expected_cents": slip.expected_cents,
        "number": box.number,
    }
    about = [slip, box, box.table]
    call.record(EventKind.SLIP_PREPARED, about=about, by=signer.person, detail=said)
    sign_part(call, slip, SECURITY, signer)
    call.publish(f"table:{box.table_id}", "slip")
    return slip
