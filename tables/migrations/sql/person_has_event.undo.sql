drop trigger staff_person_has_event on staff_person;
