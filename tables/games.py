"""One object per game: which sets its tables need, and how each is looked at and limited."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.models import EquipmentKind


@dataclass(frozen=True, slots=True)
class Refusal:
    """A code with what to tell the person at the table, and what it is about (rules.citations)."""

    code: str
    message: Promise
    subject: str


@dataclass(frozen=True, slots=True)
class InspectionCheck:
    """One thing to look at in an inspection."""

    code: str
    label: Promise


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces of a set that are laid out and ticked off together, such as a pair of tiles."""

    code: str
    label: Promise
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindOfSet:
    """How one kind of equipment is inspected and how long it may stay at a table."""

    kind: EquipmentKind
    groups: tuple[Group, ...]
    checks: tuple[InspectionCheck, ...]
    hours_option: str
    clock_starts: str  # "verified" or "placed"
    missing: Refusal
    not_verified: Refusal
    expired: Refusal
    unfit: Refusal

    @property
    def pieces(self) -> tuple[str, ...]:
        return tuple(piece for group in self.groups for piece in group.pieces)


@dataclass(frozen=True, slots=True)
class TableGame:
    """What a table needs to play, and what only a round needs that a player banks."""

    code: str
    label: Promise
    kinds: tuple[KindOfSet, ...]
    shows_sets_to_players: bool
    for_player_bank: tuple[KindOfSet, ...] = ()

    @property
    def may_lie_there(self) -> tuple[KindOfSet, ...]:
        """Every kind of set that may be at such a table, needed for each round or not."""
        return (*self.kinds, *self.for_player_bank)


PAIRS: tuple[tuple[str, Promise, tuple[str, str]], ...] = (
    ("supreme", _("Gee Joon"), ("2-4", "1-2")),
    ("teen", _("Teen"), ("6-6", "6-6")),
    ("day", _("Day"), ("1-1", "1-1")),
    ("high-8", _("High eight"), ("4-4", "4-4")),
    ("high-4", _("High four"), ("1-3", "1-3")),
    ("high-10", _("High ten"), ("5-5", "5-5")),
    ("high-6", _("High six"), ("3-3", "3-3")),
    ("low-4", _("Low four"), ("2-2", "2-2")),
    ("eleven", _("Eleven"), ("5-6", "5-6")),
    ("low-10", _("Low ten"), ("4-6", "4-6")),
    ("high-7", _("High seven"), ("1-6", "1-6")),
    ("low-6", _("Low six"), ("1-5", "1-5")),
    ("nines", _("Mixed nines"), ("3-6", "4-5")),
    ("eights", _("Mixed eights"), ("2-6", "3-5")),
    ("sevens", _("Mixed sevens"), ("2-5", "3-4")),
    ("fives", _("Mixed fives"), ("1-4", "2-3")),
)

SUITS: tuple[tuple[str, Promise], ...] = (
    ("S", _("Spades")),
    ("H", _("Hearts")),
    ("D", _("Diamonds")),
    ("C", _("Clubs")),
)

TILE_SETS = KindOfSet(
    kind=EquipmentKind.TILES,
    groups=tuple(Group(code, label, pieces) for code, label, pieces in PAIRS),
    checks=(
        InspectionCheck("side_by_side", _("Side by side: same size, same shade")),
        InspectionCheck("backs", _("Backs: no flaw, scratch or mark")),
        InspectionCheck("sides", _("Sides: no flaw, scratch or mark")),
    ),
    hours_option="tile_hours",
    clock_starts="verified",
    missing=Refusal(
        "tiles_not_verified",
        _("There is no tile set at this table. Have one brought, inspected and verified."),
        "inspection",
    ),
    not_verified=Refusal(
        "tiles_not_verified",
        _("The tile set is not verified yet. A floorperson verifies the inspection first."),
        "inspection",
    ),
    expired=Refusal(
        "tiles_expired",
        _("The tile set is past its limit. Change it: bring, inspect and verify another set."),
        "tiles-limit",
    ),
    unfit=Refusal(
        "tiles_unfit",
        _("A tile of this set is unfit for play. Have the set replaced before the next round."),
        "set-failed",
    ),
)

