drop trigger audit_pending_no_truncate on audit_pending;
drop trigger audit_pending_stays on audit_pending;
drop trigger audit_pending_is_sealed on audit_pending;
drop trigger audit_event_is_pending on audit_event;
drop function audit_require_leaf();
drop function audit_require_pending();
drop function audit_require_event();
drop function audit_lasting(text, jsonb);
drop function audit_digest(jsonb);
