import pytest
from django.core.exceptions import PermissionDenied

from audit.commands import sign
from audit.commands.rotate import rotate_key
from audit.commands.sign import sign_everything
from audit.commands.successor import open_successor
from audit.log.canonical import parse_canonical
from audit.log.keys import KeyFolder
from audit.log.merkle import check_consistency
from audit.log.notes import (
    COSIGNATURE,
    Checkpoint,
    SigningKey,
    Unsigned,
    VerifierKey,
    opened_checkpoint,
)
from audit.log.tiles import consistency_proof
from audit.models import Alarm, Event, Leaf
from audit.queries.trees import (
    latest_checkpoint,
    tile_reader,
    tree_head,
    witnessed_size,
)
from rules.refusals import Refused
from staff.models import Role
from tests.audit.houses import now, rewound, unprotected
from tests.factories import make_person


def folder_of(house, signer):
    return KeyFolder.of(signer, house.tree.origin)


def alarms_of(house):
    return set(
        Alarm.objects.filter(log_id=house.log_id, cleared_at=None).values_list("code", flat=True)
    )


def test_a_head_is_signed_with_a_key_that_is_made_on_first_use(house, signer):
    tree = house.grow(5)
    folder = folder_of(house, signer)
    head = latest_checkpoint(tree.tree_id)
    assert opened_checkpoint(head.note, folder.public_keys()) == Checkpoint(
        tree.origin, tree.size, tree.frontier.root()
    )
    assert str(folder.last_signed()) == str(head.note)


def test_nothing_is_signed_twice(house):
    house.grow(5)
    assert house.sign() is False
    house.record(1)
    house.seal()
    assert house.sign() is True


def test_each_checkpoint_extends_the_one_before(house):
    tree = house.grow(3)
    first = latest_checkpoint(tree.tree_id).checkpoint
    tree = house.grow(300)
    second = latest_checkpoint(tree.tree_id).checkpoint
    proof = consistency_proof(first.size, second.size, tile_reader(tree.tree_id))
    check_consistency(first.size, second.size, proof, first.root, second.root)


def test_all_open_logs_are_signed(house):
    house.record(1)
    house.seal()
    assert sign_everything(at=now()) >= 1
    assert latest_checkpoint(house.tree.tree_id).size == house.tree.size


def test_the_witness_cosigns_and_catches_up_after_it_was_away(house, witness, settings):
    house.grow(3)
    assert witnessed_size(house.tree.tree_id) == house.tree.size
    address = settings.WITNESS_URL
    settings.WITNESS_URL = "http://127.0.0.1:1"
    house.grow(4)
    settings.WITNESS_URL = address
    assert witnessed_size(house.tree.tree_id) < house.tree.size
    assert house.sign() is False
    assert witnessed_size(house.tree.tree_id) == house.tree.size
    note = latest_checkpoint(house.tree.tree_id).note
    assert note.verified([witness]) == [witness]


def test_a_witness_with_another_key_is_not_believed(house, witness, settings):
    settings.WITNESS_KEY = str(SigningKey.generate("paigow.example/witness", COSIGNATURE).verifier)
    house.grow(3)
    assert witnessed_size(house.tree.tree_id) == 0


def test_without_a_given_key_the_first_one_shown_is_kept(house, witness, settings, signer):
    settings.WITNESS_KEY = ""
    house.grow(3)
    assert VerifierKey.parse((signer / "witness-key").read_text().strip()) == witness
    assert witnessed_size(house.tree.tree_id) == house.tree.size


def test_a_crash_between_signing_and_storing_is_made_good(house, signer, monkeypatch):
    house.grow(3)
    house.record(2)
    house.seal()

    def power_cut(*_):
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(sign, "_store_checkpoint", power_cut)
        with pytest.raises(RuntimeError):
            house.sign()
    assert Checkpoint.parse(folder_of(house, signer).last_signed().text).size == house.tree.size
    assert latest_checkpoint(house.tree.tree_id).size < house.tree.size
    assert house.sign() is True
    assert str(latest_checkpoint(house.tree.tree_id).note) == str(
        folder_of(house, signer).last_signed()
    )


def test_two_signers_at_once_sign_once(house, signer):
    house.record(3)
    house.seal()
    with folder_of(house, signer).alone():
        assert house.sign() is False
    assert house.sign() is True


def test_after_a_restore_the_signer_refuses_because_of_its_own_file(house, superuser):
    size = house.grow(5).size
    house.grow(5)
    rewound(house, superuser, size)
    house.record(20)
    house.seal()
    assert house.sign() is False
    assert alarms_of(house) == {"log_forked"}
    assert latest_checkpoint(house.tree.tree_id).size == size


