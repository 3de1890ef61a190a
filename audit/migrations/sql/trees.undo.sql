drop trigger audit_tree_no_truncate on audit_tree;
drop trigger audit_tree_stays on audit_tree;
drop trigger audit_tree_grows on audit_tree;
drop function audit_keep_tree();
