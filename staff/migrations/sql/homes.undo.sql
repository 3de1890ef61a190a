drop trigger staff_person_home_stays on staff_person;
drop function staff_home_stays();
