from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from demo.people import sign_ins


def demo(request: HttpRequest) -> dict[str, object]:
    """Who can sign in with what, for the sign-in pages; nothing is read for any other page."""
    return {"demo": SimpleLazyObject(sign_ins)}
