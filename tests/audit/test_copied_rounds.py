"""The benchmark's million rounds: written by the database, and as the commands write them."""

import orjson
import pytest
from django.utils import timezone

from audit.commands.rows import seal_rows
from audit.models import Event
from benchmarks.copied_rounds import copy_rounds, prepare
from benchmarks.rebuild import PROFILES, rounds_at
from rounds.models import Round
from tests.audit.houses import House
from tests.factories import make_floor

OF_ITS_OWN = {"id", "at", "happened_at", "about", "stream"}


@pytest.fixture(params=["maryland", "three-card-split"])
def played(request, committed, witness):
    """Rounds that the command recorded; what the database wrote of them still waits."""
    floor = make_floor(request.param, options=dict(PROFILES[request.param]))
    play = rounds_at(floor.table.pk, floor.dealer.pk)
    for _ in range(4):
        play()
    return House(floor.property)


def said(round_id):
    """What a round's events say, but for what is a copy's own."""
    found = []
    for event in Event.objects.filter(round_id=round_id).order_by("stream_v"):
        body = orjson.loads(bytes(event.body))
        number = body["detail"].pop("number", None)
        assert number in (None, Round.objects.get(pk=round_id).number)
        found.append({name: value for name, value in body.items() if name not in OF_ITS_OWN})
    return found


def waiting(superuser, round_id):
    """The rows that wait for the log: table, columns, whether its last event caused them all."""
    rows = superuser.execute(WAITING, [round_id]).fetchall()
    return sorted((relation, sorted(names), *rest) for relation, names, *rest in rows)


def test_a_copied_round_is_as_a_command_writes_it(played, superuser, verify):
    house = played.property.pk
    before = list(Round.objects.filter(property_id=house).order_by("number"))
    chosen = prepare(superuser, [house])
    assert chosen >= 3  # the first marks the rules as played by, and is left alone
    assert copy_rounds(superuser, 1, chosen) == chosen
    assert copy_rounds(superuser, 2, 1) == 1
    copies = Round.objects.filter(property_id=house).exclude(pk__in=[each.pk for each in before])
    assert copies.count() == chosen + 1
    for copy in copies:
        (of,) = [each for each in before if each.facts == copy.facts]
        assert said(copy.pk) == said(of.pk)
        assert waiting(superuser, copy.pk) == waiting(superuser, of.pk)
    seal_rows(at=timezone.now())
    played.seal()
    played.sign()
    report = verify(played)
    assert [str(fault) for fault in report.faults] == []


WAITING = """
with cause as (
  select id, transaction from audit_event where round_id = %s order by stream_v desc limit 1
)
select p.relation, array(select jsonb_object_keys((array_agg(p.content order by p.n desc))[1])),
       bool_and(p.cause = c.id), bool_or(p.was is null)
  from cause c
  join audit_row r on r.transaction = c.transaction
  join audit_row_pending p on p.relation = r.relation and p.row_id = r.row_id
 group by p.relation, p.row_id
"""
