-- Trigger. Rejects every update of the audit log. Deletes are allowed: retention and the deletion of a team need them.
create or replace function audit_log_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed' using errcode = 'restrict_violation';
end $$;
