"""Large payouts: the round asks for the document, people sign by amount, surveillance is told."""

import random
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from audit.models import Event
from banking.commands.cash_log import describe_patron, identify_patron
from banking.commands.payouts import (
    LargePayment,
    PaidRound,
    ask_for_payouts,
    large_payments,
    wants_tax_form,
)
from banking.commands.slips import prepare_slip, sign_slip
from banking.models import Payout, PayoutKind, Slip, SlipKind
from rounds.models import Round
from rules.refusals import Refused
from rules.round import PlacedWager
from rules.settlement import (
    HouseResult,
    SettledBank,
    SettledDealer,
    SettledSeat,
    Settlement,
    players_of,
)
from staff.commands.signing import Signer
from staff.gaming_day import gaming_day
from tables.models import Alert
from tests.banking.test_api import api
from tests.factories import make_floor
from tests.reports.history import History
from tests.rounds.test_cards import OPTIONS, card_round, jackpot_for
from tests.sign_in import sign_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


def sets(floor, **numbers):
    house = floor.property
    house.settings = numbers
    type(house).objects.filter(pk=house.pk).update(settings=numbers)
    floor.table.property.settings = numbers


def paid_round(floor, *, net=0, pair=0, wager=50_000, side=100, kind="house", at=NOW):
    """A round as settled: one seat, its own wager, and Pair Fortunes where something is won."""
    wagers = (PlacedWager(2, "Kim", wager, pair_fortunes=side if pair else None),)
    bonuses = {"pair_fortunes": {"class": "gee-joon", "won": pair, "net": pair}} if pair else {}
    seat = SettledSeat(2, "win", "win", "win", net, 0, net, wager, net + pair, bonuses)
    settled = Settlement(
        facts={},
        seats=(seat,),
        players=players_of(wagers, (seat,)),
        bank=SettledBank(kind=kind),
        house=HouseResult(-net - pair, 0),
        dealer=SettledDealer(),
    )
    return PaidRound(uuid4(), 7, gaming_day(floor.property, at), wagers, settled)


@transaction.atomic
def asked(floor, *, at=NOW, **paid):
    ask_for_payouts(floor.table, paid_round(floor, at=at, **paid), by=floor.dealer, at=at)
    return Slip.objects.filter(table=floor.table, kind="payout").order_by("pk").last()


def sign(slip, person):
    return sign_slip(slip.pk, signer=Signer(person, None, NOW), at=NOW)


CASES = [
    ({"net": 499_999}, []),
    ({"net": 500_000}, [("win", 500_000)]),
    ({"net": 500_000, "kind": "player"}, []),
    ({"net": 500_000, "kind": "co-bank"}, [("win", 500_000)]),
    ({"pair": 59_999}, []),
    ({"pair": 60_000}, [("pair_fortunes", 60_000)]),
    ({"pair": 60_000, "kind": "player"}, [("pair_fortunes", 60_000)]),
    ({"net": 700_000, "pair": 60_000}, [("win", 700_000), ("pair_fortunes", 60_000)]),
]


@pytest.mark.parametrize(("paid", "found"), CASES)
def test_which_payments_of_a_round_are_large(floor, paid, found):
    payments = large_payments(floor.property, paid_round(floor, **paid))
    assert [(each.what, each.cents) for each in payments] == found


def test_a_round_asks_for_the_document_and_surveillance_is_told(floor):
    slip = asked(floor, pair=60_000)
    assert (slip.serial, slip.total_cents, slip.state) == (1, 60_000, "prepared")
    payout = Payout.objects.get()
    assert (payout.what, payout.seat, payout.player) == ("pair_fortunes", 2, "Kim")
    assert (payout.wager_cents, payout.wants_tax_form, payout.wants_manager) == (100, True, False)
    assert Event.objects.filter(kind="banking.payout_due", table_id=floor.table.pk).count() == 1
    assert Alert.objects.get(code="large_payout").params["cents"] == 60_000
    page = sign_in(Client(), floor.surveillance).get(reverse("alerts")).content.decode()
    assert "Payout of" in page


TAX = [(60_000, 200, True), (60_000, 201, False), (59_999, 100, False), (300_000, 1_000, True)]


@pytest.mark.parametrize(("cents", "wager", "wanted"), TAX)
def test_tax_data_want_both_the_amount_and_the_odds(floor, cents, wager, wanted):
    payment = LargePayment(PayoutKind.PAIR_FORTUNES, 2, "Kim", wager, cents)
    assert wants_tax_form(floor.property, payment) is wanted


def test_a_big_win_is_signed_by_dealer_and_floor_and_posts_nothing(floor):
    slip = asked(floor, net=500_000)
    with pytest.raises(Refused) as refused:
        sign(slip, floor.security)
    assert refused.value.code == "no_part"
    sign(slip, floor.dealer)
    slip = sign(slip, floor.floorperson)
    assert slip.state == "complete"
    assert not slip.entries.exists(), "the round's own entry moved it"
    assert Alert.objects.get(code="large_payout").acknowledged_at is not None


def test_a_very_large_one_also_by_security_and_the_pit_manager(floor):
    slip = asked(floor, net=1_000_000)
    for person in (floor.dealer, floor.floorperson, floor.security):
        assert sign(slip, person).state == "prepared"
    with pytest.raises(Refused):
        sign(slip, floor.second_floorperson)
    assert sign(slip, floor.pit_manager).state == "complete"


