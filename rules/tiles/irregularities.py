"""What a mistake does to a hand or a round. The rules propose; a floorperson confirms.

Each profile has a table: event, then rows of (when, ruling) walked top to bottom.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING

from rules.refusals import RulesError
from rules.round import Round
from rules.rulings import Ruling

if TYPE_CHECKING:
    from rules.profiles import TileProfile


@dataclass(frozen=True, slots=True)
class TileScene:
    """The state in which an irregularity happened; only what the event asks about matters.

    `whose` is dealer, bank, player, dead-hand or empty; `by` is dealer, bank or player;
    `change` is placed, raised or withdrawn. `player_has_looked` is said of the player whose hand
    it is, by the rules of MBS of any player.
    """

    bank_kind: str = "house"
    tiles_exposed: int = 1
    whose: str = "player"
    by: str = "dealer"
    change: str = "placed"
    player_has_looked: bool = False
    first_hand_exposed: bool = False
    can_be_rebuilt: bool = False
    round_is_over: bool = False
    all_boxes_in_play: bool = False


PLAYS_ON = "No rule voids anything here; play goes on."

EVENTS: Mapping[str, str] = MappingProxyType(
    {
        "dice-not-flat": "A die did not land flat in the shaker",
        "die-left-shaker": "A die left the shaker",
        "lid-lifted": "The bank lifted the lid while shaking",
        "tile-exposed-stacking": "A tile was exposed while stacking",
        "tiles-exposed-laja": "Tiles were exposed during a laja",
        "wrong-distribution": "Dice totalled wrongly, or tiles dealt to the wrong positions",
        "player-tile-exposed": "The dealer exposed a player's tile",
        "bank-tile-exposed": "A tile of the dealer, the bank, the dead hand or an empty position "
        "was exposed",
        "not-house-way": "The dealer's or the co-bank's hand was not set the house way",
        "late-wager": "A wager was placed, raised or withdrawn after “no more bets”",
        "player-left": "A player left during the round",
        "hand-knocked-over": "The dealer knocked over a set hand",
        "hands-mixed": "Tiles of two hands were mixed",
        "suspected-signals": "Players are suspected of telling each other their tiles",
        "suspected-tracking": "Tiles were exposed, or are suspected of being tracked",
        "suspected-viewing": "A player is suspected of viewing another player's tiles",
        "bets-counted-short": "The bets were counted short against the bank",
        "damaged-tile": "A tile in play is damaged or marked",
    }
)

When = Callable[[TileScene], bool]
Rows = tuple[tuple[When, Ruling], ...]
Table = Mapping[str, Rows]


def propose(profile: "TileProfile", event: str, scene: TileScene) -> Ruling:
    """Give the ruling that the profile proposes for an event.

    Rule: MD 10 §A-§F, 4 §F, 5 §C(2), §D, 9 §J(5); MBS 3.13.1-3.13.2, 5.1-5.5; NZ 6.9, 9.8, 10.15,
    12.1-12.17.

    >>> from rules.profiles import MARYLAND
    >>> propose(MARYLAND, "wrong-distribution", TileScene()).cite
    'MD 10 §C'
    """
    rows = profile.irregularities.get(event)
    if rows is None:
        raise RulesError("bad-option", f"{profile.short_name} has no rule for {event!r}")
    for when, ruling in rows:
        if when(scene):
            return ruling
    return Ruling("play-on", PLAYS_ON, rows[0][1].cite, reading=True)


def events_for(profile: "TileProfile") -> tuple[tuple[str, str], ...]:
    """List the events that a profile has a ruling for, with their sentences, for a pick-list."""
    return tuple((event, says) for event, says in EVENTS.items() if event in profile.irregularities)


VALUES: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "bank_kind": ("house", "player", "co-bank"),
        "tiles_exposed": (1, 2, 3, 4),
        "whose": ("dealer", "bank", "player", "dead-hand", "empty"),
        "by": ("dealer", "bank", "player"),
        "change": ("placed", "raised", "withdrawn"),
        "player_has_looked": (False, True),
        "first_hand_exposed": (False, True),
        "can_be_rebuilt": (False, True),
    }
)


@cache
def facts_asked(profile: "TileProfile", event: str) -> tuple[str, ...]:
    """Say which facts of a scene the ruling on an event depends on; nothing else need be asked.

    >>> from rules.profiles import MARYLAND
    >>> facts_asked(MARYLAND, "wrong-distribution"), facts_asked(MARYLAND, "player-tile-exposed")
    ((), ('player_has_looked',))
    """
    read: dict[str, tuple[object, ...]] = {}
    while True:
        seen = _Reading()
        ruled = {}
        for values in product(*read.values()):
            seen.scene = replace(TileScene(), **dict(zip(read, values, strict=True)))  # type: ignore[arg-type]  # VALUES
            ruled[values] = propose(profile, event, seen)  # type: ignore[arg-type]  # reads as a scene
        if seen.names <= read.keys():
            return tuple(name for place, name in enumerate(read) if _depends(ruled, place))
        read = {name: VALUES[name] for name in VALUES if name in seen.names}


class _Reading:
    """A scene that notes what is asked of it."""

    def __init__(self) -> None:
        self.scene = TileScene()
        self.names: set[str] = set()

    def __getattr__(self, name: str) -> object:
        if name in VALUES:
            self.names.add(name)
        return getattr(self.scene, name)


def _depends(ruled: Mapping[tuple[object, ...], Ruling], place: int) -> bool:
    """Whether the ruling differs with the fact at this place, the others being the same."""
    first: dict[tuple[object, ...], Ruling] = {}
    for values, ruling in ruled.items():
        if first.setdefault(values[:place] + values[place + 1 :], ruling) != ruling:
            return True
    return False


def all_boxes_in_play(entered: Round, boxes: int, house_box: int) -> bool:
    """Say whether every box of the layout is dealt to: a wager, the bank or the house stands there.

    Rule: NZ 12.9(a).

    >>> all_boxes_in_play(Round(), boxes=1, house_box=1), all_boxes_in_play(Round(), 2, house_box=1)
    (True, False)
    """
    in_play = {*entered.played_seats(), *([house_box] if entered.bank.kind == "house" else [])}
    return in_play.issuperset(range(1, boxes + 1))


def box_removed(total: int, house_box: int, boxes: int = 8) -> int | None:
    """Give the box that the dice take out of play, or None to shake again for the house's box.

    Rule: NZ 12.9-12.10.

    >>> box_removed(11, house_box=1), box_removed(9, house_box=1)
    (3, None)
    """
    box = (total - 1) % boxes + 1
    return None if box == house_box else box


def _always(scene: TileScene) -> bool:
    return True


def _two_exposed_and_nobody_looked(scene: TileScene) -> bool:
    return scene.tiles_exposed >= 2 and not scene.player_has_looked


def _round_void(cite: str, *, reading: bool = False) -> Ruling:
    return Ruling(
        "void-round",
        "All hands are void, all wagers are returned, the tiles are reshuffled.",
        cite,
        voids="round",
        then="reshuffle",
        reading=reading,
    )


def _no_roll(cite: str, *, reading: bool = False) -> Ruling:
    return Ruling(
        "no-roll", "No roll: the dice are shaken again.", cite, then="reshake", reading=reading
    )


def _reset(cite: str, *, reading: bool = False) -> Ruling:
    return Ruling(
        "reset-house-way",
        "The hand is reset the house way; wagers are paid and taken on the right setting.",
        cite,
        then="settle on the right setting",
        reading=reading,
    )


def _set_for_player(cite: str, *, reading: bool = False) -> Ruling:
    return Ruling(
        "set-house-way",
        "The dealer sets the player's tiles the house way.",
        cite,
        then="set the house way",
        reading=reading,
    )


def _may_void_hand(cite: str) -> Ruling:
    return Ruling(
        "player-may-void",
        "The player may void the hand, before looking at the other tiles; the wager is returned.",
        cite,
        voids="hand",
        choice_of="player",
    )


def _refused_wager(cite: str) -> Ruling:
    return Ruling("wager-refused", "The change of the wager is not accepted.", cite)


_MARYLAND: Table = {
    "dice-not-flat": ((_always, _no_roll("MD 10 §A")),),
    "die-left-shaker": ((_always, _no_roll("MD 10 §B")),),
    "lid-lifted": (
        (
            _always,
            Ruling(
                "cover-and-reshake",
                "The bank covers the shaker and shakes again.",
                "MD 9 §J(5)",
                then="reshake",
            ),
        ),
    ),
    "tile-exposed-stacking": (
        (_always, Ruling("remix", "The entire set is remixed.", "MD 4 §F", then="remix")),
    ),
    "wrong-distribution": ((_always, _round_void("MD 10 §C")),),
    "player-tile-exposed": (
        (lambda scene: not scene.player_has_looked, _may_void_hand("MD 10 §D")),
        (
            _always,
            Ruling(
                "play-on",
                "The player has looked at the other tiles and can no longer void the hand.",
                "MD 10 §D(1)",
            ),
        ),
    ),
    "bank-tile-exposed": ((_always, _round_void("MD 10 §E")),),
    "not-house-way": (
        (lambda scene: scene.whose == "dealer", _reset("MD 10 §F")),
        (_always, _reset("MD 10 §F", reading=True)),
    ),
    "late-wager": ((_always, _refused_wager("MD 5 §D")),),
    "player-left": (
        (
            _always,
            Ruling(
                "wager-abandoned",
                "The wager may be considered abandoned and treated as a losing wager.",
                "MD 5 §C(2)",
                choice_of="operator",
                then="treat as lost",
            ),
        ),
    ),
    "damaged-tile": (
        (
            _always,
            Ruling(
                "new-set",
                "Another set comes to the table; this one goes into a sealed envelope.",
                "MD 4 §C(3)",
                then="change the set",
                reading=True,
            ),
        ),
    ),
}

MARYLAND_TABLE: Table = MappingProxyType(_MARYLAND)

# The leaflet has no irregularity rules: it follows Maryland (reading).
LEAFLET_TABLE: Table = MappingProxyType(
    {
        event: tuple((when, replace(ruling, reading=True)) for when, ruling in rows)
        for event, rows in _MARYLAND.items()
    }
)

MBS_TABLE: Table = MappingProxyType(
    {
        "dice-not-flat": ((_always, _no_roll("MBS 3.9", reading=True)),),
        "die-left-shaker": ((_always, _no_roll("MBS 3.9", reading=True)),),
        "wrong-distribution": (
            (lambda scene: scene.player_has_looked, _round_void("MBS 5.3")),
            (
                _always,
                Ruling(
                    "correct-the-deal",
                    "Nobody saw a tile: the deal is corrected.",
                    "MBS 5.3",
                    then="correct the deal",
                    reading=True,
                ),
            ),
        ),
        "player-tile-exposed": (
            (
                lambda scene: _two_exposed_and_nobody_looked(scene) and scene.bank_kind == "house",
                Ruling(
                    "player-may-withdraw",
                    "The player whose tiles were exposed may withdraw the wager.",
                    "MBS 5.2",
                    voids="hand",
                    choice_of="player",
                ),
            ),
            (_two_exposed_and_nobody_looked, _round_void("MBS 5.2")),
        ),
        "bank-tile-exposed": (
            (
                lambda scene: (
                    _two_exposed_and_nobody_looked(scene)
                    and scene.whose == "dealer"
                    and scene.bank_kind == "house"
                ),
                _round_void("MBS 5.1.1"),
            ),
            (
                lambda scene: (
                    _two_exposed_and_nobody_looked(scene)
                    and scene.whose == "bank"
                    and scene.bank_kind == "player"
                ),
                replace(_round_void("MBS 5.1.2"), choice_of="bank"),
            ),
        ),
        "not-house-way": (
            (lambda scene: scene.round_is_over, _reset("MBS 3.13.2")),
            (_always, _reset("MBS 3.13.1")),
        ),
        "late-wager": (
            (
                lambda scene: scene.change == "withdrawn",
                Ruling(
                    "withdrawn-wager-plays",
                    "The withdrawn wager is still won or lost by the result.",
                    "MBS 5.5",
                ),
            ),
            (_always, _refused_wager("MBS 5.4")),
        ),
        "player-left": ((_always, _set_for_player("MBS 3.12", reading=True)),),
    }
)

NEW_ZEALAND_TABLE: Table = MappingProxyType(
    {
        "dice-not-flat": ((_always, _no_roll("NZ 9.8")),),
        "die-left-shaker": ((_always, _no_roll("NZ 9.8")),),
        "tile-exposed-stacking": (
            (_always, Ruling("laja", "The dealer performs a laja.", "NZ 12.1", then="laja")),
        ),
        "tiles-exposed-laja": (
            (
                lambda scene: scene.tiles_exposed > 2,
                Ruling("reshuffle", "The tiles are reshuffled.", "NZ 12.2", then="reshuffle"),
            ),
        ),
        "wrong-distribution": ((_always, _round_void("NZ 12.13")),),
        "player-tile-exposed": (
            (
                lambda scene: scene.tiles_exposed == 1,
                Ruling("turn-over", "The tile is turned over; play goes on.", "NZ 12.4"),
            ),
            (lambda scene: not scene.player_has_looked, _may_void_hand("NZ 12.3(a)")),
            (
                _always,
                Ruling(
                    "play-on",
                    "The player has viewed the other tiles and can no longer void the hand.",
                    "NZ 12.3(a)",
                ),
            ),
        ),
        "bank-tile-exposed": (
            (
                lambda scene: scene.whose == "dealer" or scene.bank_kind == "house",
                Ruling("play-on", "The house's hand is played.", "NZ 12.5"),
            ),
            (
                lambda scene: scene.by == "bank",
                Ruling("play-on", "The player/banker's hand is played.", "NZ 12.6"),
            ),
            (
                lambda scene: scene.tiles_exposed == 1,
                Ruling("turn-over", "The tile is turned over; play goes on.", "NZ 12.4"),
            ),
            (
                lambda scene: (
                    scene.whose == "bank" and scene.by == "dealer" and not scene.player_has_looked
                ),
                replace(
                    _round_void("NZ 12.3(b)"),
                    code="bank-may-void",
                    says="The player/banker may void the hand before viewing the other tiles; "
                    "then the round is void and the tiles are reshuffled.",
                    choice_of="bank",
                ),
            ),
            (
                lambda scene: scene.whose == "bank",
                Ruling("play-on", PLAYS_ON, "NZ 12.3(b)", reading=True),
            ),
        ),
        "not-house-way": (
            (lambda scene: not scene.first_hand_exposed, _reset("NZ 12.8(a)")),
            (
                _always,
                Ruling(
                    "stands", "The hand stands as it was set.", "NZ 12.8(b)", then="settle as set"
                ),
            ),
        ),
        "late-wager": ((_always, _refused_wager("NZ 6.9")),),
        "player-left": ((_always, _set_for_player("NZ 12.16")),),
        "hand-knocked-over": ((_always, _set_for_player("NZ 12.14")),),
        "hands-mixed": (
            (
                lambda scene: not scene.can_be_rebuilt,
                Ruling(
                    "void-hands",
                    "The hands involved are void; their wagers are returned.",
                    "NZ 12.15",
                    voids="hands",
                ),
            ),
            (
                _always,
                Ruling("rebuild", "The hands are rebuilt and played.", "NZ 12.15", then="rebuild"),
            ),
        ),
        "suspected-signals": (
            (
                lambda scene: scene.all_boxes_in_play and scene.bank_kind != "player",
                Ruling(
                    "remove-box",
                    "A box or a player may be removed from play; the box is found by shaking the "
                    "dice and counting from box 1, never the house's own.",
                    "NZ 12.9-12.11",
                    choice_of="operator",
                    then="remove a box",
                ),
            ),
        ),
        "suspected-tracking": (
            (
                _always,
                Ruling(
                    "reshuffle",
                    "The game supervisor may direct the dealer to reshuffle.",
                    "NZ 12.7",
                    choice_of="supervisor",
                    then="reshuffle",
                ),
            ),
        ),
        "suspected-viewing": (
            (
                _always,
                Ruling(
                    "set-first",
                    "The player may be directed to set first, the players to speak English only, "
                    "or be kept from playing at the same table.",
                    "NZ 12.12",
                    choice_of="operator",
                ),
            ),
        ),
        "bets-counted-short": (
            (
                lambda scene: scene.bank_kind == "player",
                Ruling(
                    "bank-makes-up",
                    "The player/banker makes up the difference.",
                    "NZ 12.17",
                ),
            ),
            (
                lambda scene: scene.bank_kind == "co-bank",
                Ruling(
                    "both-make-up",
                    "The co-banker and the house make up the difference equally.",
                    "NZ 12.17",
                ),
            ),
        ),
        "damaged-tile": (
            (
                _always,
                Ruling(
                    "replace-tile",
                    "The tile, or the whole set, is replaced.",
                    "NZ 10.15",
                    choice_of="operator",
                    then="replace the tile or the set",
                ),
            ),
        ),
    }
)
