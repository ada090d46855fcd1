-- A source that changes its format is noticed by the entries of its lists that can't be read, over all companies.

-- What the last visit of a look could and could not read. Null: it could read everything, or the source has no lists.
alter table looks
  add column entries_read integer check (entries_read >= 0),
  add column entries_unreadable integer check (entries_unreadable > 0);

-- Few looks have such entries.
create index looks_unreadable on looks (collector) where entries_unreadable is not null;

-- Collectors whose source seems to have changed its format: one row each, so that one process of all reports it.
create table changed_formats (
  collector text primary key,
  since timestamptz(0) not null default now()
);

-- Boards that wait for an operator are judged again within a day: by now their pages say whose they are.
update look_times t set due_at = least(t.due_at, now() + random() * interval '1 day')
  from looks l
 where l.id = t.look_id and l.collector = 'discovery'
   and exists (select from matches m where m.domain = l.domain and m.collector is not null and m.decision is null);
