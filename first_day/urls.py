from django.urls import path

from first_day.views import checklist, set_up

urlpatterns = [
    path("first-day/", checklist.first_day, name="first-day"),
    path("setup/", set_up.page_of_set_up(set_up.enter_code), name="set-up"),
    path("setup/operator/", set_up.page_of_set_up(set_up.operator), name="set-up-operator"),
    path("setup/house/", set_up.page_of_set_up(set_up.house), name="set-up-house"),
    path(
        "setup/administrator/",
        set_up.page_of_set_up(set_up.administrator),
        name="set-up-administrator",
    ),
    path(
        "setup/second-factor/",
        set_up.page_of_set_up(set_up.second_factor),
        name="set-up-second-factor",
    ),
]