def test_after_a_restore_of_everything_the_witness_still_knows(
    house, superuser, witness, settings, tmp_path
):
    """The whole machine came from a backup, the signer's files too; the witness did not."""
    size = house.grow(5).size
    folder = folder_of(house, settings.SIGNER_DIR)
    saved = (folder.path / "last-signed").read_bytes()
    house.grow(5)
    rewound(house, superuser, size)
    (folder.path / "last-signed").write_bytes(saved)
    assert house.sign() is False
    alarm = Alarm.objects.get(log_id=house.log_id, cleared_at=None)
    assert (alarm.code, alarm.detail["known_by"]) == ("log_forked", "the witness")


def test_a_shorter_tree_that_grew_past_the_old_size_is_still_refused(house, superuser, witness):
    size = house.grow(5).size
    lost = house.grow(5).size
    rewound(house, superuser, size)
    house.record(20)
    house.seal()
    assert house.tree.size > lost
    assert house.sign() is False
    detail = Alarm.objects.get(log_id=house.log_id, cleared_at=None).detail
    assert detail["differs_at"] == lost


def test_a_changed_leaf_under_the_edge_is_not_signed_over(house, superuser):
    house.grow(5)
    with unprotected(superuser, "audit_leaf"):
        superuser.execute(
            "update audit_leaf set hash = sha256('x') where tree_id = %s and idx = 1",
            [house.tree.tree_id],
        )
    house.record(1)
    house.seal()
    assert house.sign() is False
    assert alarms_of(house) == {"log_forked"}


def test_a_lost_key_is_not_quietly_replaced(house, signer):
    house.grow(5)
    (folder_of(house, signer).path / "key").unlink()
    house.record(1)
    house.seal()
    assert house.sign() is False
    assert alarms_of(house) == {"signing_key_lost"}


def test_two_people_open_a_successor_that_names_what_was_lost(house, superuser, witness):
    size = house.grow(5).size
    lost = house.grow(5).size
    rewound(house, superuser, size)
    assert house.sign() is False
    (unsealed,) = house.record(1)
    old = house.tree
    new = open_successor(
        house.log_id,
        by=house.compliance,
        second=house.administrator,
        reason="restored from the backup of yesterday",
        at=now(),
    )
    assert new.origin == f"{old.origin}/2"
    first = Event.objects.get(pk=Leaf.objects.get(tree_id=new.tree_id, idx=0).event_id)
    detail = parse_canonical(bytes(first.body))["detail"]
    assert first.kind == "audit.successor_opened"
    assert (detail["old_size"], detail["lost_from"], detail["lost_to"]) == (size, size, lost - 1)
    assert detail["known_checkpoint"].split("\n")[1] == str(lost)
    house.seal()
    assert house.sign() is True
    assert witnessed_size(new.tree_id) == house.tree.size
    assert alarms_of(house) == set()
    assert Leaf.objects.get(event_id=unsealed).tree_id == new.tree_id
    closed = tree_head(old.tree_id)
    assert (closed.is_open, closed.size) == (False, size)


def test_one_person_or_the_wrong_one_opens_no_successor(house):
    house.grow(3)
    dealer = make_person(house.property, Role.DEALER)
    people = {"by": house.compliance, "reason": "x", "at": now()}
    with pytest.raises(Refused) as refused:
        open_successor(house.log_id, second=house.compliance, **people)
    assert refused.value.code == "same_person"
    with pytest.raises(PermissionDenied):
        open_successor(house.log_id, second=dealer, **people)
    assert house.tree.generation == 1


def test_a_new_key_follows_the_old_one_inside_the_log(house, witness, signer):
    house.grow(3)
    folder = folder_of(house, signer)
    old = folder.current().verifier
    new = rotate_key(house.log_id, by=house.compliance, second=house.administrator, at=now())
    both = latest_checkpoint(house.tree.tree_id)
    assert set(both.note.verified([old, new])) == {old, new}
    house.grow(3)
    later = latest_checkpoint(house.tree.tree_id)
    assert opened_checkpoint(later.note, [new]).size == house.tree.size
    with pytest.raises(Unsigned):
        opened_checkpoint(later.note, [old])
    assert witnessed_size(house.tree.tree_id) == house.tree.size
    event = house.events().get(kind="audit.key_rotated")
    assert parse_canonical(bytes(event.body))["detail"]["public_key"] == str(new)
    assert folder.public_keys() == [old, new]


def test_a_rotation_that_cannot_be_signed_keeps_the_old_key(house, signer, superuser):
    size = house.grow(5).size
    house.grow(5)
    old = folder_of(house, signer).current()
    rewound(house, superuser, size)
    with pytest.raises(Refused) as refused:
        rotate_key(house.log_id, by=house.compliance, second=house.administrator, at=now())
    assert refused.value.code == "not_signed"
    assert folder_of(house, signer).current() == old
