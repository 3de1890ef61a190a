"""Put the hands of a round back into the stacks they came from."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

import rules
from review.wording import chosen_words
from rounds.games.game import Game
from rules.citations import cited, own_paragraphs
from rules.place import Place
from rules.round import ChosenDelivery
from rules.tiles.cuts import NEW_ZEALAND_CUTS, BankCut, stacks_after_cut
from rules.tiles.dealing import DELIVERY_CITES, StackPlace, delivery, undeliver
from tables.wording import VALUES

DOWN, WHOLE = "back", 4


@dataclass(frozen=True, slots=True)
class RebuiltStacks:
    """Eight stacks of four from the dealer's right, and the places each hand was taken from."""

    stacks: tuple[tuple[str, ...], ...]
    order: tuple[tuple[StackPlace, ...], ...]
    says: str
    cite: str

    def taken(self, index: int) -> str:
        """Say where a hand was taken from, stack by stack; tiles are counted from the top."""
        tiles: dict[int, list[str]] = {}
        for stack, depth in self.order[index]:
            tiles.setdefault(stack, []).append(str(depth))
        return " ".join(_taken_from(stack, depths) for stack, depths in tiles.items())


def _taken_from(stack: int, depths: list[str]) -> str:
    if len(depths) == WHOLE:
        return _("The whole of stack {stack}.").format(stack=stack)
    said = _("Stack {stack}: tile {tiles} from the top.")
    return said.format(stack=stack, tiles=", ".join(depths))


def rebuilt_stacks(
    game: Game, entered: rules.Round, position: Callable[[Place], str]
) -> RebuiltStacks | None:
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
    return RebuiltStacks(
        stacks=undeliver(style, hands),
        order=delivery(style),
        says=delivery_words(given),
        cite=own_paragraphs(game.profile.id, DELIVERY_CITES.get(style, ""))
        or cited(game.profile.id, "stacks"),
    )


def delivery_words(given: ChosenDelivery) -> str:
    """How the tiles were cut and delivered, and who chose it; laja and the bank's cut included.

    Rule: MD 7 §A, 9 §J, §J(1); NZ 9.3A.
    """
    cut = NEW_ZEALAND_CUTS.get(given.cut)
    words = []
    if cut or given.style:
        named = cut.english if cut else VALUES["delivery_styles"][given.style]
        words.append(_("Delivery: {style}.").format(style=named))
        words.append(chosen_words(given.chosen_by))
    if given.laja:
        words.append(_("Laja: the tiles were mixed and stacked again."))
    if given.bank_cut:
        order = " ".join(map(str, stacks_after_cut(BankCut(**given.bank_cut))))
        words.append(_("The bank cut; the stacks stood in the order {order}.").format(order=order))
    return " ".join(filter(None, words))
