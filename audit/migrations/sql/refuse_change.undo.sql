drop function audit_refuse_change();
