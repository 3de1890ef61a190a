"""What a property files under a profile: its options, read and checked.

`Options.parse` is the only way in; `OPTION_FIELDS` is the table behind the settings page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Any

from rules.option_fields import OPTION_FIELDS, OptionField, option_fields
from rules.profiles import Profile, TileProfile
from rules.refusals import RulesError
from rules.tiles.house_ways import HouseWay
from rules.tiles.house_ways.from_file import house_way_from

__all__ = ["OPTION_FIELDS", "OptionField", "Options", "option_fields"]

_FIELD = MappingProxyType({each.name: each for each in OPTION_FIELDS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """A property's validated options. Frozen: a round keeps the version it was played under."""

    profile_id: str
    seats: int | None = None
    vigorish_rounding: str = "cent"
    pair_fortunes: str | None = None
    smallest_chip: int | None = None
    minimum_wager: int | None = None
    maximum_wager: int | None = None
    player_maximum: int | None = None
    players_a_box: int = 1
    player_bank: bool = True
    co_bank: bool = False
    shared_bank: bool = False
    dealer_wager: str = "none"
    dealer_wager_amount: int | None = None
    adjacent_areas: bool = False
    match_play: bool = False
    delivery_styles: tuple[str, ...] = ("house-way-right",)
    bank_cut: bool = False
    cuts: tuple[str, ...] = ()
    cut_chooser: str = "supervisor"
    adjust: bool = False
    start_from: str = "dice"
    generator_approval: str = ""
    generator_approved_on: str = ""
    generator_least: int = 3
    generator_greatest: int = 18
    tile_hours: int | None = 12
    dice_hours: int | None = 24
    warning_minutes: tuple[int, ...] = (60, 30, 10)
    house_way: HouseWay | None = field(default=None, compare=False)
    proposition_minimum: int | None = None
    proposition_maximum: int | None = None
    four_card: str | None = None
    jackpot_minimum: int | None = None
    jackpot_seed: int | None = None
    jackpot_grows: str = "none"
    jackpot_step: int = 0

    @classmethod
    def parse(cls, profile: Profile, given: Mapping[str, object]) -> "Options":
        """Read and check a filed mapping. What is not given takes the profile's default.

        >>> from rules.profiles import profile
        >>> Options.parse(profile("maryland"), {"pair_fortunes": "A"}).pair_fortunes
        'A'
        """
        for name in given:
            _guard_name(profile, name)
        values: dict[str, Any] = {
            each.name: _read(each, profile, given[each.name])
            if each.name in given
            else each.default_for(profile)
            for each in OPTION_FIELDS
        }
        options = cls(profile_id=profile.id, **values)
        for guard in _CROSS_CHECKS:
            guard(options)
        return options

    @classmethod
    def default(cls, profile: Profile) -> "Options":
        """Give the options of a property that filed nothing beyond the profile."""
        return _default_options(profile)

    def as_mapping(self) -> dict[str, object]:
        """Write the options that the profile has as a mapping that JSON can hold."""
        return {
            each.name: _written(getattr(self, each.name))
            for each in OPTION_FIELDS
            if self.profile_id in each.cites
        }


@cache
def _default_options(profile: Profile) -> Options:
    return Options.parse(profile, {})


def _written(value: object) -> object:
    if isinstance(value, HouseWay):
        return dict(value.source)
    return list(value) if isinstance(value, tuple) else value


def _guard_name(profile: Profile, name: object) -> None:
    known = _FIELD.get(name) if isinstance(name, str) else None
    if known is None:
        raise RulesError("bad-option", f"not an option: {name!r}")
    if profile.id not in known.cites:
        raise RulesError("bad-option", f"{profile.short_name} has no option {known.name!r}")


def _read(known: OptionField, profile: Profile, given: object) -> object:
    if given is None and known.can_be_left_out(profile):
        return None
    value = _READERS[known.kind](known, profile, given)
    _guard_kept(known, profile, value)
    return value


def _guard_kept(known: OptionField, profile: Profile, value: object) -> None:
    """Refuse to drop what the document gives to everybody who plays by it.

    Rule: MD 6 §C, 7 §A, 9 §G, §J(1); Leaflet ¶2, ¶19; MBS 3.17; NZ 5.2, 5.3.
    """
    if profile.id not in known.kept:
        return
    kept = known.kept[profile.id]
    if value == kept or (isinstance(value, tuple) and kept in value):
        return
    cite = known.cites[profile.id]
    raise RulesError("bad-option", f"{known.name} cannot be without {kept!r} ({cite})")


def _refused(known: OptionField, given: object, expected: str) -> RulesError:
    return RulesError("bad-option", f"{known.name} must be {expected}, not {given!r}")


