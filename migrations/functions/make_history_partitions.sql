-- Creates the partitions of signal_history for this month and the next two. Idempotent.
--
-- Lock 7305013 serialises callers. Attaching a partition takes a lock that doesn't block readers or writers.
create or replace function make_history_partitions() returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', now() at time zone 'utc');
  each_month timestamp;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305013);
  for i in 0..2 loop
    each_month := this_month + i * interval '1 month';
    partition_name := 'signal_history_' || to_char(each_month, 'YYYYMM');
    if to_regclass(partition_name) is null then
      execute format('create table %I (like signal_history including all)', partition_name);
      execute format('alter table signal_history attach partition %I for values from (%L) to (%L)', partition_name,
                     each_month at time zone 'utc', (each_month + interval '1 month') at time zone 'utc');
    end if;
  end loop;
end $$;
