"""What a settlement has in both games: the bank's result and the house's."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BankResult:
    """A player bank's or co-banker's result, after its vigorish. Zero when the house banks."""

    kind: str
    seat: int | None
    net_cents: int
    vigorish_cents: int


@dataclass(frozen=True, slots=True)
class HouseResult:
    """The house's result; `vigorish` says how much of it is vigorish."""

    net_cents: int
    vigorish_cents: int
