-- The log: every change in one order that readers can follow.
--
-- A writer inserts its events and one outbox row, both under the number of its batch, in its own transaction. Sequence
-- numbers become visible out of order, so they are no position. stamp_log() gives positions instead: one at a time, it
-- moves the batches that have been committed into the log. A position is visible only when all smaller ones are.

create sequence batches as bigint;

-- Kept for 30 days, then dropped by the day.
create table events (
  day date not null,
  batch bigint not null,
  -- The place in the batch, from 0 without a gap.
  n integer not null,
  kind text not null check (kind in ('signal', 'company', 'ranks')),
  company_ordinal integer,
  signal_id uuid,
  type text,
  action text check (action in ('created', 'updated')),
  unix bigint not null,
  -- The signal as it was after this change: JSON, as text, because nobody here looks inside and checking it costs time.
  image text,
  primary key (day, batch, n)
) partition by range (day);

create table outbox (
  batch bigint primary key,
  day date not null,
  events integer not null check (events > 0),
  -- History that was loaded, and not news: the firehose passes it over.
  quiet boolean not null,
  signal_counts jsonb not null
);

-- One row per batch: its events have the positions up to and including `position`.
create table log (
  position bigint primary key,
  batch bigint not null,
  day date not null,
  events integer not null,
  quiet boolean not null,
  signal_counts jsonb not null,
  stamped_at timestamptz not null default clock_timestamp()
);

create index log_by_day on log (day);

create table log_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into log_head (position) values (0);

-- What was dropped with its day: how many signal events of each type, so that a reader who was too far behind can be
-- told what it missed.
create table log_dropped (
  day date primary key,
  from_position bigint not null,
  to_position bigint not null,
  signal_counts jsonb not null
);

-- Returns the position of the newest event. The lock is taken in a statement of its own: the next one has a snapshot
-- that sees whatever was stamped before. The lock lasts to the end of the transaction, so that positions become
-- visible in their order, and a transaction that reads the head and stores it (a new webhook) has nothing before it.
create function stamp_log() returns bigint language plpgsql as $$
declare
  head bigint;
  stamped bigint;
begin
  perform pg_advisory_xact_lock(7305004);
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

-- Partitions for the days from yesterday to a week ahead. Attaching takes a lock that readers and writers do not mind.
create function make_event_partitions() returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  each_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305005);
  for i in -1..7 loop
    each_day := today + i;
    partition_name := 'events_' || to_char(each_day, 'YYYYMMDD');
    if not exists (select from pg_inherits where inhparent = 'events'::regclass and inhrelid = to_regclass(partition_name)) then
      execute format('create table if not exists %I (like events including all)', partition_name);
      execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name, each_day, each_day + 1);
    end if;
  end loop;
end $$;

select make_event_partitions();
