"""The reference for every screen: each component in each state, in both themes."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from paigow_site.drawing.cards import CARDS
from paigow_site.drawing.icons import LINES
from paigow_site.drawing.tiles import KINDS

SURFACES = ("sunk", "room", "panel", "raised", "felt")
INKS = ("text", "muted", "accent", "win", "lose", "push", "warn", "info")
DENOMINATIONS_CENTS = (25, 100, 500, 2500, 10000, 50000, 100000, 500000)


@login_not_required
def design(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    sheet = {
        "themes": ("dark", "light"),
        "surfaces": SURFACES,
        "inks": INKS,
        "tiles": [f"{low}-{high}" for low, high in KINDS],
        "cards": CARDS,
        "few_cards": ("AS", "KH", "QD", "JC", "TS", "7H", "back"),
        "icons": sorted(LINES),
        "denominations": DENOMINATIONS_CENTS,
        "clocks": {
            "start": now - timedelta(hours=5),
            "late_start": now - timedelta(hours=11, minutes=20),
            "past_start": now - timedelta(hours=12, minutes=3),
            "due": now + timedelta(hours=7),
            "late_due": now + timedelta(minutes=40),
            "past_due": now - timedelta(minutes=3),
            "warn": now + timedelta(hours=6),
            "late_warn": now - timedelta(minutes=20),
        },
    }
    return render(request, "design/page.html", sheet)
