from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from demo.visits import note_visit

SCREEN = "api-table-sheet"


class VisitMiddleware:
    """Remember which table's screen a visitor has open, so that nobody simulated deals there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        found = request.resolver_match
        if found is not None and found.url_name == SCREEN and response.status_code == 200:
            note_visit(found.kwargs["table_id"])
        return response