DICE = KindOfSet(
    kind=EquipmentKind.DICE,
    groups=(Group("dice", _("Dice"), ("1", "2", "3")),),
    checks=(
        InspectionCheck("micrometer", _("Micrometer: each die within the size range")),
        InspectionCheck("caliper", _("Balancing caliper: no die favours a side")),
        InspectionCheck("square", _("Steel square: edges and faces true")),
        InspectionCheck("magnet", _("Magnet: no die is drawn")),
    ),
    hours_option="dice_hours",
    clock_starts="placed",
    missing=Refusal(
        "dice_not_verified",
        _("There are no inspected dice in the shaker. Have a set placed at this table."),
        "dice-inspection",
    ),
    not_verified=Refusal(
        "dice_not_verified",
        _("The dice are not verified yet. A second floorperson verifies them first."),
        "dice-inspection",
    ),
    expired=Refusal(
        "dice_expired",
        _("The dice are past their limit. Place another inspected set in the shaker."),
        "dice-limit",
    ),
    unfit=Refusal(
        "dice_unfit",
        _("The dice are unfit for play. Place another inspected set in the shaker."),
        "dice-inspection",
    ),
)

DECKS = KindOfSet(
    kind=EquipmentKind.DECK,
    groups=tuple(
        Group(suit, label, tuple(f"{rank}{suit}" for rank in "A23456789TJQK"))
        for suit, label in SUITS
    ),
    checks=(
        InspectionCheck("backs", _("Backs: same colour and shade, no mark")),
        InspectionCheck("edges", _("Edges: no crimp, nick or cut")),
        InspectionCheck("faces", _("Faces: clean print, no scratch")),
    ),
    hours_option="deck_hours",
    clock_starts="verified",
    missing=Refusal(
        "deck_not_verified",
        _("There is no deck at this table. Have one brought, inspected and verified."),
        "deck-changed",
    ),
    not_verified=Refusal(
        "deck_not_verified",
        _("The deck is not verified yet. A floorperson verifies the inspection first."),
        "deck-changed",
    ),
    expired=Refusal(
        "deck_expired",
        _("The deck is past its limit. Change it: bring, inspect and verify another deck."),
        "deck-changed",
    ),
    unfit=Refusal(
        "deck_unfit",
        _("The deck is unfit for play. Change it: bring, inspect and verify another deck."),
        "deck-changed",
    ),
)

KINDS: Mapping[str, KindOfSet] = MappingProxyType(
    {each.kind.value: each for each in (TILE_SETS, DICE, DECKS)}
)

TILE_GAME = TableGame("tiles", _("Pai Gow tiles"), (TILE_SETS, DICE), shows_sets_to_players=True)
TILE_GAME_WITH_GENERATOR = TableGame("tiles", _("Pai Gow tiles"), (TILE_SETS,), True)
TILE_GAME_WITH_BOTH = TableGame("tiles", _("Pai Gow tiles"), (TILE_SETS,), True, (DICE,))
CARD_GAME = TableGame("cards", _("Three Card Split"), (DECKS,), shows_sets_to_players=False)

GAME_OF_PROFILE: Mapping[str, TableGame] = MappingProxyType(
    {
        "maryland": TILE_GAME,
        "leaflet": TILE_GAME,
        "mbs": TILE_GAME,
        "new-zealand": TILE_GAME,
        "three-card-split": CARD_GAME,
    }
)


def game_of_profile(profile: str, options: Mapping[str, object]) -> TableGame:
    """The game that a submission's tables play; a generator takes the place of the house's dice.

    Where players bank, dice may lie there as well: a player who banks shakes.

    Rule: MD ch. 2 §F, 9 §J(2).
    """
    game = GAME_OF_PROFILE[profile]
    if game is TILE_GAME and options.get("start_from") == "generator":
        return TILE_GAME_WITH_BOTH if options.get("player_bank") else TILE_GAME_WITH_GENERATOR
    return game
