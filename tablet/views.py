"""The dealer's tablet: one page that goes on without the network, and what makes it an app."""

import hashlib
import json
import random
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Annotated

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from foundation.doors import person_of
from foundation.inputs import Input, read_address, text
from foundation.pages import page
from rounds.games import game_of
from rounds.wording import CORRECTION_REASONS, DISPUTE_CLAIMS, VOID_REASONS
from staff.models import Person
from staff.policy import Act, may
from staff.queries.people import colleagues
from tables.models import GamingTable
from tables.wording import profile_words
from tablet import training
from tablet.wording import DROP_REASONS, LESSONS, tablet_words

MODULES = ("js/rules", "js/tablet")
MAIN = "js/tablet/main.js"
PIECES = (
    "css/tokens.css",
    "css/base.css",
    "css/components.css",
    "css/layout.css",
    "css/tablet.css",
    "css/tablet-sizes.css",
    "css/print.css",
    "fonts/hanken-grotesk/latin.woff2",
    "fonts/hanken-grotesk/latin-ext.woff2",
    "fonts/marcellus/latin.woff2",
    "tiles/tiles.svg",
    "cards/cards.svg",
    "icons/icons.svg",
    "icons/logo.svg",
    "icons/favicon-48.png",
    "icons/icon-192.png",
    "icons/icon-512.png",
    "vendor/htmx/htmx.min.js",
)


class LessonAsked(Input):
    """Which lesson is opened."""

    lesson: Annotated[str, text(40)] = ""


LINKS = (("table", "table"), ("hand_over", "hand-over"), ("training", "training"))


@page(Act.ENTER_ROUND)
def tablet(request: HttpRequest, table_id: int) -> HttpResponse:
    """The screen on which a dealer enters rounds."""
    person = person_of(request)
    table = get_object_or_404(
        GamingTable.objects.select_related("property"), pk=table_id, property=person.property_id
    )
    shown = {"table": table, "config": configuration(table, person), "modules": imported()}
    return render(request, "tablet/page.html", shown)


@page(Act.WORK_AT_TABLE)
def lessons_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """What a dealer must know of the rules that this table plays by."""
    table = _table_of(request, table_id)
    found = training.lessons(table.submission)
    asked = read_address(LessonAsked, request.GET)
    shown = next((each for each in found if each.code == asked.lesson), found[0])
    context = {
        "table": table,
        "rules": profile_words(table.submission.profile),
        "lessons": [(each.code, LESSONS[each.code]) for each in found],
        "lesson": shown,
        "title": LESSONS[shown.code],
        "pieces": game_of(table.submission).pieces,
        "may_qualify": may(person_of(request), Act.VIEW_QUALIFICATIONS),
    }
    return render(request, "tablet/lessons.html", context)


@page(Act.WORK_AT_TABLE)
def drill_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """Fifty hands to be set the house way; the result may be kept, signed by the floor."""
    table = _table_of(request, table_id)
    hands = training.drill(table.submission, random.SystemRandom())
    context = {
        "table": table,
        "rules": profile_words(table.submission.profile),
        "count": len(hands),
        "hands": [asdict(each) for each in hands],
        "pieces": game_of(table.submission).pieces,
        "colleagues": colleagues(person_of(request), Act.QUALIFY_DEALER),
    }
    return render(request, "tablet/drill.html", context)


def _table_of(request: HttpRequest, table_id: int) -> GamingTable:
    house = person_of(request).property_id
    found = GamingTable.objects.select_related("submission", "property")
    return get_object_or_404(found, pk=table_id, property=house)


