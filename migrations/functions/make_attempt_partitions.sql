-- Creates the partitions of webhook_deliveries and webhook_attempts for yesterday up to a week ahead. Idempotent.
--
-- Lock 7305007 serialises callers.
create or replace function make_attempt_partitions() returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  parent text;
  each_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305007);
  foreach parent in array array['webhook_deliveries', 'webhook_attempts'] loop
    for i in -1..7 loop
      each_day := today + i;
      partition_name := parent || '_' || to_char(each_day, 'YYYYMMDD');
      if to_regclass(partition_name) is null then
        execute format('create table %I (like %I including all)', partition_name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition_name, each_day, each_day + 1);
      end if;
    end loop;
  end loop;
end $$;
