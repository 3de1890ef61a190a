"""One address for each deed; a form posts there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from tables.doing import Deed
from tables.doors import do_deed


def deed_page(deed: Deed) -> Callable[..., HttpResponse]:
    @sensitive_post_parameters()
    @require_POST
    def page(request: HttpRequest, **ids: int) -> HttpResponse:
        return do_deed(request, deed, **ids)

    page.__name__ = f"do_{deed.name.replace('-', '_')}"
    return page
