import pytest
from django.core.management import CommandError, call_command

from rounds.models import Settlement
from rounds.queries.resettling import difference_of
from tests.rounds.playing import house_round

pytestmark = pytest.mark.django_db


def test_every_settlement_comes_out_the_same(dealer, capsys):
    house_round(dealer)
    house_round(dealer, seats=3)
    call_command("resettle", "--all")
    printed = capsys.readouterr()
    assert "every amount the same" in printed.out
    assert "100 %" in printed.err


def test_a_settlement_that_was_tampered_with_is_named(dealer, monkeypatch):
    house_round(dealer)
    settlement = Settlement.objects.get(round_id=dealer.id)
    settlement.outcome["house"]["net"] += 100
    assert difference_of(settlement).says == "another outcome in settlement 1"
    settlement.facts["seats"][0]["tiles"] = ["1-1"]
    assert difference_of(settlement).says.startswith("refused")
    monkeypatch.setattr(
        "rounds.management.commands.resettle.resettle",
        lambda chosen: iter([(1, 1, difference_of(settlement))]),
    )
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("resettle", "--round", str(dealer.id))
