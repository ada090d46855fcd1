-- What a fact needs beside one report of it.

alter table signals
  -- When it ended. Only a closed signal has it.
  add column closed_at timestamptz(0),
  -- All reports of the fact, if there are several: [{ name, url, key, … }]. Null: the row's own source alone.
  add column sources jsonb,
  -- The fact that this one turned out to be. Its status is retracted.
  add column replaced_by uuid;

update signals set closed_at = to_timestamp(last_event_unix) where status = 'closed';

-- A change that no customer would care about: search indexes read it, the firehose neither sends nor counts it.
alter table events add column silent boolean not null default false;

alter table companies
  add column employer_kind text not null default 'unknown'
    check (employer_kind in ('direct', 'agency', 'marketplace', 'unknown'));

-- Other domains of a company. A domain is either a company's own or an alias.
create table company_aliases (
  domain text collate "C" primary key,
  company_ordinal integer not null references companies,
  added_at timestamptz(0) not null default now()
);

create index company_aliases_by_company on company_aliases (company_ordinal);

-- What is known of a source: what it declares about itself, and when it delivers.
create table sources (
  name text primary key,
  -- From when on it has everything of the companies that it delivers.
  complete_since timestamptz(0),
  -- How long something of this source lasts without being seen again.
  expires_after_days integer check (expires_after_days > 0),
  first_delivery_at timestamptz(0) not null default now(),
  last_delivery_at timestamptz(0) not null default now()
);
