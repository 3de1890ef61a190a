"""Going from house to house, and people of another house who work here."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.pages import form_for, page
from staff.commands.houses import let_work_here
from staff.models import Role
from staff.policy import Act
from staff.sessions import go_to_house


@form_for()
def enter_house(request: HttpRequest, house_id: int) -> HttpResponse:
    """Go on in another house; its own home page comes first."""
    go_to_house(request, person_of(request), house_id, at=timezone.now())
    return go_to(request, "home")


@page(Act.MANAGE_STAFF, posts=True)
def from_another_house(request: HttpRequest) -> HttpResponse:
    """Somebody of another house works here too."""
    if request.method != "POST":
        roles = [each for each in Role.choices if each[0] != Role.OPERATOR]
        return render(request, "staff/from_another_house.html", {"roles": roles})
    done = carry_out_form(request, let_work_here)
    confirm(request, let_work_here.says)
    return go_to(request, "person", done["person"]["id"])
