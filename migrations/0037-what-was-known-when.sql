-- What was known when. Each transaction of the write path that changes reports or facts of a company appends one row for the
-- company: the ids of the reports that are new, and of what changed only what it was before. What it is now is in signals,
-- reports and companies, so going back from there, newest row first, gives every state that was ever committed. Times at
-- which an unchanged report was seen again are not recorded.
--
-- Rows of one company are in the order of their batches: a batch gets its number while the company is locked.
create table signal_history (
  -- The time of the batch.
  at timestamptz not null,
  batch bigint not null,
  company_ordinal integer not null,
  -- The reports and derived signals that were written for the first time.
  created uuid[],
  -- A JSON array, one entry per report or derived signal that changed. As text, because nobody here looks inside.
  changes text,
  -- A JSON object: the facts of the company that were overwritten, as they were.
  company text
) partition by range (at);

create index signal_history_by_company on signal_history (company_ordinal);

-- Only so that the trigger has a function: migrations/functions has the real one, which may be there already.
do $do$ begin
  if to_regproc('signal_history_is_never_changed') is null then
    create function signal_history_is_never_changed() returns trigger language plpgsql as $$ begin return null; end $$;
  end if;
end $do$;
create trigger signal_history_is_never_changed before update on signal_history
  for each statement execute function signal_history_is_never_changed();

-- The partitions of this month and the next two. Later ones are made by make_history_partitions().
do $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'utc');
begin
  for i in 0..2 loop
    execute format('create table %I partition of signal_history for values from (%L) to (%L)',
                   'signal_history_' || to_char(this_month + i * interval '1 month', 'YYYYMM'),
                   (this_month + i * interval '1 month') at time zone 'utc',
                   (this_month + (i + 1) * interval '1 month') at time zone 'utc');
  end loop;
end $$;

-- No event of the signal was sent: it was retracted when it was first reported, or it is a part of another one that had ended
-- when it came apart. The first event that is sent of it is `created`. Null: no.
alter table signals add column unsent boolean;
