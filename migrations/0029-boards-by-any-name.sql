-- A board belongs to one company, however its name is written: board_key is what boardKey() in collectors/board-key.ts gives.
alter table looks add column board_key text collate "C" not null generated always as (
  collector || ' ' || case collector
    when 'job-posting' then target
    when 'personio' then regexp_replace(lower(target collate "C"), '\.de$', '.com')
    else lower(target collate "C")
  end) stored;
alter table matches add column board_key text collate "C" not null generated always as (
  coalesce(collector, '') || ' ' || case collector
    when 'job-posting' then target
    when 'personio' then regexp_replace(lower(target collate "C"), '\.de$', '.com')
    else lower(target collate "C")
  end) stored;

-- Of the looks at one board, the one with the earliest complete visit stays. What the others brought stays too, and was last
-- seen at their last complete visits.
with spare as (
  select l.id, l.collector, l.target, date_trunc('second', t.seen_through) as seen_at,
         coalesce((select coalesce(merged_into, ordinal) from companies where domain = l.domain),
                  (select company_ordinal from company_aliases where domain = l.domain)) as company_ordinal
    from (select *, row_number() over (partition by board_key order by known_since nulls last, id) as place from looks) l
    join look_times t on t.look_id = l.id
   where l.place > 1),
signals_seen as (
  update signals s set last_seen_at = l.seen_at from spare l
   where s.company_ordinal = l.company_ordinal and s.source = l.collector and split_part(s.key, '/', 1) = l.target
     and s.status = 'active' and s.last_seen_at < l.seen_at
     and not exists (select from missing_signals m where m.signal_id = s.id)),
reports_seen as (
  update reports r set last_seen_at = l.seen_at from spare l
   where r.company_ordinal = l.company_ordinal and r.source = l.collector and split_part(r.key, '/', 1) = l.target
     and r.status = 'active' and r.last_seen_at < l.seen_at
     and not exists (select from missing_signals m where m.signal_id = r.id))
delete from looks where id in (select id from spare);
create unique index looks_by_board on looks (board_key);

-- What the keys of its reports begin with, if that is not the target: the name that the board had first.
alter table looks add column reported_as text check (reported_as not like '%/%');
create unique index looks_by_report on looks (collector, coalesce(reported_as, target));

-- Of the matches for one board, the operator's last decision stays, else the first match.
delete from matches where id in (
  select id from (
    select id, row_number() over (partition by domain, board_key order by decided_at desc nulls last, id) as place from matches) m
   where place > 1);
create unique index matches_by_board on matches (domain, board_key);
