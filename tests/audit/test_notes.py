import base64

import pytest

from audit.log.merkle import leaf_hash, tree_root
from audit.log.notes import (
    COSIGNATURE,
    BadNote,
    Checkpoint,
    Note,
    NoteSignature,
    SigningKey,
    Unsigned,
    VerifierKey,
    opened_checkpoint,
)
from audit.log.proofs import LogProof
from audit.log.tiles import inclusion_proof
from audit.log.verify import ed25519_verifies_in_python
from tests.audit.trees import Tree

# The example of Go's golang.org/x/mod/sumdb/note, which C2SP signed-note describes.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
PETER_SIGNED = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZIn"
    "NIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
ENOCH_SIGNED = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2t"
    "iOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"
)
# RFC 8032 section 7.1: secret key, public key, message, signature.
ED25519 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
]


@pytest.fixture(scope="module")
def peter():
    return SigningKey.parse(PETER_PRIVATE)


def test_the_published_key_signs_the_published_note(peter):
    assert str(peter.verifier) == PETER
    assert peter.to_text() == PETER_PRIVATE
    assert str(Note(TEXT).signed_by(peter)) == f"{TEXT}\n{PETER_SIGNED}"


def test_a_private_key_does_not_show_itself(peter):
    assert "gQoU" not in repr(peter)
    assert str(peter.seed) not in repr(peter)


def test_known_signatures_are_checked_and_unknown_ones_ignored():
    note = Note.parse(f"{TEXT}\n{PETER_SIGNED}{ENOCH_SIGNED}")
    peter, enoch = VerifierKey.parse(PETER), VerifierKey.parse(ENOCH)
    assert note.verified([peter]) == [peter]
    assert note.verified([peter, enoch]) == [peter, enoch]
    with pytest.raises(Unsigned):
        note.verified([])


def test_a_wrong_signature_of_a_known_key_spoils_the_note(peter):
    note = Note.parse(f"{TEXT}\n{PETER_SIGNED}{ENOCH_SIGNED}")
    for wrong in (
        Note(TEXT.replace("crypto", "Crypto"), note.signatures),
        Note(TEXT, (NoteSignature("PeterNeumann", peter.verifier.key_id, bytes(64)),)),
        Note(TEXT, (NoteSignature("PeterNeumann", peter.verifier.key_id, bytes(10)),)),
    ):
        with pytest.raises(BadNote, match="PeterNeumann"):
            wrong.verified([VerifierKey.parse(PETER), VerifierKey.parse(ENOCH)])


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT + "\n",
        TEXT + "\n" + PETER_SIGNED[:-1],
        "\x01" + TEXT + "\n" + PETER_SIGNED,
        TEXT + "\n" + "— Bad Name " + PETER_SIGNED.split(" ")[2],
        TEXT + "\n" + "— a+b " + PETER_SIGNED.split(" ")[2],
        TEXT + "\n" + "- PeterNeumann " + PETER_SIGNED.split(" ")[2],
        TEXT + "\n" + PETER_SIGNED + "Unexpected line.\n",
        TEXT + "\n" + PETER_SIGNED.replace("=", ""),
        TEXT + "\n" + "— PeterNeumann AAAA\n",
        TEXT + "\n" + PETER_SIGNED * 101,
    ],
)
def test_a_malformed_note_is_refused(text):
    with pytest.raises(BadNote):
        Note.parse(text)


@pytest.mark.parametrize("at", range(len(PETER)))
def test_a_public_key_with_any_letter_changed_or_cut_is_refused(at):
    for wrong in (PETER[:at], PETER[:at] + chr(ord(PETER[at]) + 1) + PETER[at + 1 :]):
        with pytest.raises(BadNote):
            VerifierKey.parse(wrong)


@pytest.mark.parametrize("at", range(len(PETER_PRIVATE)))
def test_a_private_key_with_any_letter_changed_or_cut_is_refused(at):
    for wrong in (
        PETER_PRIVATE[:at],
        PETER_PRIVATE[:at] + chr(ord(PETER_PRIVATE[at]) + 1) + PETER_PRIVATE[at + 1 :],
    ):
        with pytest.raises(BadNote):
            SigningKey.parse(wrong)


def test_keys_of_wrong_length_or_kind_are_refused():
    for wrong in (
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ):
        with pytest.raises(BadNote):
            VerifierKey.parse(wrong)


