drop trigger banking_slip_stays on banking_slip;
drop trigger banking_keep_slip on banking_slip;
drop function banking_keep_slip();
