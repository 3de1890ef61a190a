"""Pages that look back: search, reports, monitors, the surveillance log; and two homes."""

from django.urls import path

from rounds.views import houses, reports, search, surveillance

RUN = "reports/made/<uuid:run_id>/"

urlpatterns = [
    path("rounds/search/", search.search, name="search-rounds"),
    path("rounds/search/save/", search.save, name="save-search"),
    path("rounds/search/<int:search_id>/drop/", search.drop, name="drop-search"),
    path("reports/", reports.reports, name="reports"),
    path("reports/<slug:code>/", reports.ask, name="ask-report"),
    path(RUN, reports.report, name="report"),
    path(f"{RUN}pdf/", reports.pdf, name="report-pdf"),
    path(f"{RUN}csv/", reports.csv, name="report-csv"),
    path(f"{RUN}plots/<int:number>/<slug:theme>.svg", reports.plot, name="report-plot"),
    path("surveillance/", surveillance.log, name="surveillance-log"),
    path("surveillance/new/", surveillance.write, name="write-surveillance"),
    path("surveillance/<int:entry_id>/add/", surveillance.write, name="add-surveillance"),
    path("administration/", houses.administration, name="administration"),
    path("administration/property/", houses.property_settings, name="property-settings"),
    path("regulator/", houses.regulator, name="regulator"),
]
