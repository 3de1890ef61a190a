drop trigger banking_sums_to_zero on banking_posting;
drop function banking_sums_to_zero();
alter table banking_entry drop column xid;
