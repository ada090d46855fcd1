-- What each source says of a fact, where that is not simply the fact's own row: a fact with several reports, or one that
-- is shown otherwise than it was reported (a tool whose use ended by another report). Then all reports of the fact are
-- here, and its row in signals has `sources`. Any other row of signals is its own report.
create table reports (
  -- Made from (source, key), as the ids of signals are: a fact's id is the id of one of its reports.
  id uuid primary key,
  fact_id uuid not null,
  -- No foreign keys, as for signals: the writer holds the lock on the company's row.
  company_ordinal integer not null,
  type text not null,
  source text not null,
  key text not null,
  label text not null,
  -- In hundredths.
  confidence smallint not null check (confidence between 0 and 100),
  status text not null check (status in ('active', 'closed', 'retracted')),
  occurred_at timestamptz(0) not null,
  first_seen_at timestamptz(0) not null,
  last_seen_at timestamptz(0) not null,
  seen_at timestamptz(0),
  closed_at timestamptz(0),
  url text,
  fields jsonb not null
) with (fillfactor = 85);

create index reports_by_company on reports (company_ordinal);
create index reports_by_fact on reports (fact_id);

-- The progress of making facts of what version 0.1 stored. A new database has nothing to do.
create table fact_upgrade (
  only_row boolean primary key default true check (only_row),
  -- When this version began to write, if an earlier one has stored something. What was first seen before may have been
  -- imported with its history.
  began_at timestamptz(0),
  -- The companies up to this ordinal are done.
  done_to integer not null default -1,
  finished_at timestamptz(0)
);
insert into fact_upgrade (began_at, finished_at)
select case when stored then now() end, case when not stored then now() end
  from (select exists (select from companies) as stored) s;
