from django.urls import path

from reports import house_views, views

RUN = "reports/made/<uuid:run_id>/"

urlpatterns = [
    path("houses/", house_views.houses, name="houses"),
    path("houses/figures.csv", house_views.houses_file, name="houses-csv"),
    path("reports/", views.reports, name="reports"),
    path("reports/<slug:code>/", views.ask, name="ask-report"),
    path(RUN, views.report, name="report"),
    path(f"{RUN}pdf/", views.pdf, name="report-pdf"),
    path(f"{RUN}csv/", views.csv, name="report-csv"),
    path(f"{RUN}plots/<int:number>/<slug:theme>.svg", views.plot, name="report-plot"),
]