def _read_flag(known: OptionField, profile: Profile, given: object) -> bool:
    if not isinstance(given, bool):
        raise _refused(known, given, "true or false")
    return given


def _read_choice(known: OptionField, profile: Profile, given: object) -> str:
    allowed = known.choices_for(profile)
    if not isinstance(given, str) or given not in allowed:
        raise _refused(known, given, "one of " + ", ".join(allowed))
    return given


def _read_whole(known: OptionField, profile: Profile, given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise _refused(known, given, "a whole number")
    most = known.most.get(profile.id)
    if (known.least is not None and given < known.least) or (most is not None and given > most):
        limits = f"{known.least} or more" if most is None else f"from {known.least} to {most}"
        raise _refused(known, given, limits)
    return given


def _read_text(known: OptionField, profile: Profile, given: object) -> str:
    if not isinstance(given, str):
        raise _refused(known, given, "text")
    return given


def _read_date(known: OptionField, profile: Profile, given: object) -> str:
    """Read a day, written year-month-day, or nothing."""
    text = _read_text(known, profile, given)
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise _refused(known, given, "a day such as 2026-11-18") from None


def _read_choices(known: OptionField, profile: Profile, given: object) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not given:
        raise _refused(known, given, "a list with at least one of " + ", ".join(known.choices))
    return tuple(_read_choice(known, profile, each) for each in given)


def _read_wholes(known: OptionField, profile: Profile, given: object) -> tuple[int, ...]:
    if not isinstance(given, list | tuple):
        raise _refused(known, given, "a list of whole numbers")
    return tuple(_read_whole(known, profile, each) for each in given)


def _read_table(known: OptionField, profile: Profile, given: object) -> HouseWay:
    if not isinstance(given, Mapping) or not isinstance(profile, TileProfile):
        raise _refused(known, given, "a table")
    return house_way_from(given, profile.ranking)


_READERS: Mapping[str, Callable[[OptionField, Profile, object], object]] = MappingProxyType(
    {
        "flag": _read_flag,
        "choice": _read_choice,
        "whole": _read_whole,
        "cents": _read_whole,
        "text": _read_text,
        "date": _read_date,
        "choices": _read_choices,
        "wholes": _read_wholes,
        "table": _read_table,
    }
)


def _guard_generator(options: Options) -> None:
    """Rule: MD 2 §F."""
    if options.start_from != "generator":
        return
    if not options.generator_approval.strip():
        raise RulesError(
            "bad-option", "a random number generator needs its approval reference (MD 2 §F)"
        )
    if not options.generator_approved_on:
        raise RulesError(
            "bad-option", "a random number generator needs the day of its approval (MD 2 §F)"
        )


def _guard_generator_range(options: Options) -> None:
    """Rule: MD 6 §A(1)."""
    least, greatest = options.generator_least, options.generator_greatest
    if least > greatest:
        raise RulesError(
            "bad-option", f"generator_least {least} is above generator_greatest {greatest}"
        )


def _guard_limits(options: Options) -> None:
    least, most = options.minimum_wager, options.maximum_wager
    if least is not None and most is not None and least > most:
        raise RulesError("bad-option", f"minimum_wager {least} is above maximum_wager {most}")
    least, most = options.proposition_minimum, options.proposition_maximum
    if least is not None and most is not None and least > most:
        raise RulesError(
            "bad-option", f"proposition_minimum {least} is above proposition_maximum {most}"
        )


def _guard_dealer_wager(options: Options) -> None:
    """Rule: MD 9 §H(3)."""
    if (options.dealer_wager == "fixed") != (options.dealer_wager_amount is not None):
        raise RulesError(
            "bad-option", "dealer_wager_amount is given exactly when dealer_wager is fixed"
        )


def _guard_banks(options: Options) -> None:
    if options.co_bank and not options.player_bank:
        raise RulesError("bad-option", "co_bank without player_bank: nobody could ask for it")
    if options.shared_bank and options.players_a_box < 2:
        raise RulesError("bad-option", "shared_bank, one player a box: nobody could share")


def _guard_jackpot(options: Options) -> None:
    if options.jackpot_minimum is not None and options.four_card not in ("4a", "4b"):
        raise RulesError("bad-option", "a jackpot needs Four Card pay table 4a or 4b")


_CROSS_CHECKS = (
    _guard_generator,
    _guard_generator_range,
    _guard_limits,
    _guard_dealer_wager,
    _guard_banks,
    _guard_jackpot,
)

assert {each.name for each in fields(Options)} == {"profile_id", *_FIELD}
