-- Filings at registers. An index of filings is read once a day for the whole installation, by the node that holds its row.
-- `since`: what was filed from then on is news. Every day up to `read_through` was read, or has no index.
create table filing_indexes (
  collector text primary key,
  since timestamptz not null default now(),
  read_through date not null,
  holder integer,
  fence integer not null default 0,
  due_at timestamptz not null default now(),
  read_at timestamptz,
  failures smallint not null default 0 check (failures >= 0),
  failure text
);

-- Who filed, by every name that an index had for it. `name_key` is the name without its legal form. What the issuer says of
-- itself is asked for only if the name may be that of a watched company; it is as new as `identified_on`.
create table filing_issuers (
  collector text not null,
  issuer text not null,
  name_key text not null,
  name text not null,
  filed_on date not null,
  identity jsonb,
  identified_on date,
  primary key (collector, issuer, name_key)
);
create index filing_issuers_by_name on filing_issuers (name_key);

-- Legal names that the companies' own websites state, with the states or countries that they state: US-CA, GB.
create table legal_names (
  domain text not null references watched_companies (domain) on delete cascade,
  legal_key text not null,
  name_key text not null,
  name text not null,
  places text not null,
  primary key (domain, legal_key)
);
create index legal_names_by_name on legal_names (name_key);

-- A filing of a part without an amount now joins the round that another source reports. The worker goes over all companies once
-- more, silently. A database without companies has nothing to go over.
update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies);
