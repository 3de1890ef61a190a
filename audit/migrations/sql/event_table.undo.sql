drop table audit_event;
