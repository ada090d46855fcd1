-- Why a search was paused, if no person did it: its endpoint answered 410 Gone (endpoint_gone). `problem` is what comparisons
-- with all companies find, and they clear it.
alter table saved_searches add column pause_reason text check (pause_reason in ('endpoint_gone'));

update saved_searches set pause_reason = 'endpoint_gone', problem = null
 where paused_at is not null and problem like 'The endpoint answered 410 Gone, so the search was paused.%';
