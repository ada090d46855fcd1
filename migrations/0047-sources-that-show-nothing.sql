-- A source that suddenly answers with a valid empty list is noticed by the companies that had something there.

-- Whether the last complete visit of a look showed nothing of what earlier ones did. That is not believed yet: what is missing
-- ends later. False: it shows something. Null: there is nothing that could be missing.
alter table looks add column emptied boolean;

-- Few looks are.
create index looks_emptied on looks (collector) where emptied;

-- Looks that have something now. Bit 2 of an entry's flags: that it is missing says nothing.
update looks l set emptied = false
  from look_snapshots s
 where s.look_id = l.id
   and exists (select from jsonb_array_elements(s.entries::jsonb) e where ((e ->> 6)::bigint & 2) = 0 and (e ->> 7) is null);
