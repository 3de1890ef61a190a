"""What the facts of a round have in both games: who banks, seats and amounts, read from JSON."""

from collections.abc import Mapping
from typing import NamedTuple, TypeGuard

from rules.refusals import RulesError

BANK_KINDS = ("house", "player", "co-bank")

# No amount at a table needs more digits; beyond it a number is a slip of the keyboard.
MOST_CENTS = 10**100


class BankFacts(NamedTuple):
    """Who banks. `stands` lets a co-bank's wrongly set hand stand.

    Rule: MD 1 §B(1)-(2); MBS 1.1.1, 1.1.3, 1.1.7; NZ 1.0 Co-Banker, 1.0 Player/Banker, 5.1, 12.8.
    """

    kind: str = "house"
    seat: int | None = None
    stands: bool = False

    @classmethod
    def from_mapping(cls, given: object) -> "BankFacts":
        """Read the bank."""
        if not isinstance(given, Mapping):
            raise RulesError("bad-option", f"not a bank: {given!r}")
        kind = given.get("kind")
        if kind not in BANK_KINDS:
            raise RulesError("bad-option", f"not a kind of bank: {kind!r}")
        if kind == "house":
            return cls()
        seat = given.get("seat")
        return cls(kind, seat if _is_whole(seat) else None, read_flag(given, "stands"))

    def as_mapping(self) -> dict[str, object]:
        """Write the bank."""
        given: dict[str, object] = {"kind": self.kind}
        if self.seat is not None:
            given["seat"] = self.seat
        return given | ({"stands": True} if self.stands else {})


def seat_number(given: object) -> int:
    """Read the number of a seat."""
    if not isinstance(given, int) or isinstance(given, bool):
        raise RulesError("bad-option", f"not a seat: {given!r}")
    return given


def read_cents(given: object, word: str) -> int:
    """Read an amount in cents; nothing given is none."""
    if given is None:
        return 0
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= MOST_CENTS:
        raise RulesError("bad-wager", f"not a {word} in whole cents: {given!r}")
    return given


def read_flag(given: Mapping[str, object], key: str) -> bool:
    """Read a yes or no; nothing given is no."""
    found = given.get(key, False)
    if found is None or isinstance(found, bool):
        return bool(found)
    raise RulesError("bad-option", f"{key} must be true or false, not {found!r}")


def _is_whole(given: object) -> TypeGuard[int]:
    return isinstance(given, int) and not isinstance(given, bool)
