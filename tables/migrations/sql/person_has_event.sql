-- What a person reads in, and where they are signed in, is no act on the floor.
create constraint trigger staff_person_has_event
  after insert or delete
     or update of property_id, badge, name, licence_number, roles, is_service, scopes,
                  exception_reason, exception_by_id, pin, pin_must_change,
                  pin_given_by_id, pin_given_at, pin_is_proved, password,
                  password_must_change, totp_secret, is_active, left_at
  on staff_person
  deferrable initially deferred for each row execute function audit_require_event('id');
