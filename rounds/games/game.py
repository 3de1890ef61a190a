"""What a round asks of its game; tiles and cards each answer with one object."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from rounds.facts import Delivery, Facts, Hand, Wager
from rounds.games.wagering import Wagering
from rules.options import Options
from rules.profiles import Profile
from rules.reasons import Money, plain_money
from rules.refusals import Refused, RulesError
from rules.rulings import Ruling
from rules.tiles.bank import Offers

Document = dict[str, Any]
"""The facts of a settlement in the form of the rules' own contract (`python -m rules settle`)."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What the rules made of the facts: outcome, chips as they move, reasons as codes."""

    outcome: Document
    movements: list[Document]
    reasons: list[Document]


@dataclass(frozen=True, slots=True)
class PastBank:
    """Who banked an earlier round, and who had what on the table then.

    `players` are those who wagered or banked on each box, by marker, where several may.
    """

    seat: int | None
    is_co_bank: bool
    wagers: Mapping[int, int]
    players: Mapping[int, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Extras:
    """What a settlement needs beside the round: the smallest chip and the jackpot's meter."""

    smallest_chip_cents: int
    jackpot_cents: int = 0


__all__ = ["Document", "Extras", "Game", "Offers", "PastBank", "Settled", "refusing"]


class Game(Protocol):
    """The game of a rules submission: its profile, its options, and what they decide."""

    @property
    def profile(self) -> Profile: ...
    @property
    def options(self) -> Options: ...
    @property
    def wagering(self) -> Wagering: ...
    @property
    def pieces(self) -> str: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def has_start(self) -> bool: ...
    @property
    def side_wagers(self) -> tuple[str, ...]: ...
    @property
    def states(self) -> tuple[str, ...]: ...

    def kinds(self) -> Mapping[str, int]:
        """Every piece of the set, and how many there are of it."""

    def hand(
        self, held: Sequence[str], high: Sequence[str] | None, low: Sequence[str] | None
    ) -> Hand:
        """Name and check a hand; without a setting it is set the house way."""

    def is_house_way(self, hand: Hand) -> bool:
        """Tell whether a hand is set as the house way sets it, in rank."""

    def places(self, facts: Facts) -> list[str]:
        """The places whose hands must be known before the round can be settled."""

    def house_way_places(self, facts: Facts) -> list[str]:
        """Those of them that the dealer must set the house way."""

    def is_complete(self, facts: Facts) -> bool:
        """Tell whether everything beside the hands is known that decides a wager."""

    def positions(self, facts: Facts, total: int, adjust: int) -> list[str]:
        """The positions in the order in which they receive their hands."""

    def offers(self, facts: Facts, history: Sequence[PastBank]) -> Offers:
        """Whom to offer the bank, before anybody has shown their chips."""

    def guard_delivery(self, facts: Facts, delivery: Delivery) -> None:
        """Refuse a style or cut that the submission does not have."""

    def usual_delivery(self) -> Delivery | None:
        """How hands are delivered when nothing was chosen."""

    def carried(self, facts: Facts) -> list[Wager]:
        """The wagers of the last round that may simply stand for the next."""

    def document(self, facts: Facts, extras: Extras) -> Document:
        """The facts in the form that is settled and stored."""

    def settle(self, document: Document) -> Settled:
        """Settle a document; the same document always gives the same answer."""

    def explain(self, document: Document, money: Money = plain_money) -> list[Document]:
        """Why it was settled so: sentences with their paragraphs.

        `text` says the place too; `clause` is for where the place stands above it.
        """

    def events(self) -> tuple[tuple[str, str], ...]:
        """The irregularities that the rules know, for a pick-list."""

    def propose(self, event: str, scene: Mapping[str, Any]) -> Ruling:
        """The ruling that the rules propose."""


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the rules cannot work with into a refusal for the person at the table."""
    try:
        yield
    except RulesError as error:
        raise Refused(error.code.replace("-", "_"), str(error)) from error
