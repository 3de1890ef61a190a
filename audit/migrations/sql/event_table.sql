create table audit_event (
  id uuid not null,
  log_id bigint not null,
  keep varchar(4) not null,
  stream varchar(80) not null,
  stream_v bigint not null,
  kind varchar(80) not null,
  person_id bigint,
  table_id bigint,
  round_id uuid,
  about jsonb not null,
  body bytea not null constraint audit_event_body check (octet_length(body) <= 65535),
  at timestamptz not null,
  transaction bigint not null default pg_current_xact_id()::text::bigint,
  primary key (id, at, keep),
  constraint audit_event_stream_v unique (stream, stream_v, at, keep)
) partition by range (at);

create index audit_event_order on audit_event (log_id, at, id);
create index audit_event_kind on audit_event (log_id, kind, at, id);
create index audit_event_person on audit_event (log_id, person_id, at, id)
  where person_id is not null;
create index audit_event_table on audit_event (log_id, table_id, at, id)
  where table_id is not null;
create index audit_event_round on audit_event (round_id, at) where round_id is not null;
create index audit_event_about on audit_event using gin (about jsonb_path_ops);
create index audit_event_transaction on audit_event (transaction);
