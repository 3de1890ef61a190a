import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from audit.commands import sequence
from audit.commands.sequence import seal_everything, seal_log
from audit.log.merkle import leaf_hash, tree_root
from audit.log.tiles import root_at
from audit.models import Leaf, Node, Pending
from audit.queries.leaves import leaf_of
from audit.queries.trees import tile_reader
from tests.audit.houses import unprotected


def leaves_of(house):
    return list(Leaf.objects.filter(tree_id=house.tree.tree_id).order_by("idx"))


def check_tree(house):
    """Every event is sealed once, in an unbroken order, and the tree says so."""
    leaves = leaves_of(house)
    bodies = {event.id: bytes(event.body) for event in house.events()}
    assert [leaf.idx for leaf in leaves] == list(range(house.tree.size))
    assert {leaf.event_id for leaf in leaves} == set(bodies)
    assert len(leaves) == len(bodies)
    assert all(bytes(leaf.hash) == leaf_hash(bodies[leaf.event_id]) for leaf in leaves)
    root = tree_root([bytes(leaf.hash) for leaf in leaves])
    assert house.tree.frontier.root() == root
    assert root_at(house.tree.size, tile_reader(house.tree.tree_id)) == root
    assert not Pending.objects.filter(log_id=house.log_id).exists()


def test_events_are_sealed_in_the_order_in_which_they_were_recorded(house):
    ids = house.record(5)
    house.seal()
    places = [leaf_of(each).idx for each in ids]
    assert places == sorted(places)
    check_tree(house)


def test_a_log_has_the_name_of_its_operator_and_property(house, settings):
    house.seal()
    assert house.tree.origin == f"{settings.OPERATOR}/pgt/{house.property.slug}"


def test_a_second_run_finds_nothing_to_do(house):
    house.record(3)
    assert house.seal() > 0
    size = house.tree.size
    assert house.seal() == 0
    assert house.tree.size == size


def test_many_events_go_in_batches_and_fill_tiles(house, monkeypatch):
    monkeypatch.setattr(sequence, "BATCH", 100)
    house.record(620)
    assert house.seal() >= 620
    assert Node.objects.filter(tree_id=house.tree.tree_id, level=1).count() == 2
    check_tree(house)


def test_all_logs_are_sealed(house):
    house.record(2)
    seal_everything()
    check_tree(house)


def test_a_transaction_that_commits_late_is_sealed_later(house):
    """Its event has a smaller number than one that is sealed already, and is still not lost."""
    has_written, may_commit = threading.Event(), threading.Event()
    late = []

    def slow():
        with transaction.atomic():
            late.extend(house.record(subject="table:slow"))
            has_written.set()
            may_commit.wait(30)
        connections.close_all()

    thread = threading.Thread(target=slow)
    thread.start()
    assert has_written.wait(30)
    (early,) = house.record(subject="table:quick")
    house.seal()
    sealed = house.tree.size
    assert leaf_of(early).idx < sealed
    assert leaf_of(late[0]) is None
    may_commit.set()
    thread.join()
    house.seal()
    assert leaf_of(late[0]).idx == sealed
    check_tree(house)


def test_a_sequencer_that_dies_has_done_nothing(house, monkeypatch):
    house.record(10)

    def power_cut(*_):
        raise RuntimeError("killed")

    for moment in ("new_tile_hashes", "_node_rows"):
        with monkeypatch.context() as patch:
            patch.setattr(sequence, moment, power_cut)
            with pytest.raises(RuntimeError, match="killed"):
                house.seal()
        assert house.tree.size == 0
        assert not Leaf.objects.filter(tree_id=house.tree.tree_id).exists()
    house.seal()
    check_tree(house)


def test_two_sequencers_at_once_seal_everything_once(house, monkeypatch):
    monkeypatch.setattr(sequence, "BATCH", 7)
    writers, sealers = 3, 3
    finished = threading.Event()

    def write(number):
        chance = random.Random(number)
        for turn in range(15):
            house.record(chance.randrange(1, 5), subject=f"table:{number}", turn=turn)
        connections.close_all()

    def seal(_):
        while not finished.is_set():
            seal_log(house.log_id)
        connections.close_all()

    with ThreadPoolExecutor(writers + sealers) as pool:
        sealing = [pool.submit(seal, number) for number in range(sealers)]
        for each in [pool.submit(write, number) for number in range(writers)]:
            each.result()
        finished.set()
        for each in sealing:
            each.result()
    house.seal()
    check_tree(house)


def test_a_sequencer_leaves_at_once_when_another_is_at_it(house):
    house.seal()
    house.record(1)
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("select 1 from audit_tree where log_id = %s for update", [house.log_id])
        assert house.seal() == 0
    assert house.seal() == 1


def test_a_waiting_event_that_vanished_does_not_stop_the_others(house, superuser):
    gone, kept = house.record(2)
    with unprotected(superuser, "audit_event"):
        superuser.execute("delete from audit_event where id = %s", [gone])
    house.seal()
    assert leaf_of(kept) is not None
    assert Pending.objects.filter(event_id=gone).exists()
