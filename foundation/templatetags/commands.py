"""Forms that carry out a command: where they go, and what every one of them carries."""

from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.commands import COMMANDS, Command

register = template.Library()


@register.simple_tag
def command_to(name: str, *ids: int) -> SafeString:
    """The attributes of a form that carries out a command, with and without htmx."""
    url = reverse(f"do-{name}", args=ids)
    return format_html(
        'method="post" action="{}" hx-post="{}" hx-swap="none" data-command="{}"', url, url, name
    )


@register.simple_tag
def command_page(name: str, *ids: int) -> SafeString:
    """The attributes of a form whose answer is a page or a file of its own, so without htmx."""
    url = reverse(f"do-{name}", args=ids)
    return format_html('method="post" action="{}" data-command="{}"', url, name)


@register.inclusion_tag("_command_fields.html", takes_context=True)
def command_fields(context: Any, version: int | None = None, then: str = "") -> dict[str, Any]:
    """Hidden fields: a request id, so that a double tap counts once, the version, where to go."""
    request = context["request"]
    return {
        "csrf_token": context.get("csrf_token"),
        "request_id": uuid4(),
        "version": version,
        "then": then or _page_of(request),
    }


@register.simple_tag
def request_id() -> UUID:
    """A request id, for a button that sends no form."""
    return uuid4()


def _page_of(request: HttpRequest) -> str:
    """The page that the form stands on; a part that was fetched again stands on another one."""
    shown = urlsplit(request.headers.get("HX-Current-URL", ""))
    if request.headers.get("HX-Request") and shown.path:
        return f"{shown.path}?{shown.query}" if shown.query else shown.path
    return request.get_full_path()


def _named(name: str) -> Command[Any, Any]:
    return COMMANDS[name.replace("-", "_")]


@register.simple_tag
def command_says(name: str) -> str:
    return str(_named(name).says)


@register.inclusion_tag("_signatures.html", takes_context=True)
def signatures(context: Any, name: str, label: str = "", danger: bool = False) -> dict[str, Any]:
    """The places to sign for a command, and one pad for all of them.

    The person who is signed in is filled in wherever their role may sign. A page may have the same
    command several times, so the ids in it are new each time.
    """
    asked = _named(name)
    viewer = context["request"].user
    colleagues = context.get("colleagues", {})
    filled = False
    slots = []
    for slot in asked.signs:
        people = colleagues.get(slot.act, [])
        mine = not filled and any(person.pk == viewer.pk for person in people)
        filled = filled or mine
        slots.append(
            {
                "id": f"{slot.name}-{uuid4().hex[:6]}",
                "name": slot.name,
                "label": slot.label,
                "required": slot.required,
                "people": people,
                "badge": viewer.badge if mine else "",
            }
        )
    return {"slots": slots, "says": label or asked.says, "danger": danger}
