drop trigger reports_case_stays on reports_case;
drop trigger reports_keep_case on reports_case;
drop function reports_keep_case();
grant delete on reports_case, reports_watched to app;
