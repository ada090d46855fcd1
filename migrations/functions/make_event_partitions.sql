-- Creates the partitions of events for yesterday up to a week ahead. Idempotent.
--
-- Lock 7305005 serialises callers. Attaching a partition takes a lock that doesn't block readers or writers.
create or replace function make_event_partitions() returns void language plpgsql as $$
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
