"""What a round asks of its game; tiles and cards each answer with one object."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, Protocol

from django.utils.translation import gettext as _
from typing_extensions import TypedDict

import rules
from rounds.games.wagering import Wagering
from rounds.wording import outcome_words, place_words
from rules.options import Options
from rules.place import Place
from rules.profiles import Profile, profile
from rules.reasons import Money, Reason, plain_money
from rules.round import ChosenDelivery, Json, PlacedWager, SetHand
from rules.rulings import Ruling
from rules.tiles.bank import Offers
from rules.tiles.irregularities import TileScene
from rules.tiles.people import PlayedRound


class Said(TypedDict):
    """A reason in words: `text` says the place too, `clause` is for where it stands above it."""

    cite: str
    text: str
    clause: str
    seat: NotRequired[int]


@dataclass(frozen=True, slots=True)
class Extras:
    """What a settlement needs beside the round: the smallest chip and the jackpot's meter."""

    smallest_chip_cents: int
    jackpot_cents: int = 0

    @classmethod
    def of(cls, settled: rules.Settlement) -> "Extras":
        """What held when a round was settled, to settle it again by the same."""
        then = settled.facts["options"]
        return cls(then.get("smallest_chip", 1), then.get("jackpot", 0))


__all__ = ["Extras", "Game", "Offers", "PlayedRound", "Said", "TileScene"]


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
        self,
        held: Sequence[str],
        high: Sequence[str] | None = None,
        low: Sequence[str] | None = None,
        set_by: str = "",
    ) -> SetHand:
        """Name and check a hand; without a setting it is set the house way."""

    def is_house_way(self, hand: SetHand) -> bool:
        """Tell whether a hand is set as the house way sets it, in rank."""

    def places(self, entered: rules.Round) -> list[Place]:
        """The places whose hands must be known before the round can be settled."""

    def house_way_places(self, entered: rules.Round) -> list[Place]:
        """Those of them that the dealer must set the house way."""

    def is_complete(self, entered: rules.Round) -> bool:
        """Tell whether everything beside the hands is known that decides a wager."""

    def positions(self, entered: rules.Round, total: int, adjust: int) -> list[str]:
        """The positions in the order in which they receive their hands."""

    def offers(
        self,
        entered: rules.Round,
        history: Sequence[PlayedRound],
        boxes_off: Collection[int] = (),
    ) -> Offers:
        """Whom to offer the bank, before anybody has shown their chips."""

    def drawn_positions(self, number: int) -> list[str]:
        """The same by the number of a generator, while the house banks."""

    def chosen_delivery(self, entered: rules.Round, delivery: ChosenDelivery) -> ChosenDelivery:
        """A style or cut with who chose it; refuse what the submission does not have."""

    def usual_delivery(self, entered: rules.Round) -> ChosenDelivery | None:
        """How hands are delivered when nothing was chosen."""

    def carried(self, wagers: Sequence[PlacedWager]) -> list[PlacedWager]:
        """The wagers of the last round as they may simply stand for the next."""

    def settle(self, entered: rules.Round, extras: Extras) -> rules.Settlement:
        """Settle a round; the same round always comes to the same."""

    def resettle(self, facts: Json) -> rules.Settlement:
        """Settle again what a settlement of the record was made from."""

    def explain(self, facts: Json, money: Money = plain_money) -> list[Said]:
        """Why it was settled so: sentences with their paragraphs."""

    def events(self) -> tuple[tuple[str, str], ...]:
        """The irregularities that the rules know, for a pick-list."""

    def propose(self, event: str, scene: TileScene) -> Ruling:
        """The ruling that the rules propose."""


def said(reason: Reason, text: str, clause: str) -> Said:
    """A reason in words, with its paragraph."""
    return {"cite": reason.citation, "text": text, "clause": clause}


def called_reasons(facts: Json) -> list[Said]:
    """A round that was entered quickly: the dealer's word is all there is."""
    return [
        {
            "cite": "",
            "seat": each["seat"],
            "text": _("{seat}: called as {outcome}; entered without tiles.").format(
                seat=place_words(str(each["seat"]), profile(facts["profile"]).seat_word),
                outcome=outcome_words(each["outcome"]),
            ),
            "clause": _("Called as {outcome}; entered without tiles.").format(
                outcome=outcome_words(each["outcome"])
            ),
        }
        for each in facts.get("outcomes", ())
    ]
