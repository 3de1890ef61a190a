revoke update, delete, truncate on audit_event, audit_pending from app;
revoke insert, update, delete, truncate on audit_tree, audit_leaf, audit_node, audit_checkpoint,
  audit_cosignature, audit_archive from app;
revoke insert, update, delete, truncate on audit_row from app;
revoke delete, truncate on audit_stream, audit_export, audit_hold, audit_alarm from app;
revoke update on audit_hold, audit_alarm from app;
grant update (released_by_id, released_at, released_second_id, release_reason) on audit_hold
  to app;
grant update (cleared_at, detail) on audit_alarm to app;

grant select on audit_event, audit_pending, audit_stream, audit_tree, audit_leaf, audit_node,
  audit_checkpoint, audit_cosignature, audit_archive to sequencer, signer;
grant delete on audit_pending to sequencer;
grant insert on audit_tree, audit_leaf, audit_node to sequencer;
grant update (size, frontier, closed_at) on audit_tree to sequencer;
grant insert on audit_checkpoint, audit_cosignature to signer;
grant usage, select on sequence audit_tree_id_seq to sequencer;
grant select, insert, update on site_heartbeat to sequencer, signer;
revoke insert, update, truncate on audit_row_pending from app;
grant select, delete on audit_row_pending to app;
