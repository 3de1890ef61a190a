"""Tiles that are found damaged in play, and sets that are changed at a table that is open."""

from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.test import Client

from foundation.clock import database_time
from rounds.models import Round
from tables.commands.at_table import (
    InspectionFacts,
    begin_play,
    bring_set,
    display_tiles,
    inspect_set,
    remove_set,
    verify_inspection,
)
from tables.commands.envelopes import EnvelopeFacts, seal_envelope
from tables.commands.rebuild import replace_tile
from tables.commands.receipt import make_tiles
from tables.models import Inspection, Placement
from tests.factories import make_floor, make_set
from tests.rounds.playing import SIX_HANDS, Dealer
from tests.rounds.taps import (
    Call,
    Incident,
    Thrown,
    WholeRound,
    confirm_ruling,
    record_whole_round,
    report_irregularity,
)
from tests.sign_in import sign_in
from tests.tables.acts import complete, refused, signer

pytestmark = pytest.mark.django_db


def found_damaged(dealer, n=1):
    """The dealer reports a damaged tile of the open round, and the floor confirms the ruling."""
    dealer.do(report_irregularity, "damaged-tile", {})
    return dealer.do(confirm_ruling, n, "proposed", signer(dealer.floor.floorperson))


def at_open_round(profile="maryland", **options):
    dealer = Dealer(make_floor(profile, options=options))
    dealer.open()
    dealer.wager(s2=2000)
    return dealer


def settled(dealer):
    dealer.close_passing()
    if dealer.floor.submission.profile == "new-zealand":
        dealer.cut()
    dealer.roll()
    dealer.deal()
    dealer.hands(seat_2=SIX_HANDS["seat-2"], dealer=SIX_HANDS["dealer"])
    return dealer.settle()


def placed(dealer):
    return Placement.objects.get(table=dealer.table, kind="tiles", during__endswith__isnull=True)


def changed(dealer, by="floorperson"):
    """Seal the set that is there, bring another, inspect and verify it."""
    floor, table = dealer.floor, dealer.table.pk
    envelope = seal_envelope(
        table,
        EnvelopeFacts(kind="tiles", seal_number=f"E-{uuid4().hex[:12]}"),
        dealer=signer(floor.dealer),
        floor=signer(floor.floorperson),
        at=database_time(),
    )
    another = make_set(floor, "tiles", at=database_time())
    bring_set(table, another.pk, by=floor.people[by], at=database_time())
    looked = inspect_set(
        table, "tiles", complete(), signer=signer(floor.dealer), at=database_time()
    )
    verify_inspection(looked.pk, signer=signer(floor.floorperson), at=database_time())
    return envelope


def test_md_4_c_3_no_round_opens_with_a_set_in_which_a_tile_was_found_damaged():
    dealer = at_open_round()
    found_damaged(dealer)
    settled(dealer)
    with refused("tiles_unfit") as refusal:
        dealer.open()
    assert refusal.refusal.rule == "MD ch. 4 §C(3); COMAR 36.05.02.19G"
    page = sign_in(Client(), dealer.floor.floorperson).get(f"/tables/{dealer.table.pk}/")
    assert "Unfit for play" in page.content.decode()
    assert "Set failed" in page.content.decode()
    with refused("envelope_needed"):
        remove_set(dealer.table.pk, "tiles", by=dealer.floor.pit_manager, at=database_time())


def test_md_4_c_3_a_and_b_the_set_is_sealed_for_its_fault_and_the_floor_brings_another():
    # MD 4 §C(3), §D(4), §E
    dealer = at_open_round()
    found_damaged(dealer)
    settled(dealer)
    envelope = changed(dealer)
    assert envelope.reason == "damaged"
    assert envelope.equipment.detail["needs_decision"] == "damaged"
    with refused("tiles_displayed"):
        dealer.open()
    begin_play(dealer.table.pk, by=dealer.by, at=database_time())
    assert dealer.open()["state"] == "betting"