@pytest.mark.parametrize(("secret", "public", "message", "signature"), ED25519)
def test_the_verifier_without_libraries_knows_ed25519(secret, public, message, signature):
    parts = [bytes.fromhex(each) for each in (public, message, signature)]
    key = SigningKey("log", bytes.fromhex(secret))
    assert key.verifier.public == parts[0]
    assert key.sign(parts[1]).made == parts[2]
    assert ed25519_verifies_in_python(*parts)
    for which in range(3):
        for at in {0, len(parts[which]) // 2, len(parts[which]) - 1} if parts[which] else set():
            wrong = list(parts)
            changed = bytearray(parts[which])
            changed[at] ^= 0x10
            wrong[which] = bytes(changed)
            assert not ed25519_verifies_in_python(*wrong)


def test_a_signature_has_one_spelling():
    """A scalar above the group order, or a point above the prime, would be a second one."""
    public, message, signature = (bytes.fromhex(each) for each in ED25519[1][1:])
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(signature[32:], "little") + order
    assert not ed25519_verifies_in_python(
        public, message, signature[:32] + scalar.to_bytes(32, "little")
    )
    assert not ed25519_verifies_in_python((2**255 - 19).to_bytes(32, "little"), message, signature)


def test_a_checkpoint_reads_as_it_was_written():
    root = bytes(range(32))
    checkpoint = Checkpoint("house.example/log", 20_852_163, root)
    assert checkpoint.text() == (
        "house.example/log\n20852163\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    )
    assert Checkpoint.parse(checkpoint.text()) == checkpoint


@pytest.mark.parametrize(
    "text",
    [
        "",
        "log\n1\n",
        "log\n01\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "log\n-1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "log\n1\nAAEC\n",
        "\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "log\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\nmore\n",
        "log\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "log\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text):
    with pytest.raises(BadNote):
        Checkpoint.parse(text)


def test_a_checkpoint_counts_only_under_a_key_of_its_own_log():
    ours, theirs = SigningKey.generate("house.example/a"), SigningKey.generate("house.example/b")
    checkpoint = Checkpoint("house.example/a", 1, bytes(32))
    keys = [ours.verifier, theirs.verifier]
    assert opened_checkpoint(checkpoint.note(ours), keys) == checkpoint
    with pytest.raises(Unsigned):
        opened_checkpoint(checkpoint.note(theirs), keys)


def test_a_cosignature_is_dated_and_is_no_log_signature():
    log = SigningKey.generate("house.example/log")
    witness = SigningKey.generate("house.example/witness", COSIGNATURE)
    checkpoint = Checkpoint("house.example/log", 1, bytes(32))
    signed = checkpoint.note(log)
    cosignature = witness.cosign(signed.text.encode(), 1_679_315_147)
    cosigned = signed.with_signatures([cosignature])
    assert cosignature.time == 1_679_315_147
    assert cosigned.verified([witness.verifier]) == [witness.verifier]
    assert VerifierKey.parse(str(witness.verifier)) == witness.verifier
    later = base64.b64decode(cosignature.line().split(" ")[2])
    moved = NoteSignature(witness.name, later[:4], later[4:11] + b"\x00" + later[12:])
    with pytest.raises(BadNote):
        Note(signed.text, (moved,)).verified([witness.verifier])
    with pytest.raises(BadNote):
        log.cosign(b"text", 1)
    with pytest.raises(BadNote):
        witness.sign(b"text")


def test_a_rotation_checkpoint_carries_both_keys():
    old, new = SigningKey.generate("house.example/log"), SigningKey.generate("house.example/log")
    note = Checkpoint("house.example/log", 3, bytes(32)).note(old, new)
    for key in (old, new):
        assert opened_checkpoint(note, [key.verifier]).size == 3


def test_signing_again_replaces_the_old_line(peter):
    once = Note(TEXT).signed_by(peter)
    assert once.signed_by(peter) == once


def test_a_proof_travels_as_text():
    tree = Tree([b"a", b"b", b"c"])
    key = SigningKey.generate("house.example/log")
    note = Checkpoint("house.example/log", 3, tree_root(tree.leaves)).note(key)
    proof = LogProof(1, tuple(inclusion_proof(1, 3, tree.read)), note)
    assert str(proof).startswith("c2sp.org/tlog-proof@v1\nindex 1\n")
    again = LogProof.parse(str(proof))
    assert again == proof
    again.check(leaf_hash(b"b"), [key.verifier])
    for wrong in ("", str(proof).replace("index 1", "index 01"), str(proof).replace("@v1", "@v2")):
        with pytest.raises(BadNote):
            LogProof.parse(wrong)
    with pytest.raises(ValueError, match="lead to the root"):
        again.check(leaf_hash(b"x"), [key.verifier])
