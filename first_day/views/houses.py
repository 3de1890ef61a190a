"""Open another house of the same operator."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from first_day.forms import AnotherHouseForm
from foundation.answers import confirm, go_to
from foundation.doors import carry_out_form, person_of
from foundation.pages import page
from foundation.wording import amount_text, chips_text
from staff.commands.houses import open_another_house
from staff.models import Property
from staff.policy import Act
from staff.queries.installation import operator_name
from staff.sessions import go_to_house


@page(Act.OPEN_HOUSE, posts=True)
def new_house(request: HttpRequest) -> HttpResponse:
    """The form of a new house; whoever opens it goes there at once, to its first day."""
    person = person_of(request)
    form = AnotherHouseForm(request.POST or None, initial=_like(person.property))
    if not form.is_valid():
        status = 422 if request.method == "POST" else 200
        context = {"form": form, "operator": operator_name()}
        return render(request, "first_day/new_house.html", context, status=status)
    done = carry_out_form(request, open_another_house, **form.facts())
    go_to_house(request, person, done["house_id"], at=timezone.now())
    confirm(request, open_another_house.says)
    return go_to(request, "first-day")


def _like(house: Property) -> dict[str, object]:
    """A house of the same operator is mostly like the one it is opened from."""
    return {
        "currency": house.currency,
        "time_zone": house.time_zone,
        "day_starts_at": house.day_starts_at,
        "smallest_chip": amount_text(house.smallest_chip_cents),
        "denominations": chips_text(house.denominations),
    }
