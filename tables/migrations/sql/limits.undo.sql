drop trigger tables_submission_used on tables_submission;
drop function tables_keep_submission();
drop trigger tables_placement_limit on tables_placement;
drop function tables_keep_limit();
