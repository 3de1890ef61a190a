"""The page of who is qualified for what."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.doors import person_of
from foundation.pages import page
from staff.house_settings import is_on
from staff.policy import Act, may
from tables.queries.training import dealer_rows, house_profiles, training_rows
from tables.wording import profile_words


@page(Act.VIEW_QUALIFICATIONS)
def qualifications(request: HttpRequest) -> HttpResponse:
    viewer = person_of(request)
    context = {
        "dealers": dealer_rows(viewer),
        "profiles": [profile_words(each) for each in house_profiles(viewer)],
        "records": training_rows(viewer),
        "is_asked": is_on(viewer.property, "asks_qualification"),
        "may_qualify": may(viewer, Act.QUALIFY_DEALER),
    }
    return render(request, "tables/qualifications.html", context)
