-- Watched companies, what is looked at for them, and when.

-- A company that the operator watches. Removing it removes its looks; its signals stay.
create table watched_companies (
  -- The registrable domain.
  domain text collate "C" primary key,
  -- The operator's word. Null: none.
  given_name text,
  -- What collectors wrote of the company. They replace only this, and what is unknown.
  facts jsonb not null default '{}',
  added_at timestamptz(0) not null default now()
);

-- One place that is visited again and again: a job board, or the company's domain, by one collector. A board belongs to one
-- company.
create table looks (
  id integer generated always as identity primary key,
  domain text collate "C" not null references watched_companies on delete cascade,
  collector text not null,
  -- A board, or the domain.
  -- The keys of its reports begin with it and a slash.
  target text not null check (length(target) between 1 and 140 and target not like '%/%'),
  -- What a complete visit has looked at.
  types text[] not null,
  added_at timestamptz(0) not null default now(),
  -- The first complete visit. What was seen up to then is history. Null: there was none.
  known_since timestamptz(0),
  -- Of the records of the last visit. Null: no visit succeeded.
  records_hash text,
  -- Something is missing, or a loss waits for confirmation: even the same records again change something.
  pending boolean not null default false,
  validators jsonb,
  -- Why the last visit failed. Null: it did not.
  failure text,
  unique (collector, target)
) with (fillfactor = 80);

create index looks_by_company on looks (domain);

-- The part of a look that every visit writes. No changing column is indexed, so its updates stay within the page (HOT) and
-- write about 100 bytes of WAL. To find what is due, the narrow table is scanned.
create table look_times (
  look_id integer primary key references looks on delete cascade,
  -- The board system, or web for all other hosts.
  lane text not null,
  -- Raised by every lease: a holder whose number is no longer the row's changes nothing.
  fence integer not null default 0,
  -- The node that visits it. Not valid if that node's own lease is over.
  holder integer,
  -- In a row.
  failures smallint not null default 0 check (failures >= 0),
  visits integer not null default 0,
  due_at timestamptz not null default now(),
  -- The last visit, whatever came of it.
  visited_at timestamptz,
  -- The last complete visit. Everything that it contained was seen then.
  seen_through timestamptz
) with (fillfactor = 80);

-- What the last good visits saw. Rewritten only when it changes.
create table look_snapshots (
  look_id integer primary key references looks on delete cascade,
  -- JSON: see collecting/snapshot.ts.
  entries text not null
);

-- The signals that the last visit did not contain any more, and that have not ended. `seen_through` says nothing about them.
create table missing_signals (
  signal_id uuid primary key,
  look_id integer not null references looks on delete cascade
);
create index missing_signals_by_look on missing_signals (look_id);

-- The last visits that changed something or failed. Those that found nothing new are only counted.
create table visits (
  look_id integer not null references looks on delete cascade,
  number integer not null,
  at timestamptz(0) not null,
  outcome text not null check (outcome in ('first', 'changed', 'partial', 'waiting', 'failed')),
  created integer not null default 0,
  updated integer not null default 0,
  closed integer not null default 0,
  message text,
  primary key (look_id, number)
);

-- Boards and domains that pages point to without enough proof. An operator decides.
create table matches (
  id integer generated always as identity primary key,
  domain text collate "C" not null references watched_companies on delete cascade,
  -- Null: the home page has moved to the domain in `target`.
  collector text,
  target text not null,
  page text not null,
  why text not null,
  found_at timestamptz(0) not null default now(),
  decision text check (decision in ('accepted', 'rejected')),
  decided_at timestamptz(0),
  check ((decision is null) = (decided_at is null)),
  unique nulls not distinct (domain, collector, target)
);

-- Processes that collect. Each row is the lease of everything that its process holds.
create table collect_nodes (
  id integer generated always as identity primary key,
  name text not null,
  expires_at timestamptz not null
);

-- One request at a time for a board system, or for any other host, over all nodes.
create table host_turns (
  host text primary key,
  -- The node that may ask. Null, or a node whose lease is over: nobody.
  holder integer,
  -- Another node waits.
  wanted boolean not null default false,
  -- Not before: the pause between two requests.
  next_at timestamptz not null default now(),
  -- Not before: the host asked for it, or it failed too often.
  closed_until timestamptz,
  -- In a row.
  failures smallint not null default 0 check (failures >= 0)
) with (fillfactor = 70);
