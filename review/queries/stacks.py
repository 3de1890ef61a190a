"""Put the hands of a round back into the stacks they came from."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from rounds.games.game import Game
from rules.place import Place
from rules.round import ChosenDelivery
from rules.tiles.cuts import NEW_ZEALAND_CUTS, BankCut, stacks_after_cut
from rules.tiles.dealing import DELIVERY_CITES, StackPlace, delivery, undeliver

DOWN = "back"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Eight stacks of four from the dealer's right, and the places each hand was taken from."""

    stacks: tuple[tuple[str, ...], ...]
    order: tuple[tuple[StackPlace, ...], ...]
    says: str
    cite: str

    def taken(self, index: int) -> str:
        """Say where a hand was taken from."""
        places = ", ".join(f"{stack}.{depth}" for stack, depth in self.order[index])
        return _("From stack and tile {places}.").format(places=places)


def rebuilt_stacks(
    game: Game, entered: rules.Round, position: Callable[[Place], str]
) -> Rebuilt | None:
    """The stacks as they stood, tiles nobody entered face down; None where no drawing is known.

    Rule: MD 8 §M.
    """
    given, roll = entered.delivery, entered.roll
    if not game.has_start or given is None or roll is None:
        return None
    cut = NEW_ZEALAND_CUTS.get(given.cut)
    style = given.style or (cut.style_of(given.options) if cut else None)
    if not style:
        return None
    held = {position(place): hand.held for place, hand in entered.hands.items()}
    hands = [list(held.get(name, [DOWN] * 4)) for name in roll.positions]
    return Rebuilt(
        stacks=undeliver(style, hands),
        order=delivery(style),
        says=_says(given, style, cut.english if cut else ""),
        cite=DELIVERY_CITES.get(style, ""),
    )


def _says(given: ChosenDelivery, style: str, cut: str) -> str:
    words = _("Delivery: {style}.").format(style=cut or style.replace("-", " "))
    moved = given.bank_cut
    if moved:
        order = " ".join(map(str, stacks_after_cut(BankCut(**moved))))
        words += " " + _("The bank cut; the stacks stood in the order {order}.").format(order=order)
    return words
