-- Saved searches that ring.
--
-- One node at a time watches: it reads the log, decides which companies entered or left which searches, and writes that
-- with its new position in one transaction (search_watch). So an entry is recorded once, whoever is killed when.

alter table teams add column time_zone text not null default 'UTC' check (length(time_zone) between 1 and 60);

create table saved_searches (
  -- Members and changes name a search by this number.
  n integer generated always as identity primary key,
  id uuid not null unique default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  -- A place among a hundred: a search that finds none is one too many.
  place smallint not null check (place between 1 and 100),
  name text not null check (length(name) between 1 and 100),
  -- In canonical form.
  query text not null,
  -- The company filters as a request has them.
  filters jsonb not null default '{}',
  -- Of an account list. It stays when the list is deleted: then the search has a problem and is asked no more.
  list_id uuid,
  -- The version of the list with which the search was compared last.
  list_version bigint,
  -- Raised when query or filters change. What was decided by an older version is not written.
  version integer not null default 1,
  every text not null default 'now' check (every in ('now', 'hour', 'day', 'week')),
  away_days smallint not null default 7 check (away_days between 0 and 365),
  destination text not null check (destination in ('webhook', 'slack', 'mail')),
  -- A URL or an address. Sealed for Slack, whose URL is a secret.
  target text not null,
  -- Sealed. Webhooks only.
  signing_secret text,
  paused_at timestamptz,
  -- Set by a mute link.
  muted_at timestamptz,
  -- What must be compared with all companies: everything at first (stock), and what may have changed since.
  sweep text default 'stock' check (sweep in ('stock', 'quiet', 'loud')),
  swept_on date,
  stocked_at timestamptz,
  members integer not null default 0,
  problem text,
  -- Delivery: while an endpoint fails, one message at a time is tried.
  failures integer not null default 0,
  held_until timestamptz,
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  unique (team_id, place),
  check ((signing_secret is not null) = (destination = 'webhook'))
);

create unique index saved_searches_by_name on saved_searches (team_id, lower(name));
create index saved_searches_by_list on saved_searches (list_id) where list_id is not null;
create index saved_searches_to_sweep on saved_searches (n) where sweep is not null;

-- The companies that a search has now, and those that left and have to stay away for a while to ring again.
create table search_members (
  search integer not null references saved_searches on delete cascade,
  company integer not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  primary key (search, company)
) with (fillfactor = 90);

create index search_members_by_company on search_members (company) where left_at is null;
create index search_members_left on search_members (left_at) where left_at is not null;

create table search_messages (
  id uuid primary key default gen_random_uuid(),
  search integer not null references saved_searches on delete cascade,
  -- A digest collects until here. Null: sent at once.
  digest_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts smallint not null default 0,
  next_at timestamptz not null,
  claimed_until timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);

-- At most one message for an interval.
create unique index search_messages_digest on search_messages (search, digest_at) where digest_at is not null;
create index search_messages_due on search_messages (next_at) where state = 'waiting';
create index search_messages_by_search on search_messages (search, created_at desc);

-- The history: each entry and each leaving, and whether it rang.
create table search_changes (
  id uuid primary key default gen_random_uuid(),
  -- In the order in which they were recorded.
  n bigint generated always as identity,
  search integer not null references saved_searches on delete cascade,
  company integer not null,
  action text not null check (action in ('entered', 'left')),
  at timestamptz not null,
  match real,
  -- The signals that did it, as they were.
  signals jsonb not null default '[]',
  -- Why an entry did not ring.
  silence text check (silence in ('history', 'back_soon', 'paused', 'muted', 'moved', 'no_access')),
  message uuid references search_messages on delete set null,
  check (message is null or (action = 'entered' and silence is null))
);

create unique index search_changes_by_search on search_changes (search, n desc);
create index search_changes_by_time on search_changes (at);
create index search_changes_by_message on search_changes (message) where message is not null;

create table search_attempts (
  message uuid not null references search_messages on delete cascade,
  attempt smallint not null,
  at timestamptz not null default now(),
  status smallint,
  reason text,
  latency_ms integer not null,
  excerpt text,
  primary key (message, attempt)
);

create table search_mutes (
  search integer not null references saved_searches on delete cascade,
  company integer not null,
  muted_at timestamptz not null default now(),
  primary key (search, company)
);

-- A mute link works once.
create table used_mute_links (
  link text primary key,
  expires_at timestamptz not null
);

-- Who watches, and how far the log is read. The holder's epoch fences it: a write names it, so that a holder whose lease
-- has passed to another writes nothing.
create table search_watch (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  holder uuid,
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);

insert into search_watch (position) select position from log_head;