def configuration(table: GamingTable, person: Person) -> dict[str, object]:
    """What the modules must know before they can ask the server anything."""
    return {
        "table": table.pk,
        "person": {
            "name": person.name,
            "badge": person.badge,
            "relieves": may(person, Act.DEAL) and not may(person, Act.STEP_BACK),
        },
        "api": "/api/v1/",
        "worker": reverse("tablet-worker"),
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "guarded_ms": settings.TOUCH_GUARD_MS,
        "locale": get_language(),
        "time_zone": table.property.time_zone,
        "languages": [{"code": code, "name": name} for code, name in settings.LANGUAGES],
        "language_url": reverse("language"),
        "sign_out_url": reverse("sign-out"),
        "sign_in_url": reverse("sign-in"),
        "links": [
            {"name": name, "href": href} for name, view in LINKS if (href := _link(view, table))
        ],
        "void_reasons": [reason for reason in VOID_REASONS if reason != "ruling"],
        "correction_reasons": [each for each in CORRECTION_REASONS if each != "dispute_decided"],
        "claims": list(DISPUTE_CLAIMS),
        "drop_reasons": list(DROP_REASONS),
        "words": tablet_words(),
    }


def _link(view: str, table: GamingTable) -> str:
    try:
        return reverse(view, args=[table.pk])
    except NoReverseMatch:
        return ""


@require_safe
@login_not_required
def manifest(request: HttpRequest, table_id: int) -> JsonResponse:
    """What makes the page an app on the tablet's home screen; it starts at its own table."""
    start = reverse("tablet", args=[table_id])
    answer = JsonResponse(
        {
            "id": start,
            "name": gettext("Pai Gow Floor"),
            "short_name": gettext("Pai Gow"),
            "start_url": start,
            "scope": "/",
            "display": "fullscreen",
            "orientation": "any",
            "background_color": "#0b1310",
            "theme_color": "#121e19",
            "icons": [
                _icon("icons/icon-192.png", "192x192"),
                _icon("icons/icon-512.png", "512x512"),
                _icon("icons/icon-maskable-512.png", "512x512", purpose="maskable"),
            ],
        }
    )
    answer["Content-Type"] = "application/manifest+json"
    return answer


def _icon(path: str, sizes: str, **more: str) -> dict[str, str]:
    return {"src": static(path), "sizes": sizes, "type": "image/png", **more}


@require_safe
@login_not_required
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: it keeps the page and its pieces for the time without network."""
    addresses = shell_addresses()
    source = _text("js/tablet-worker.js")
    head = f"const VERSION = {json.dumps(shell_version())};\n"
    head += f"const PIECES = {json.dumps(addresses)};\n"
    answer = HttpResponse(head + source, content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = "/"
    answer["Cache-Control"] = "no-cache"
    return answer


def shell_addresses() -> list[str]:
    """Where the pieces of the page are: under their own names and, where hashed, under those."""
    plain = [f"{settings.STATIC_URL}{path}" for path in module_paths()]
    return sorted({*plain, *(static(path) for path in (*module_paths(), *PIECES))})


@cache
def imported() -> tuple[str, ...]:
    """The modules as they import each other: all can be fetched at once, before any has run."""
    own = (path for path in module_paths() if path.startswith(MODULES) and path != MAIN)
    return tuple(f"{settings.STATIC_URL}{path}" for path in own)


def module_paths() -> list[str]:
    folder = Path(settings.BASE_DIR) / "static"
    folders = [folder / "js", *(folder / path for path in MODULES)]
    modules = [path for each in folders for path in each.glob("*.js")]
    return sorted(str(path.relative_to(folder)) for path in modules)


@cache
def _shell_version(stamp: tuple[int, ...]) -> str:
    digest = hashlib.sha256()
    for path in (*module_paths(), *PIECES):
        digest.update(_bytes(path))
    return digest.hexdigest()[:16]


def shell_version() -> str:
    """A name for exactly these pieces; any change makes tablets fetch them anew."""
    folder = Path(settings.BASE_DIR) / "static"
    names = (*module_paths(), *PIECES)
    return _shell_version(tuple((folder / path).stat().st_mtime_ns for path in names))


def _bytes(path: str) -> bytes:
    found = finders.find(path)
    return Path(str(found)).read_bytes() if found else b""


def _text(path: str) -> str:
    return _bytes(path).decode()
