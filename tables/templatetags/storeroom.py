"""Which paragraph a page cites that stands at no table: those of the documents of the house."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.citations import PARAGRAPHS, paragraphs_of
from tables.queries.submissions import house_profiles

register = template.Library()


@register.simple_tag(takes_context=True)
def cited_in_house(context: Any, subject: str) -> SafeString:
    """What the house's own documents say on a subject; nothing where they are silent."""
    request = context["request"]
    if not hasattr(request, "house_profiles"):
        request.house_profiles = house_profiles(request.user.property_id)
    paragraphs = paragraphs_of(request.house_profiles, PARAGRAPHS[subject])
    return format_html('<span class="rule">{}</span>', paragraphs) if paragraphs else SafeString()
