drop trigger review_dispute_stays on review_dispute;
drop trigger review_keep_dispute on review_dispute;
drop function review_keep_dispute();
