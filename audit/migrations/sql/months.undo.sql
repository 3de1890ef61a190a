drop function audit_add_month(date);
drop function audit_protect_partition(text);
