from django.urls import path

from foundation.doors import form_paths
from reports import case_views, house_views, oversight_views, views
from reports.commands.hand_overs import sign_hand_over
from reports.commands.reviews import sign_review
from reports.commands.watching import COMMANDS

RUN = "reports/made/<uuid:run_id>/"

urlpatterns = [
    path("houses/", house_views.houses, name="houses"),
    path("houses/figures.csv", house_views.houses_file, name="houses-csv"),
    path("regulator/", oversight_views.regulator, name="regulator"),
    path("compliance/", oversight_views.compliance, name="compliance"),
    path("reports/", views.reports, name="reports"),
    path("cases/", case_views.cases, name="cases"),
    path("cases/<int:case_id>/", case_views.case, name="case"),
    path("cases/<int:case_id>/chart/<slug:theme>.svg", case_views.chart, name="case-chart"),
    *form_paths([*COMMANDS, sign_hand_over, sign_review]),
    path("reports/<slug:code>/", views.ask, name="ask-report"),
    path(RUN, views.report, name="report"),
    path(f"{RUN}pdf/", views.pdf, name="report-pdf"),
    path(f"{RUN}csv/", views.csv, name="report-csv"),
    path(f"{RUN}plots/<int:number>/<slug:theme>.svg", views.plot, name="report-plot"),
]
