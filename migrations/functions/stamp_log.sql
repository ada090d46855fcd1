-- Moves committed batches from the outbox into the log, gives them positions, and returns the newest position.
--
-- Sequence numbers become visible out of order, so they can't serve as positions. Positions are given here, by one
-- transaction at a time: a position is visible only when all smaller ones are. Lock 7305004 is taken in its own
-- statement, so the next statement's snapshot includes everything that was stamped before. It lasts to the end of the
-- transaction, so positions become visible in order. A transaction that reads the head and stores it (a new webhook)
-- starts exactly there: nothing is stamped until it commits.
--
-- So a client that hangs in such a transaction would keep every new signal out of the log. Once it has the lock, the
-- server ends its session after 5 s of silence, or earlier if the session has a shorter timeout.
create or replace function stamp_log() returns bigint language plpgsql as $$
declare
  head bigint;
  stamped bigint;
begin
  perform pg_advisory_xact_lock(7305004);
  if current_setting('idle_in_transaction_session_timeout')::interval not between '1 ms' and '5 s' then
    perform set_config('idle_in_transaction_session_timeout', '5s', true);
  end if;
  select position into head from log_head;
  with moved as (
    delete from outbox returning batch, day, events, quiet, signal_counts
  ), placed as (
    insert into log (position, batch, day, events, quiet, signal_counts)
    select head + sum(events) over (order by batch), batch, day, events, quiet, signal_counts from moved
    returning position
  )
  select max(position) into stamped from placed;
  if stamped is not null then
    update log_head set position = stamped;
    perform pg_notify('log', stamped::text);
    head := stamped;
  end if;
  return head;
end $$;
