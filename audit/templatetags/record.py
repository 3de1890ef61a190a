"""The way from a thing's page to everything that the record says about it."""

from typing import Any

from django import template

from staff.policy import Act, may

register = template.Library()


@register.inclusion_tag("audit/_record_link.html", takes_context=True)
def record_link(context: dict[str, Any], kind: str, key: Any) -> dict[str, str]:
    """A button to the record of a thing, for whoever may read it."""
    person = context["request"].user
    is_shown = person.is_authenticated and may(person, Act.VIEW_RECORD)
    return {"subject": f"{kind}:{key}" if is_shown else ""}
