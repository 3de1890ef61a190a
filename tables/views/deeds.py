"""One address for each deed; a form posts there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from staff.policy import require
from tables.doing import Deed
from tables.doors import do_deed, viewer_of


def deed_page(deed: Deed) -> Callable[..., HttpResponse]:
    @sensitive_post_parameters()
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, **ids: int) -> HttpResponse:
        if request.method != "POST":
            require(viewer_of(request), deed.act)
            return redirect("home")  # a form's address, reloaded
        return do_deed(request, deed, **ids)

    page.__name__ = f"do_{deed.name.replace('-', '_')}"
    return page
