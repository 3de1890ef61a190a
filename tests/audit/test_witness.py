import os
import signal
import subprocess
import sys
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest

from audit.log.keys import load_or_create_witness_key
from audit.log.merkle import tree_root
from audit.log.notes import Checkpoint, Note, SigningKey
from audit.log.tiles import consistency_proof
from audit.log.witness import Submission, Witness, WitnessApp, origin_digest
from tests.audit.trees import Tree

ORIGIN = "house.example/pgt/1"


class Log:
    def __init__(self):
        self.key = SigningKey.generate(ORIGIN)
        self.tree = Tree(str(number).encode() for number in range(20))

    def note(self, size, key=None):
        return Checkpoint(ORIGIN, size, tree_root(self.tree.leaves[:size])).note(key or self.key)

    def submission(self, old_size, size):
        proof = consistency_proof(old_size, size, self.tree.read) if old_size <= size else []
        return Submission(old_size, tuple(proof), self.note(size))


@pytest.fixture
def log():
    return Log()


@pytest.fixture
def witness(tmp_path, log):
    trusted = tmp_path / "logs"
    trusted.write_text(f"# the house\n{log.key.verifier}\n")
    key = load_or_create_witness_key(tmp_path / "store" / "key", "house.example/witness")
    return Witness(tmp_path / "store", key, trusted, lambda: 1_700_000_000)


@pytest.fixture
def ask(witness):
    app = validator(WitnessApp(witness))

    def ask(method, path, body=b"", **extra):
        environ = {}
        setup_testing_defaults(environ)
        environ |= {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": ""}
        environ |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)} | extra
        answered = {}

        def start_response(status, headers, exc_info=None):
            answered.update(status=int(status[:3]), headers=dict(headers))

        answer = app(environ, start_response)
        try:
            text = b"".join(answer).decode()
        finally:
            answer.close()
        return answered["status"], text, answered["headers"]["Content-Type"]

    return ask


@pytest.fixture
def submit(ask):
    return lambda submission: ask("POST", "/add-checkpoint", str(submission).encode())


def test_the_first_head_and_each_that_extends_it_are_cosigned(submit, log, witness):
    for old_size, size in [(0, 3), (3, 3), (3, 11), (11, 20)]:
        status, line, _ = submit(log.submission(old_size, size))
        assert status == 200
        note = Note.parse(str(log.note(size)) + line)
        assert note.verified([witness.key.verifier]) == [witness.key.verifier]
        assert note.signatures[-1].time == 1_700_000_000


def test_the_latest_head_can_be_read(ask, submit, log, witness):
    path = f"/checkpoint/{origin_digest(ORIGIN)}"
    assert ask("GET", path)[0] == 404
    submit(log.submission(0, 7))
    status, text, _ = ask("GET", path)
    assert status == 200
    note = Note.parse(text)
    assert Checkpoint.parse(note.text).size == 7
    note.verified([log.key.verifier])
    note.verified([witness.key.verifier])
    assert ask("GET", "/vkey")[1] == f"{witness.key.verifier}\n"


def test_a_stale_old_size_is_told_the_right_one(submit, log):
    submit(log.submission(0, 11))
    assert submit(log.submission(3, 20)) == (409, "11\n", "text/x.tlog.size")
    assert submit(log.submission(0, 20))[0] == 409


def test_a_shorter_tree_is_never_cosigned_again(submit, log, witness):
    submit(log.submission(0, 11))
    assert submit(log.submission(3, 7)) == (409, "11\n", "text/x.tlog.size")
    assert submit(log.submission(11, 7))[0] == 400
    assert len(list((witness._evidence).iterdir())) == 1


def test_another_history_is_refused_and_kept_as_evidence(submit, log, witness):
    submit(log.submission(0, 11))
    log.tree = Tree(f"forged {number}".encode() for number in range(20))
    assert submit(log.submission(11, 20))[0] == 422
    assert submit(log.submission(11, 11))[0] == 409
    kept = sorted(each.read_text() for each in witness._evidence.iterdir())
    assert len(kept) == 2
    assert all(Submission.parse(text).note.verified([log.key.verifier]) for text in kept)


