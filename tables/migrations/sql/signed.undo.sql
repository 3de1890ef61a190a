drop function tables_keep_signed();
