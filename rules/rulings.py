"""What the rules propose when something went wrong, whichever the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules propose.

    `voids` is nothing, hand, hands or round: every wager of those hands is returned, Pair Fortunes
    too. `choice_of` names who may choose it; empty means that it is not a choice. `then` is what
    happens next.
    """

    code: str
    says: str
    cite: str
    voids: str = "nothing"
    choice_of: str = ""
    then: str = "play on"
    reading: bool = False

    @property
    def returns_wagers(self) -> bool:
        """Say whether wagers go back to the players."""
        return self.voids != "nothing"
