-- A team's CRM: which companies are in which windows, and what was written about them there.
--
-- Two kinds of rows: what should be there (crm_windows, from the history of saved searches), and what is known to be there
-- (crm_companies, and task_state of a window). A worker moves the second to the first. One worker at a time has a connection:
-- its claim is a number that every write names, so that a worker whose claim has ended writes nothing.

create table crm_connections (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null unique references teams on delete cascade,
  kind text not null check (kind in ('hubspot')),
  -- The origin of its API.
  instance text not null check (length(instance) between 1 and 2048),
  -- What the CRM calls the account.
  account text not null check (length(account) <= 200),
  -- Sealed.
  credentials text not null,
  -- The property of each field that is written.
  fields jsonb not null,
  creates_companies boolean not null default false,
  creates_tasks boolean not null default true,
  -- The properties are known to exist.
  prepared_at timestamptz,
  -- Raised by each change of the settings: what was found with older ones is dropped.
  version integer not null default 1,
  -- Why nothing is written at the moment, in words.
  problem text,
  failures integer not null default 0,
  held_until timestamptz,
  -- When all windows were last compared with the members of the searches.
  compared_at timestamptz,
  turn_at timestamptz not null default '-infinity',
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);

-- The saved searches whose windows are written.
create table crm_searches (
  connection uuid not null references crm_connections on delete cascade,
  search integer not null references saved_searches (n) on delete cascade,
  -- How far its history is read.
  seen bigint not null,
  followed_at timestamptz not null default now(),
  primary key (connection, search)
);
create index crm_searches_by_search on crm_searches (search);

create table crm_companies (
  connection uuid not null references crm_connections on delete cascade,
  company integer not null,
  -- The record's id in the CRM.
  external_id text,
  state text not null default 'waiting' check (state in ('waiting', 'written', 'unknown', 'refused')),
  -- When it is compared with the CRM again. Null: nothing is left to do.
  due_at timestamptz,
  attempts smallint not null default 0,
  -- Why something was not written, in words.
  problem text,
  -- The values that were written last, by field.
  written jsonb,
  written_at timestamptz,
  primary key (connection, company)
) with (fillfactor = 80);
create index crm_companies_due on crm_companies (connection, due_at) where due_at is not null;

-- A company was in a window from one time to another. The search may be gone by now: its windows have ended then.
create table crm_windows (
  connection uuid not null,
  company integer not null,
  search integer not null,
  opened_at timestamptz(0) not null,
  ended_at timestamptz,
  -- What the task of the CRM is known to be.
  task_state text not null default 'none' check (task_state in ('none', 'open', 'done')),
  primary key (connection, company, search, opened_at),
  foreign key (connection, company) references crm_companies on delete cascade
);
-- A company is in a window once.
create unique index crm_windows_open on crm_windows (connection, company, search) where ended_at is null;
