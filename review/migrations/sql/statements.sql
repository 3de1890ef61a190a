create trigger review_reopens_stays before update of reopens_id on review_dispute
  for each row when (old.reopens_id is distinct from new.reopens_id)
  execute function audit_refuse_change();
revoke update, delete, truncate on review_statement, review_attachment from app;
