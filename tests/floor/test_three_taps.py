"""A stuck or forgotten step is put right in three taps and a PIN, and leaves a trace.

A tap is a link or a button that stands on the page before it; the digits of the PIN and what a
scanner reads are none.
"""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.html import escape

from audit.models import Event
from banking.commands.slips import prepare_slip
from banking.models import SlipKind
from foundation.clock import database_time
from rounds.models import Round
from staff.commands.signing import Signer
from tables.commands.sweeping import sweep_custody
from tables.models import DealerShift
from tests.factories import PIN, make_floor
from tests.rounds.playing import Dealer
from tests.sign_in import sign_in
from tests.tables.acts import inspected, opening_table, verified, with_set
from tests.tables.test_custody import sealed

pytestmark = pytest.mark.django_db


class Thumb:
    """Goes from page to page as a thumb does, and counts its taps."""

    def __init__(self, client, person, start):
        self.client, self.taps = sign_in(client, person), 0
        self.page = self.client.get(start).content.decode()

    def tap(self, address):
        assert escape(address) in self.page, f"{address} is not on the page"
        self.taps += 1
        self.page = self.client.get(address).content.decode()

    def tick(self, name, value):
        assert f'name="{name}" value="{value}"' in self.page
        self.taps += 1

    def sign(self, address, **fields):
        assert escape(address) in self.page, f"{address} is not on the page"
        self.taps += 1
        signed = fields if any(name.endswith("-pin") for name in fields) else {"pin": PIN, **fields}
        answer = self.client.post(address, {"request_id": uuid4(), **signed})
        assert answer.status_code in (200, 302), answer.context["refused"].code


def trace(kind):
    return Event.objects.filter(kind=kind).count()


def test_a_round(client, monkeypatch):
    monkeypatch.setattr("floor.queries.queue.stuck_after", lambda viewer: timedelta(0))
    floor = make_floor()
    sheet = Dealer(floor).open()
    thumb = Thumb(client, floor.floorperson, "/queue/")
    thumb.tap(f"{reverse('queue-sign')}?what=repair&round={sheet['id']}&how=void")
    assert 'name="badge"' in thumb.page, "a second person scans their badge"
    thumb.sign(
        reverse("queue-repair", args=[sheet["id"]]),
        how="void",
        reason="opened_by_mistake",
        badge=floor.second_floorperson.badge,
    )
    assert thumb.taps <= 3
    assert Round.objects.get(pk=sheet["id"]).state == "void"
    assert trace("rounds.round_voided") == 1


def test_an_inspection(client):
    floor = opening_table()
    with_set(floor)
    inspection = inspected(floor)
    thumb = Thumb(client, floor.second_floorperson, "/queue/")
    thumb.tap(f"{reverse('queue-sign')}?what=inspection&id={inspection.pk}")
    thumb.sign(
        reverse("queue-verify", args=[inspection.pk]),
        **{"floor-badge": floor.second_floorperson.badge, "floor-pin": PIN},
    )
    assert thumb.taps <= 3
    inspection.refresh_from_db()
    assert inspection.verified_by == floor.second_floorperson
    assert trace("tables.inspection_verified") == 1


def test_a_slip(client):
    floor, at = make_floor(), database_time()
    signer = Signer(floor.floorperson, None, at)
    slip = prepare_slip(floor.table.pk, SlipKind.FILL, {2500: 4}, signer=signer, at=at)
    thumb = Thumb(client, floor.pit_manager, "/queue/")
    thumb.tap(f"{reverse('queue-sign')}?what=slip&id={slip.pk}")
    thumb.sign(reverse("queue-void-slip", args=[slip.pk]), reason="not_needed")
    assert thumb.taps <= 3
    slip.refresh_from_db()
    assert (slip.state, slip.voided_by) == ("void", floor.pit_manager)
    assert trace("banking.slip_voided") == 1


def test_a_hand_over(client):
    floor = make_floor(at=database_time() - timedelta(hours=2))
    thumb = Thumb(client, floor.floorperson, "/queue/")
    thumb.tap(reverse("hand-over", args=[floor.table.pk]))
    taken = reverse("take-over", args=[floor.table.pk])
    thumb.sign(taken, badge=floor.second_dealer.badge, shaker="S-1")
    assert thumb.taps <= 3
    shift = DealerShift.objects.get(table=floor.table, ended_at__isnull=True)
    assert shift.person == floor.second_dealer
    assert trace("tables.dealer_tapped_in") == 1


def test_an_envelope(client):
    floor = opening_table()
    with_set(floor)
    verified(floor, inspected(floor))
    envelope = sealed(floor)
    assert sweep_custody(envelope.sealed_at + timedelta(days=1))
    thumb = Thumb(client, floor.security, "/alerts/")
    thumb.tap(reverse("security-desk"))
    thumb.tick("seal_numbers", envelope.seal_number)
    thumb.sign(
        reverse("do-collect-envelopes"),
        seal_numbers=envelope.seal_number,
        **{"security-badge": floor.security.badge, "security-pin": PIN},
    )
    assert thumb.taps <= 3
    envelope.refresh_from_db()
    assert envelope.collected_by == floor.security
    assert trace("tables.envelope_collected") == 1