def test_md_4_c_3_a_tile_found_damaged_after_the_round_was_settled():
    dealer = at_open_round()
    settled(dealer)
    found_damaged(dealer)
    with refused("tiles_unfit"):
        dealer.open()


def test_md_4_c_3_play_goes_on_where_the_floor_finds_the_tile_sound():
    dealer = at_open_round()
    dealer.do(report_irregularity, "damaged-tile", {})
    dealer.do(confirm_ruling, 1, "play-on", signer(dealer.floor.floorperson))
    settled(dealer)
    assert dealer.open()["state"] == "betting"
    assert not Inspection.objects.filter(purpose="in_play").exists()


def test_md_4_c_3_a_round_entered_whole_is_kept_and_the_next_refused():
    dealer = Dealer(make_floor())

    def whole(*incidents):
        hands = [
            {"place": place, "tiles": SIX_HANDS[place].split()} for place in ("seat-2", "dealer")
        ]
        given = WholeRound(
            wagers=[{"seat": 2, "player": "", "cents": 2000}],
            thrown=Thrown(dice=(1, 2, 3)),
            hands=hands,
            incidents=incidents,
        )
        return record_whole_round(dealer.table.pk, given, Call(by=dealer.by))

    ruled = Incident("damaged-tile", {}, signer=signer(dealer.floor.floorperson))
    assert whole(ruled)["state"] == "settled"
    with refused("tiles_unfit"):
        whole()


def test_md_4_c_3_the_database_refuses_such_a_round_as_well():
    dealer = at_open_round()
    settled(dealer)
    Placement.objects.filter(pk=placed(dealer).pk).update(unfit_at=database_time())
    last = Round.objects.get(pk=dealer.id)
    last.pk, last.number, last.opened_at = uuid4(), last.number + 1, database_time()
    with pytest.raises(IntegrityError, match="not fit to play"):
        last.save(force_insert=True)


def test_nz_10_15_the_tile_is_replaced_and_the_set_plays_on():
    dealer = at_open_round("new-zealand")
    found_damaged(dealer)
    settled(dealer)
    with refused("tiles_unfit") as refusal:
        dealer.open()
    assert refusal.refusal.rule == "NZ 10.15"
    floor, spare = dealer.floor, make_set(dealer.floor, "tiles", at=database_time())
    make_tiles(placed(dealer).equipment)
    make_tiles(spare)
    page = sign_in(Client(), floor.floorperson).get(f"/tables/{dealer.table.pk}/")
    assert "Replace one tile" in page.content.decode()
    replace_tile(
        dealer.table.pk,
        "6-6a",
        spare.pk,
        "damaged",
        dealer=signer(floor.dealer),
        floor=signer(floor.floorperson),
        at=database_time(),
    )
    assert placed(dealer).unfit_at is None
    assert dealer.open()["state"] == "betting"


def test_nz_10_16_a_new_set_at_an_open_table_is_displayed_until_a_player_is_there():
    # NZ 10.16
    dealer = at_open_round("new-zealand")
    found_damaged(dealer)
    settled(dealer)
    changed(dealer, by="pit_manager")
    with refused("tiles_displayed") as refusal:
        dealer.open()
    assert refusal.refusal.rule == "NZ 8, 9.1"


def test_nz_10_17_a_set_that_fails_on_its_way_off_the_table_does_not_come_back():
    # NZ 10.17
    floor = make_floor("new-zealand")
    inspect_set(
        floor.table.pk,
        "tiles",
        InspectionFacts(reason="marked"),
        "removal",
        signer=signer(floor.dealer),
        at=database_time(),
    )
    with refused("tiles_unfit"):
        Dealer(floor).open()
    with refused("envelope_needed"):
        remove_set(floor.table.pk, "tiles", by=floor.pit_manager, at=database_time())


def test_md_4_h_tiles_are_laid_out_only_while_nobody_plays():
    # MD 4 §H
    dealer = at_open_round()
    with refused("round_open"):
        display_tiles(dealer.table.pk, by=dealer.by, at=database_time())
    settled(dealer)
    assert display_tiles(dealer.table.pk, by=dealer.by, at=database_time()).tiles_displayed
