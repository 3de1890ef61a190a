"""The house's address of its video recorder, in which camera and time are filled in."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from rules.refusals import Refused
from staff.models import Property

NAMES = ("camera", "time", "local", "epoch", "to_time", "to_local", "to_epoch")
_PLACE = re.compile(r"\{([^{}]*)\}")


def guard_video_link(template: str) -> None:
    """Refuse an address that no recorder has, or that names what we do not know."""
    if not template:
        return
    if not template.startswith(("https://", "http://")):
        raise Refused(
            "bad_video_link", _("The recorder's address begins with https:// or http://.")
        )
    named = set(_PLACE.findall(template))
    if not named <= set(NAMES) or "camera" not in named or named <= {"camera"}:
        raise Refused(
            "bad_video_link",
            _("The recorder's address has {names}: {{camera}} and a time at least.").format(
                names=", ".join(f"{{{name}}}" for name in NAMES)
            ),
        )


def video_link(house: Property, camera: str, since: datetime, until: datetime) -> str:
    """The address at which a camera's video begins at a second; empty where the house has none.

    Times are by the cameras' clock: whoever calls has added how much it runs ahead.
    """
    template = str(house.settings.get("video_link") or "")
    values = {"camera": camera, **_times("", since, house), **_times("to_", until, house)}
    return _PLACE.sub(lambda found: quote(values.get(found[1], ""), safe=""), template)


def _times(prefix: str, at: datetime, house: Property) -> Mapping[str, str]:
    whole = at.replace(microsecond=0)
    return {
        f"{prefix}time": whole.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        f"{prefix}local": whole.astimezone(ZoneInfo(house.time_zone)).strftime("%Y-%m-%dT%H:%M:%S"),
        f"{prefix}epoch": str(int(whole.timestamp())),
    }
