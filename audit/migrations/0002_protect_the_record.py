"""Let the database refuse changes of the record, and changes without a record."""

from django.db import migrations

from audit.protections import append_only

FUNCTIONS = """
create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;

alter table audit_event add column xid xid8 not null default pg_current_xact_id();
create index audit_event_xid on audit_event (xid);

create function audit_require_event() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from audit_event where xid = pg_current_xact_id()) then
    raise exception 'a change of % without an event', tg_table_name using errcode = '23514';
  end if;
  return null;
end $$;
"""

UNDO = """
drop function audit_require_event();
alter table audit_event drop column xid;
drop function audit_refuse_change();
"""

RIGHTS = """
revoke update, delete, truncate on audit_event, audit_leaf, audit_checkpoint from app;
revoke insert, update, delete, truncate on audit_leaf, audit_head, audit_checkpoint from app;
revoke update, delete, truncate on audit_pending from app;
revoke delete, truncate on audit_stream, audit_receipt from app;
grant select on audit_event, audit_pending, audit_leaf, audit_head, audit_checkpoint
  to sequencer, signer;
grant delete on audit_pending to sequencer;
grant insert on audit_leaf to sequencer;
grant usage, select on all sequences in schema public to sequencer, signer;
grant insert, update on audit_head to sequencer;
grant insert on audit_checkpoint to signer;
grant select, insert, update on site_heartbeat to sequencer, signer;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial"), ("paigow_site", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTIONS, UNDO),
        append_only("audit_event"),
        append_only("audit_leaf"),
        append_only("audit_checkpoint"),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]
