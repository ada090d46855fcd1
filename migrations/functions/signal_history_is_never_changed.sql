-- Trigger. Rejects every update of the history. Deletes are allowed: a company that is removed for good takes its history along.
create or replace function signal_history_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception 'the history of signals is never changed' using errcode = 'restrict_violation';
end $$;
