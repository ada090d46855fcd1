-- Creates the partitions of request_log for yesterday up to a week ahead. Idempotent.
--
-- Lock 7305014 serialises callers. Attaching a partition takes a lock that doesn't block readers or writers.
create or replace function make_request_partitions() returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  each_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305014);
  for i in -1..7 loop
    each_day := today + i;
    partition_name := 'request_log_' || to_char(each_day, 'YYYYMMDD');
    if to_regclass(partition_name) is null then
      execute format('create table %I (like request_log including all)', partition_name);
      execute format('alter table request_log attach partition %I for values from (%L) to (%L)', partition_name, each_day, each_day + 1);
    end if;
  end loop;
end $$;
