revoke delete, truncate on reports_run from app;
