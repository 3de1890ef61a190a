"""A step that the game forbids now, and nonsense that the rules cannot work with."""

from collections.abc import Iterator
from contextlib import contextmanager


class Refused(Exception):
    """A step refused at the table: what is wrong, what to do, which rule.

    The code is stable and stored; the message is for the person at the table.
    """

    def __init__(self, code: str, message: str, rule: str = "", **detail: object) -> None:
        super().__init__(code, message, rule)
        self.code = code
        self.message = message
        self.rule = rule
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)


class RulesError(ValueError):
    """Something given to the rules that cannot be: a 33rd tile, half a cent, an unknown option.

    The code is one of `ERROR_CODES` and is what `python -m rules` answers with; the rule is the
    paragraph that stands against it, where one does.
    """

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.rule = rule

    def __str__(self) -> str:
        return self.message


ERROR_CODES = frozenset(
    {
        "bad-json",
        "bad-option",
        "bad-setting",
        "bad-total",
        "bad-wager",
        "bank-seat-missing",
        "duplicate-tile",
        "not-house-way",
        "unknown-profile",
        "unknown-style",
        "unknown-tile",
        "wrong-count",
    }
)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the rules cannot work with into a refusal for the person at the table."""
    try:
        yield
    except RulesError as error:
        raise Refused(error.code.replace("-", "_"), str(error), error.rule) from error
