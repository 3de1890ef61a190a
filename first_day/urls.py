from django.urls import path

from first_day.commands.recovery import answer_recovery
from first_day.views import checklist, houses, importing, set_up
from foundation.doors import form_paths

urlpatterns = [
    *form_paths([answer_recovery]),
    path("houses/new/", houses.new_house, name="house-new"),
    path("first-day/", checklist.first_day, name="first-day"),
    path("first-day/import/", importing.lists, name="house-import"),
    path("first-day/import/check/", importing.check_lists, name="house-import-check"),
    path("first-day/import/take-over/", importing.take_lists_over, name="house-import-take-over"),
    path("first-day/import/export/", importing.export_house, name="house-export"),
    path("first-day/import/templates/<str:name>", importing.template, name="house-template"),
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
