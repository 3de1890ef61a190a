"""The sign of a table: a public page for a screen beside it, read only."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.views.decorators.http import require_safe

from floor.queries.sign import sign_sheet
from foundation.clock import database_time
from foundation.inputs import LARGEST_ID
from tables.models import GamingTable

SECONDS = 10


@require_safe
@login_not_required
def sign(request: HttpRequest, table_id: int) -> HttpResponse:
    """The limits and pay tables of a table; it fetches itself again and turns the languages."""
    tables = GamingTable.objects.select_related("property", "submission")
    table = get_object_or_404(tables, pk=min(table_id, LARGEST_ID))
    now = database_time()
    code, seconds = turn_at(now)
    with translation.override(code):
        context = {"sign": sign_sheet(table, now), "code": code, "seconds": seconds}
        return render(request, "floor/sign.html", context)


def turn_at(at: datetime) -> tuple[str, int]:
    """The language whose turn it is, and the seconds until the next: all signs turn together."""
    codes = [code for code, _name in settings.LANGUAGES]
    turn, gone = divmod(int(at.timestamp()), SECONDS)
    return codes[turn % len(codes)], SECONDS - gone
