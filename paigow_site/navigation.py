"""Where a person may go from any page: the rail at the side, by role.

A part that has not landed yet has no address; its place is left out until it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from staff.models import Role

MOST_PLACES = 8
PHONE_PLACES = 5
THEMES = ("dark", "light")
HANDS = ("right", "left")
BRIGHTNESS_STEPS = ("1", "2", "3", "4", "5")

DEALER, FLOORPERSON, PIT_MANAGER = Role.DEALER, Role.FLOORPERSON, Role.PIT_MANAGER
SURVEILLANCE, SECURITY, CASHIER = Role.SURVEILLANCE, Role.SECURITY, Role.CASHIER
COMPLIANCE, ADMINISTRATOR, REGULATOR = Role.COMPLIANCE, Role.ADMINISTRATOR, Role.REGULATOR
OPERATOR = Role.OPERATOR


@dataclass(frozen=True)
class RailEntry:
    """A place that some roles may go to; the order of the table is the order on the rail.

    Whoever has only roles that seldom go there finds it behind the others, under "More".
    """

    label: str | Promise
    url_name: str
    icon: str
    roles: frozenset[Role]
    seldom: frozenset[Role] = frozenset()

    def is_seldom(self, roles: Iterable[str]) -> bool:
        return not self.roles.intersection(roles) - self.seldom


@dataclass(frozen=True)
class MenuPlace:
    """An entry with its address, for one request."""

    label: str | Promise
    url: str
    icon: str
    is_here: bool
    name: str = ""
    """By which the number of what waits there is put beside it."""


def _entry(
    label: str | Promise, url_name: str, icon: str, *roles: Role, seldom: tuple[Role, ...] = ()
) -> RailEntry:
    return RailEntry(label, url_name, icon, frozenset(roles), frozenset(seldom))


ENTRIES = (
    _entry(_("Home"), "regulator", "home", REGULATOR),
    _entry(_("Home"), "compliance", "home", COMPLIANCE),
    _entry(_("Admin"), "administration", "settings", ADMINISTRATOR),
    _entry(_("All houses"), "houses", "home", OPERATOR),
    _entry(_("Table"), "my-table", "tablet", DEALER),
    _entry(_("Pit board"), "pit-board", "floor", FLOORPERSON, PIT_MANAGER, SURVEILLANCE, SECURITY),
    _entry(_("To do"), "queue", "flag", FLOORPERSON, PIT_MANAGER),
    _entry(_("Shift"), "duties", "staff", FLOORPERSON, PIT_MANAGER),
    _entry(_("Alerts"), "alerts", "bell", FLOORPERSON, PIT_MANAGER, SURVEILLANCE, SECURITY),
    _entry(
        _("Tables"),
        "tables",
        "table",
        FLOORPERSON,
        PIT_MANAGER,
        ADMINISTRATOR,
        SURVEILLANCE,
        COMPLIANCE,
        REGULATOR,
        seldom=(SURVEILLANCE,),
    ),
    _entry(_("Verify"), "verification-queue", "inspection", FLOORPERSON, PIT_MANAGER),
    _entry(
        _("Equipment"),
        "equipment",
        "tiles",
        FLOORPERSON,
        PIT_MANAGER,
        SECURITY,
        SURVEILLANCE,
        COMPLIANCE,
        REGULATOR,
        seldom=(SURVEILLANCE,),
    ),
    _entry(
        _("Rounds"),
        "rounds",
        "round",
        FLOORPERSON,
        PIT_MANAGER,
        SURVEILLANCE,
        COMPLIANCE,
        REGULATOR,
        seldom=(SURVEILLANCE,),
    ),
    _entry(
        _("Search"),
        "search-rounds",
        "search",
        FLOORPERSON,
        PIT_MANAGER,
        SURVEILLANCE,
        COMPLIANCE,
        REGULATOR,
    ),
    _entry(
        _("Disputes"),
        "disputes",
        "dispute",
        FLOORPERSON,
        PIT_MANAGER,
        SURVEILLANCE,
        COMPLIANCE,
        REGULATOR,
    ),
    _entry(
        _("Surveillance log"), "surveillance-log", "camera", SURVEILLANCE, COMPLIANCE, REGULATOR
    ),
    _entry(_("Fills and drops"), "fills", "chips", CASHIER, FLOORPERSON, PIT_MANAGER, SECURITY),
    _entry(_("Cash log"), "cash-log", "ledger", CASHIER),
    _entry(
        _("Ledger"),
        "ledger",
        "ledger",
        CASHIER,
        FLOORPERSON,
        PIT_MANAGER,
        COMPLIANCE,
        REGULATOR,
    ),
    _entry(
        _("Reports"),
        "reports",
        "report",
        FLOORPERSON,
        PIT_MANAGER,
        SURVEILLANCE,
        SECURITY,
        COMPLIANCE,
        REGULATOR,
        ADMINISTRATOR,
    ),
    _entry(
        _("Record"), "audit", "audit", COMPLIANCE, REGULATOR, SURVEILLANCE, ADMINISTRATOR
    ),
    _entry(_("Staff"), "staff", "staff", ADMINISTRATOR, PIT_MANAGER, COMPLIANCE),
    _entry(_("Tablets"), "tablets", "badge", ADMINISTRATOR),
    _entry(
        _("Rules"),
        "rules-submissions",
        "book",
        FLOORPERSON,
        PIT_MANAGER,
        ADMINISTRATOR,
        COMPLIANCE,
        REGULATOR,
    ),
    _entry(_("Health"), "readyz", "online", ADMINISTRATOR),
)  # fmt: skip


def rail(request: HttpRequest) -> dict[str, object]:
    """Give a page its rail, at most eight places and the rest under "More", and its look.

    A telephone has room for five along its foot; the rest is on a sheet above them.
    """
    places = tuple(_places(request))
    most = _shown(places, MOST_PLACES)
    more, sheet = places[most:], places[_shown(places, PHONE_PLACES) :]
    return {
        "rail": {
            "places": places[:most],
            "more": more,
            "more_is_open": any(place.is_here for place in more),
            "sheet": sheet,
            "sheet_is_here": any(place.is_here for place in sheet),
        },
        "look": look(request),
    }


def _shown(places: tuple[MenuPlace, ...], room: int) -> int:
    """How many places stand in the open; "More" takes the room of one."""
    return room if len(places) <= room else room - 1


def look(request: HttpRequest) -> dict[str, object]:
    """Read how the device shows pages; the light at a table belongs to the place, so a cookie.

    Each language has its own name in every language, so that nobody is locked into one.
    """
    return {
        "theme": _one_of(request.COOKIES.get("theme"), THEMES, "dark"),
        "brightness": _one_of(request.COOKIES.get("brightness"), BRIGHTNESS_STEPS, "4"),
        "hand": _one_of(request.COOKIES.get("hand"), HANDS, "right"),
        "languages": settings.LANGUAGES,
    }


def _one_of(value: str | None, known: tuple[str, ...], default: str) -> str:
    return value if value in known else default


def _places(request: HttpRequest) -> Iterator[MenuPlace]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return
    open_to = [(entry, _url(entry)) for entry in ENTRIES if user.has_role(*entry.roles)]
    open_to.sort(key=lambda each: each[0].is_seldom(user.roles))
    here = max((url for _entry, url in open_to if _is_here(request.path, url)), key=len, default="")
    for entry, url in open_to:
        if url:
            yield MenuPlace(entry.label, url, entry.icon, is_here=url == here, name=entry.url_name)


def _url(entry: RailEntry) -> str:
    try:
        return reverse(entry.url_name)
    except NoReverseMatch:
        return ""


def _is_here(path: str, url: str) -> bool:
    """Tell whether a page lies under an address; of several the longest is the place."""
    if not url:
        return False
    return path == url or (url != "/" and path.startswith(f"{url.rstrip('/')}/"))
