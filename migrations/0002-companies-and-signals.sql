-- Companies, their ranks, and their signals.

-- Drawn for companies that are not there yet, so that engines can use ordinals as array indexes. A race or a rollback
-- leaves a hole, an upsert of a known company does not.
create sequence company_ordinals as integer minvalue 0 start 0;

create table companies (
  ordinal integer primary key,
  id uuid not null unique,
  -- Normalised before it is written. The identity of a company.
  domain text collate "C" not null unique,
  name text not null,
  hq_country text not null default 'ZZ' check (hq_country ~ '^[A-Z]{2}$'),
  employee_count integer not null default 0 check (employee_count >= 0),
  funding_stage text not null default 'unknown',
  industry text not null default 'unknown',
  logo text,
  website text,
  created_at timestamptz(0) not null default now()
);

-- What both search engines order by, apart from the facts: it changes with every signal, and a narrow row with room on
-- its page is updated in place.
create table company_ranks (
  company_ordinal integer primary key references companies,
  heat_key integer not null,
  score_tenths smallint not null check (score_tenths between 0 and 1000),
  -- The UTC day that the score is of; the heat key does not change with the clock.
  as_of date not null
) with (fillfactor = 70);

create index company_ranks_stale on company_ranks (as_of);

-- One row per fact. The id is made from (source, key), so that the primary key is the identity: the same fact seen
-- twice is one row, and it keeps its id through re-imports and restores.
create table signals (
  id uuid primary key,
  -- No foreign key: its check costs a third of an insert. Companies are never deleted, and the write path holds the
  -- lock on the company's row while it writes this one.
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
  -- When the source saw it, where it says so: an older version than this one changes nothing.
  seen_at timestamptz(0),
  url text,
  fields jsonb not null,
  version integer not null,
  -- Event ids name the second: no two events of one signal share one.
  last_event_unix bigint not null
);

create index signals_by_company on signals (company_ordinal, type, occurred_at desc);