def test_the_last_signature_waits_for_the_patrons_identity(floor):
    slip = asked(floor, pair=60_000)
    sign(slip, floor.dealer)
    with pytest.raises(Refused) as refused:
        sign(slip, floor.floorperson)
    assert refused.value.code == "identify_first"
    patron = describe_patron(floor.table.pk, 2, "Kim", None, "grey cap", by=floor.cashier, at=NOW)
    told = ("Kim Lee", datetime(1980, 1, 2).date(), "1 Pier Rd", "P 1234", "123-45-6789")
    identify_patron(patron.pk, *told, by=floor.cashier, at=NOW)
    assert sign(slip, floor.floorperson).state == "complete"
    said = str([bytes(each) for each in Event.objects.values_list("body", flat=True)])
    assert "123-45-6789" not in said
    client = sign_in(Client(), floor.cashier)
    sheet = client.post(reverse("do-read-identity", args=[patron.pk]), {"request_id": uuid4()})
    page = sheet.content.decode()
    assert "123-45-6789" in page
    assert "form W-2G" in page
    assert "$600.00" in page


def test_another_house_sets_other_numbers(floor):
    sets(floor, payout_cents=10_000, manager_payout_cents=20_000)
    assert asked(floor, net=10_000).total_cents == 10_000
    assert asked(floor, net=20_000).payout.wants_manager is True


def test_a_correction_makes_the_waiting_document_void(floor):
    paid = paid_round(floor, net=500_000)
    ask_for_payouts(floor.table, paid, by=floor.dealer, at=NOW)
    ask_for_payouts(floor.table, paid, by=floor.dealer, at=NOW)
    slips = Slip.objects.filter(kind="payout").order_by("serial")
    assert [(each.serial, each.state, each.void_reason) for each in slips] == [
        (1, "void", "round_corrected"),
        (2, "prepared", ""),
    ]
    sign(slips[1], floor.dealer)
    sign(slips[1], floor.floorperson)
    ask_for_payouts(floor.table, paid, by=floor.dealer, at=NOW)
    assert Slip.objects.filter(kind="payout").count() == 2, "what is signed stands"
    less = paid._replace(settled=paid_round(floor, net=400_000).settled)
    ask_for_payouts(floor.table, less, by=floor.dealer, at=NOW)
    assert Slip.objects.filter(kind="payout").count() == 2


def test_a_settled_round_asks_by_itself_and_a_small_one_does_not():
    floor = make_floor("three-card-split", options=OPTIONS)
    jackpot_for(floor, grows="none")
    card_round(floor, "AS KD 3C", four_card=500)
    assert not Slip.objects.filter(table=floor.table, kind="payout").exists()
    card_round(floor, "AS AD AH", community="AC", four_card=500)
    found = Payout.objects.filter(slip__table=floor.table).order_by("what")
    assert [each.what for each in found] == ["four_card", "jackpot"]
    assert found[1].slip.total_cents == 50_000, "the meter, apart from what the pay table pays"
    assert {each.seat for each in found} == {1}


def test_nobody_writes_a_payout_by_hand(floor):
    signer = Signer(floor.floorperson, None, NOW)
    with pytest.raises(Refused) as refused:
        prepare_slip(floor.table.pk, SlipKind.PAYOUT, {}, signer=signer, at=NOW)
    assert refused.value.code == "not_on_the_pad"
    client = sign_in(Client(), floor.floorperson)
    assert client.get(reverse("new-slip", args=[floor.table.pk, "payout"])).status_code == 404


def test_the_page_shows_what_was_won_and_the_second_print_says_so(floor):
    slip = asked(floor, pair=60_000)
    client = sign_in(Client(), floor.floorperson)
    page = client.get(reverse("slip", args=[slip.pk])).content.decode()
    assert "Pair Fortunes" in page
    assert "form W-2G" in page
    queue = client.get(reverse("queue")).content.decode()
    assert "Payout document" in queue

    def paper():
        form = {"request_id": str(uuid4())}
        return client.post(reverse("do-print-slip", args=[slip.pk]), form).content.decode()

    assert "REPRINT" not in paper()
    assert "REPRINT 2" in paper()
    assert "REPRINT 3" in paper()
    assert Event.objects.filter(kind="banking.slip_printed").count() == 3
    same = {"request_id": str(uuid4())}
    url = reverse("do-print-slip", args=[slip.pk])
    first, again = client.post(url, same), client.post(url, same)
    assert "REPRINT 4" in first.content.decode()
    assert "REPRINT 4" in again.content.decode(), "the same page loaded again is the same print"


def test_the_tablet_is_told_the_numbers_and_what_waits(floor):
    asked(floor, net=500_000)
    cash = api(floor.dealer).get(f"/api/v1/tables/{floor.table.pk}/sheet/").json()["cash"]
    assert (cash["payout_cents"], cash["side_payout_cents"]) == (500_000, 60_000)
    assert [each["label"] for each in cash["slips"]] == ["Payout document"]
    assert cash["slips"][0]["waits_for"] == "Dealer → Floorperson"


def test_rounds_by_chance_have_a_document_for_every_large_payment():
    floor = make_floor(options={"player_bank": False})
    sets(floor, payout_cents=10_000)
    history = History(floor, random.Random(3))
    for _ in range(10):
        history.correct(history.whole())
    expected = sorted(
        each.net_cents
        for row in Round.objects.filter(table=floor.table, state="settled")
        if row.bank_kind != "player"
        for each in row.settlement.settled.players
        if each.net_cents >= 10_000
    )
    assert expected, "the history has large payments"
    found = Slip.objects.filter(table=floor.table, kind="payout").exclude(state="void")
    assert sorted(found.values_list("total_cents", flat=True)) == expected