def test_a_wrong_proof_is_refused(submit, log):
    submit(log.submission(0, 3))
    right = log.submission(3, 11)
    for proof in [(), right.proof[:-1], (*right.proof, bytes(32)), right.proof[::-1]]:
        assert submit(Submission(3, proof, right.note))[0] == 422
    assert submit(right)[0] == 200


def test_unknown_logs_and_unknown_keys_are_refused(submit, log):
    stranger = SigningKey.generate("other.example/log")
    root = tree_root(log.tree.leaves)
    assert submit(Submission(0, (), Checkpoint(stranger.name, 20, root).note(stranger)))[0] == 404
    thief = SigningKey.generate(ORIGIN)
    assert submit(Submission(0, (), log.note(20, thief)))[0] == 403


def test_a_new_key_counts_as_soon_as_it_is_listed(submit, log, tmp_path):
    submit(log.submission(0, 3))
    new = SigningKey.generate(ORIGIN)
    later = Submission(3, log.submission(3, 11).proof, log.note(11, new))
    assert submit(later)[0] == 403
    with (tmp_path / "logs").open("a") as trusted:
        trusted.write(f"{new.verifier}\n")
    assert submit(later)[0] == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"old 0\n", b"old 01\n\n", b"old -1\n\nx", b"size 0\n\nlog\n", b"\xff\xfe", b"old 0\n\n"],
)
def test_nonsense_is_a_bad_request(ask, body):
    assert ask("POST", "/add-checkpoint", body)[0] == 400


def test_only_its_three_addresses_answer(ask):
    assert ask("GET", "/add-checkpoint")[0] == 405
    assert ask("POST", "/vkey")[0] == 405
    for path in ("/", "/checkpoint/../key", "/checkpoint/" + "0" * 63, "/store/key"):
        assert ask("GET", path)[0] == 404
    assert ask("POST", "/add-checkpoint", b"", CONTENT_LENGTH="9999999")[0] == 413


def test_of_two_heads_at_once_only_one_extends_the_last(log, witness):
    witness.add_checkpoint(log.submission(0, 3))
    barrier = threading.Barrier(8)

    def submit(size):
        barrier.wait()
        try:
            return witness.add_checkpoint(log.submission(3, size)).time
        except Exception as refusal:
            return refusal.status

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(submit, range(5, 13)))
    assert sorted(answers) == [409] * 7 + [1_700_000_000]


def test_it_runs_on_its_own_and_remembers_after_kill_9(tmp_path, log):
    (tmp_path / "logs").write_text(f"{log.key.verifier}\n")
    for old_size, size in [(0, 3), (3, 11)]:
        with Running(tmp_path) as (process, address):
            url = f"{address}/add-checkpoint"
            body = str(log.submission(old_size, size)).encode()
            with urllib.request.urlopen(urllib.request.Request(url, body), timeout=30) as answer:
                assert answer.status == 200
            process.send_signal(signal.SIGKILL if size == 3 else signal.SIGTERM)
            assert process.wait(30) == (-signal.SIGKILL if size == 3 else 0)
    assert (
        Checkpoint.parse(
            Note.parse((tmp_path / "heads" / origin_digest(ORIGIN)).read_text()).text
        ).size
        == 11
    )


def test_two_witnesses_do_not_share_a_store(tmp_path):
    with Running(tmp_path) as (process, _):
        second = subprocess.run(_command(tmp_path), capture_output=True, text=True, timeout=30)
        assert second.returncode == 1
        assert "another witness" in second.stderr
        process.terminate()
        process.wait(30)


def _command(store):
    return [sys.executable, "-m", "audit.witness", "--store", str(store), "--port", "0"]


class Running:
    def __init__(self, store):
        self.process = subprocess.Popen(
            _command(store), stdout=subprocess.PIPE, text=True, env={**os.environ}
        )

    def __enter__(self):
        first = self.process.stdout.readline()
        return self.process, first.split(" on ")[1].strip()

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
