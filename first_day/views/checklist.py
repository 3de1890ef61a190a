"""The checklist from an open house to its first settled round."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from first_day.queries.checklist import checklist
from foundation.doors import person_of
from foundation.pages import page
from staff.policy import Act


@page(Act.VIEW_ADMINISTRATION)
def first_day(request: HttpRequest) -> HttpResponse:
    """What is done, what is next, and why each of it is needed."""
    shown = checklist(person_of(request).property)
    return render(request, "first_day/checklist.html", {"checklist": shown})
