"""The options that a property may file, each with its default, its sentence and its paragraph."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.profiles import Profile
from rules.tiles.cuts import NEW_ZEALAND_CUTS
from rules.tiles.dealing import DELIVERIES
from rules.tiles.pair_fortunes import PAY_TABLES

FOUR_CARD_TABLES = ("1a", "2a", "3a", "1b", "2b", "3b", "4a", "4b")
MARYLAND, LEAFLET, MBS = "maryland", "leaflet", "mbs"
NEW_ZEALAND, CARDS = "new-zealand", "three-card-split"
TILES = (MARYLAND, LEAFLET, MBS, NEW_ZEALAND)
CHAPTER_6 = "house-way-right"
"""The delivery that holds when nobody chooses one (MD 6 §C, 7 §A, 9 §J(1))."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option: what it is called, what it may be, what it means, where it is written.

    `kind` is choice, flag, whole, cents (typed as an amount), text, date, choices, wholes or table.
    `cites` lists the profiles that have the option, each with its paragraph; `defaults` overrides
    `default` for a profile, and `elsewhere` is what holds under a profile that does not have the
    option. `may_be_off` lists the profiles whose document has no such limit, so that a submission
    may leave it out; `kept` is what no submission under a profile can drop.
    """

    name: str
    kind: str
    default: object
    says: str
    cites: Mapping[str, str]
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: Mapping[str, int] = field(default_factory=dict)
    defaults: Mapping[str, object] = field(default_factory=dict)
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_optional: bool = False
    may_be_off: tuple[str, ...] = ()
    kept: Mapping[str, object] = field(default_factory=dict)
    elsewhere: object = None

    def default_for(self, profile: Profile) -> object:
        """Give the default under a profile."""
        if profile.id not in self.cites:
            return self.elsewhere or _ABSENT.get(self.kind, self.default)
        return self.defaults.get(profile.id, self.default)

    def can_be_left_out(self, profile: Profile) -> bool:
        """Say whether a submission under a profile may have none of it."""
        return self.is_optional or profile.id in self.may_be_off

    def choices_for(self, profile: Profile) -> tuple[str, ...]:
        """Give what may be chosen under a profile."""
        return self.only.get(profile.id, self.choices)


# What an option is under a profile that does not have it.
_ABSENT: Mapping[str, object] = {"flag": False, "choices": ()}


def _everywhere(cite: str) -> dict[str, str]:
    return dict.fromkeys((*TILES, CARDS), cite)


OPTION_FIELDS: tuple[OptionField, ...] = (
    OptionField(
        "seats",
        "whole",
        None,
        "How many seats or boxes the layout has, if fewer than the rules allow.",
        {MBS: "MBS 2.1.1", NEW_ZEALAND: "NZ 3.2(a)", CARDS: "3CS 2"},
        least=1,
        most={MBS: 7, NEW_ZEALAND: 8, CARDS: 7},
        is_optional=True,
    ),
    OptionField(
        "vigorish_rounding",
        "choice",
        "cent",
        "How the 5 % vigorish is rounded: half up to the cent, or up to a multiple of 25 cents.",
        {
            MARYLAND: "MD 8 §K(1)",
            LEAFLET: "Leaflet ¶16",
            MBS: "MBS 4.1",
            NEW_ZEALAND: "NZ 6.11",
        },
        choices=("cent",),
        only={MARYLAND: ("cent", "up-to-25c")},
    ),
    OptionField(
        "pair_fortunes",
        "choice",
        None,
        "The pay table of the Pair Fortunes bonus wager, if it is offered.",
        {MARYLAND: "MD 5 §F, 8 §L"},
        choices=tuple(PAY_TABLES),
        is_optional=True,
    ),
    OptionField(
        "smallest_chip",
        "cents",
        None,
        "The smallest chip at the table. Wagers are whole numbers of it.",
        _everywhere("NZ 6.12-6.13")
        | {MARYLAND: "MD 5 §A", LEAFLET: "Leaflet ¶20", MBS: "MBS 3.3", CARDS: "3CS 2"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "minimum_wager",
        "cents",
        None,
        "No table that plays by this has a minimum below it.",
        _everywhere("NZ 6.6")
        | {MARYLAND: "MD 5 §A", LEAFLET: "Leaflet ¶20", MBS: "MBS 3.19", CARDS: "3CS 2"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "maximum_wager",
        "cents",
        None,
        "No table that plays by this has a maximum above it. In New Zealand and at "
        "Marina Bay Sands a table's maximum does not apply against a player bank.",
        _everywhere("NZ 6.6, 6.8")
        | {MARYLAND: "MD 5 §A", LEAFLET: "Leaflet ¶20", MBS: "MBS 3.19", CARDS: "3CS 2"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "player_maximum",
        "cents",
        None,
        "The most that one player may wager on a box.",
        {NEW_ZEALAND: "NZ 6.6"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "players_a_box",
        "whole",
        1,
        "How many players may wager on one box.",
        {NEW_ZEALAND: "NZ 6.5"},
        least=1,
        most={NEW_ZEALAND: 3},
    ),
    OptionField(
        "player_bank",
        "flag",
        True,
        "Players are offered the bank.",
        {
            MARYLAND: "MD 9 §A",
            LEAFLET: "Leaflet ¶2, ¶18",
            MBS: "MBS 3.17",
            NEW_ZEALAND: "NZ 5.1-5.3",
        },
        defaults={MARYLAND: False},
        kept={LEAFLET: True, MBS: True, NEW_ZEALAND: True},
    ),
    OptionField(
        "co_bank",
        "flag",
        True,
        "The bank may ask to share the round with the house, half each.",
        {MARYLAND: "MD 9 §E", LEAFLET: "Leaflet ¶19", NEW_ZEALAND: "NZ 5.1(c), 5.3"},
        defaults={MARYLAND: False},
        kept={LEAFLET: True, NEW_ZEALAND: True},
    ),
    OptionField(
        "shared_bank",
        "flag",
        False,
        "Two or more players who wager on a box may share the bank.",
        {NEW_ZEALAND: "NZ 5.5, 7.3"},
    ),
    OptionField(
        "dealer_wager",
        "choice",
        "last-wager",
        "What the dealer wagers against a player bank: the banker's last wager against the "
        "dealer, a fixed amount, or nothing.",
        {MARYLAND: "MD 9 §H(3)-§I", LEAFLET: "Leaflet ¶18 (reading)"},
        choices=("last-wager", "fixed", "none"),
        elsewhere="none",
    ),
    OptionField(
        "dealer_wager_amount",
        "cents",
        None,
        "The fixed amount that the dealer wagers. By the leaflet never more than the "
        "banker's last wager.",
        {MARYLAND: "MD 9 §H(3)", LEAFLET: "Leaflet ¶18 (reading)"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "adjacent_areas",
        "flag",
        False,
        "A player may wager on two adjacent betting areas.",
        {MARYLAND: "MD 5 §E"},
    ),
    OptionField(
        "match_play",
        "flag",
        True,
        "Match-play coupons are taken beside chips of at least the same amount.",
        {LEAFLET: "Leaflet ¶20"},
    ),
    OptionField(
        "delivery_styles",
        "choices",
        (CHAPTER_6,),
        "The styles in which stacks may be delivered. Stack by stack from the right is always "
        "one of them: it is what the dealer does when nobody chooses.",
        {MARYLAND: "MD 6 §C, 7 §A", LEAFLET: "Leaflet ¶11", MBS: "MBS 3.10"},
        choices=tuple(DELIVERIES),
        only={MBS: (CHAPTER_6, "house-way-left")},  # a stack to each area, whole
        kept=dict.fromkeys((MARYLAND, LEAFLET, MBS), CHAPTER_6),
    ),
    OptionField(
        "bank_cut",
        "flag",
        True,
        "The bank may cut the stacks once.",
        {MARYLAND: "MD 9 §G", LEAFLET: "MD 9 §G (reading)"},
        kept={MARYLAND: True},
    ),
    OptionField(
        "cuts",
        "choices",
        tuple(NEW_ZEALAND_CUTS),
        "The approved cuts of this casino.",
        {NEW_ZEALAND: "NZ 1.0 Approved Cut, 9.3A, Appendix 5"},
        choices=tuple(NEW_ZEALAND_CUTS),
    ),
    OptionField(
        "cut_chooser",
        "choice",
        "supervisor",
        "Who chooses the cut when the player/banker does not.",
        {NEW_ZEALAND: "NZ 9.3A"},
        choices=("supervisor", "random"),
    ),
    OptionField(
        "adjust",
        "flag",
        False,
        "The player/banker may nominate +4 or -4 before the dice are shown.",
        {NEW_ZEALAND: "NZ 9.6"},
    ),
    OptionField(
        "start_from",
        "choice",
        "dice",
        "What gives the number for the starting position.",
        {
            MARYLAND: "MD 6 §A",
            LEAFLET: "Leaflet ¶11",
            MBS: "MBS 3.8",
            NEW_ZEALAND: "NZ 3.3(b)",
        },
        choices=("dice",),
        only={MARYLAND: ("dice", "generator")},
    ),
    OptionField(
        "generator_approval",
        "text",
        "",
        "The Commission's approval reference of the random number generator.",
        {MARYLAND: "MD 2 §F"},
    ),
    OptionField(
        "generator_approved_on",
        "date",
        "",
        "The day on which the Commission approved the generator.",
        {MARYLAND: "MD 2 §F"},
    ),
    OptionField(
        "generator_least",
        "whole",
        3,
        "The least number that the generator displays.",
        {MARYLAND: "MD 6 §A(1)"},
        least=1,
        most={MARYLAND: 999},
    ),
    OptionField(
        "generator_greatest",
        "whole",
        18,
        "The greatest number that the generator displays.",
        {MARYLAND: "MD 6 §A(1)"},
        least=1,
        most={MARYLAND: 999},
    ),
    OptionField(
        "tile_hours",
        "whole",
        12,
        "After how many hours a set of tiles must be changed.",
        {
            MARYLAND: "MD 3 §A(2)",
            LEAFLET: "MD 3 §A(2) (reading)",
            MBS: "MD 3 §A(2) (reading)",
            NEW_ZEALAND: "NZ 10.16",
        },
        least=1,
        most={MARYLAND: 12},
        may_be_off=(LEAFLET, MBS, NEW_ZEALAND),
    ),
    OptionField(
        "dice_hours",
        "whole",
        24,
        "After how many hours dice must leave the table.",
        {
            MARYLAND: "MD 2 §E",
            LEAFLET: "MD 2 §E (reading)",
            MBS: "MD 2 §E (reading)",
            NEW_ZEALAND: "MD 2 §E (reading)",
        },
        least=1,
        most={MARYLAND: 24},
        defaults=dict.fromkeys((LEAFLET, MBS, NEW_ZEALAND)),
        may_be_off=(LEAFLET, MBS, NEW_ZEALAND),
    ),
    OptionField(
        "warning_minutes",
        "wholes",
        (60, 30, 10),
        "How long before a limit the table, the pit and the floorperson are warned.",
        _everywhere("MD 2 §E, 3 §A(2)"),
        least=1,
    ),
    OptionField(
        "house_way",
        "table",
        None,
        "The operator's own house way, if it replaces the published one.",
        {
            MARYLAND: "MD 8 §B(2), 9 §E(4), 10 §F",
            LEAFLET: "Leaflet ¶14",
            MBS: "MBS 1.1.5",
            NEW_ZEALAND: "NZ 1.0 House Way",
        },
        is_optional=True,
    ),
    OptionField(
        "proposition_minimum",
        "cents",
        None,
        "The posted minimum of a proposition wager.",
        {CARDS: "3CS 2"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "proposition_maximum",
        "cents",
        None,
        "The posted maximum of a proposition wager.",
        {CARDS: "3CS 2"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "four_card",
        "choice",
        None,
        "The pay table of the Four Card bonus wager, if it is offered.",
        {CARDS: "3CS App. C"},
        choices=FOUR_CARD_TABLES,
        is_optional=True,
    ),
    OptionField(
        "jackpot_minimum",
        "cents",
        None,
        "The least Four Card wager that plays for the jackpot.",
        {CARDS: "3CS App. D"},
        least=1,
        is_optional=True,
    ),
    OptionField(
        "jackpot_seed",
        "cents",
        None,
        "What the house puts into a new jackpot.",
        {CARDS: "3CS App. D"},
        least=0,
        is_optional=True,
    ),
    OptionField(
        "jackpot_grows",
        "choice",
        "none",
        "When the house adds to the jackpot.",
        {CARDS: "3CS App. D"},
        choices=("none", "per-day", "per-wager", "per-hour", "share-of-win"),
    ),
    OptionField(
        "jackpot_step",
        "whole",
        0,
        "What the house adds each time: cents, or hundredths of a per cent of the win.",
        {CARDS: "3CS App. D"},
        least=0,
    ),
)


def cite_of(profile: Profile, name: str) -> str:
    """Name the paragraph of a profile behind one of its options.

    >>> from rules.profiles import profile
    >>> cite_of(profile("maryland"), "minimum_wager")
    'MD 5 §A'
    """
    return next(each.cites[profile.id] for each in option_fields(profile) if each.name == name)


def option_fields(profile: Profile) -> tuple[OptionField, ...]:
    """List the options that a profile has, for the settings page."""
    return tuple(each for each in OPTION_FIELDS if profile.id in each.cites)
