drop trigger banking_open_accounts on tables_table;
drop function banking_open_accounts();
