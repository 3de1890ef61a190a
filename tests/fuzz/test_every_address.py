"""Every address, asked by everybody with values that nobody expects: no answer is a failure."""

import logging
import os

from django.utils import timezone

from audit.commands.rows import seal_rows
from banking.queries.balances import ledger_faults
from tests.audit.conftest import signer, verify, witness  # noqa: F401 - fixtures
from tests.audit.houses import House
from tests.fuzz.asking import Asking

# `make fuzz` asks for many more, and begins elsewhere each night.
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "0"))
SEED = int(os.environ.get("FUZZ_SEED", "2026"))


def test_no_answer_is_a_failure_and_the_record_still_verifies(
    committed,
    witness,  # noqa: F811
    verify,  # noqa: F811
    settings,
):
    settings.API_CALLS_A_SECOND = 1_000_000
    logging.getLogger("django").setLevel(logging.CRITICAL)
    asked, seed = 0, SEED
    while asked == 0 or asked < REQUESTS:
        asking = Asking(seed)
        for method, pattern in asking.everything():
            asking.ask(method, pattern)
        assert not asking.failures, f"seed {seed}\n" + "\n".join(asking.failures)
        house = House(asking.world.floor.property)
        seal_rows(at=timezone.now())
        house.seal()
        house.sign()
        assert [str(fault) for fault in verify(house).faults] == [], f"seed {seed}"
        asked, seed = asked + asking.count, seed + 1
    assert ledger_faults() == []
    assert asked > 500
