"""How somebody is called away from a screen: the page, the worker of their phone, its answers."""

import json
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from pydantic import Field

from foundation.commands import Given
from foundation.doors import form_input, person_of
from foundation.inputs import LARGEST_ID, Input
from foundation.pages import page
from foundation.web_push import is_capability, public_key
from staff.policy import Act
from tables.commands.notices import AnswerNotice, answer_notice, guard_called
from tables.guards import refusal_of
from tables.models import Notice, NoticeGateway, Via
from tables.queries.notices import call_settings
from tables.wording import alert_words

WORKER = Path(settings.BASE_DIR) / "static" / "js" / "floor-worker.js"


@page(Act.BE_CALLED)
def my_calls(request: HttpRequest) -> HttpResponse:
    """Where and when I am called."""
    context = {
        "settings": call_settings(person_of(request)),
        "push_key": public_key(),
        "ways": [(each.value, each.label) for each in (Via.MAIL, Via.TEXT)],
    }
    return render(request, "tables/my_calls.html", context)


@page(Act.MANAGE_PROPERTY)
def gateways(request: HttpRequest) -> HttpResponse:
    """Through what the house sends e-mails and text messages."""
    found = NoticeGateway.objects.filter(property_id=person_of(request).property_id)
    known = {each.via: each for each in found}
    shown = [(way, known.get(way.value)) for way in (Via.MAIL, Via.TEXT)]
    return render(request, "tables/gateways.html", {"gateways": shown})


@require_safe
@login_not_required
def floor_manifest(request: HttpRequest) -> JsonResponse:
    """What makes the floor's pages an app on a phone; it starts at what waits."""
    answer = JsonResponse(
        {
            "id": "/queue/",
            "name": _("Pai Gow Floor"),
            "short_name": _("Floor"),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": "#0b1310",
            "theme_color": "#121e19",
            "icons": [
                {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
                {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
                {
                    "src": static("icons/icon-maskable-512.png"),
                    "sizes": "512x512",
                    "type": "image/png",
                    "purpose": "maskable",
                },
            ],
        }
    )
    answer["Content-Type"] = "application/manifest+json"
    return answer


@require_safe
@login_not_required
def floor_worker(request: HttpRequest) -> HttpResponse:
    """The worker of a phone: it shows notices and answers them, and keeps no page."""
    words = {
        "title": _("Pai Gow Floor"),
        "waits": _("Something waits for you."),
        "coming": _("I am coming"),
        "look": _("Look at it"),
        "icon": static("icons/icon-192.png"),
        "answered": _("Answered: {what}"),
    }
    head = f"const WORDS = {json.dumps(words)};\n"
    source = head + WORKER.read_text(encoding="utf-8")
    answer = HttpResponse(source, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@csrf_exempt
@require_POST
@login_not_required
@sensitive_post_parameters()
def notice_text(request: HttpRequest, notice_id: int) -> JsonResponse:
    """What a notice is about, for the device that was called and for nobody else."""
    notice = _called(request, notice_id)
    with translation.override(notice.person.language or settings.LANGUAGE_CODE):
        refused = refusal_of(guard_called, notice)
        said = alert_words(notice.alert.code, notice.alert.params)
        return JsonResponse(
            {
                "text": said if refused is None else str(refused.message),
                "is_open": refused is None,
                "url": reverse("queue"),
            }
        )


@csrf_exempt
@require_POST
@login_not_required
@sensitive_post_parameters()
def notice_answer(request: HttpRequest, notice_id: int) -> JsonResponse:
    """Answer from the notice, in the name of whoever was called; twice is once."""
    notice = _called(request, notice_id)
    request.user = notice.person  # a refusal stands under their name
    with translation.override(notice.person.language or settings.LANGUAGE_CODE):
        given = Given(
            by=notice.person,
            input=AnswerNotice(notice_id=notice.pk),
            request_id=uuid5(NAMESPACE_URL, f"notice:{notice.pk}"),
        )
        answer_notice.carry_out(given)
        return JsonResponse({"text": alert_words(notice.alert.code, notice.alert.params)})


class NoticeKey(Input):
    """What was sealed into a notice, and shows that it came to the right device."""

    takes_more = True

    key: str = Field("", repr=False)


def _called(request: HttpRequest, notice_id: int) -> Notice:
    """The notice, for whoever holds what was sealed into it; nobody learns whether there is one."""
    key = form_input(NoticeKey, request.POST).key
    if notice_id > LARGEST_ID or not is_capability(key, f"notice:{notice_id}"):
        raise Http404
    found = Notice.objects.select_related("alert", "device", "person__property")
    return found.get(pk=notice_id)
