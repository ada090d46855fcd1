-- Files that owners of teams import on the settings screen. A file waits here in parts, so that any node can go on with it after
-- the one that worked on it is gone.
create table imports (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  file_name text not null,
  -- Which column becomes what, as the owner has seen it.
  mapping jsonb not null,
  -- Whether what is new goes to webhooks. History does not.
  sends_news boolean not null,
  state text not null default 'uploading' check (state in ('uploading', 'running', 'done', 'failed', 'cancelled')),
  bytes integer not null check (bytes > 0),
  received integer not null default 0 check (received between 0 and bytes),
  created_at timestamptz not null default now(),
  -- The last part that came.
  heard_at timestamptz not null default now(),
  queued_at timestamptz,
  finished_at timestamptz,
  -- The node that works on it names itself with every change. Once another one has it, the changes of the first change nothing.
  token uuid,
  leased_until timestamptz not null default '-infinity',
  attempts smallint not null default 0,
  cancel_asked boolean not null default false,
  bytes_read integer not null default 0,
  lines integer not null default 0,
  companies_created integer not null default 0,
  companies_updated integer not null default 0,
  signals_created integer not null default 0,
  signals_updated integer not null default 0,
  rejected integer not null default 0,
  -- Why it failed or was cancelled.
  message text
);
-- A team imports one file at a time.
create unique index imports_open on imports (team_id) where state in ('uploading', 'running');
create index imports_by_team on imports (team_id, created_at desc);

-- The parts of a file, by where they begin. They are deleted when its import ends.
create table import_parts (
  import_id uuid not null references imports on delete cascade,
  at integer not null,
  data bytea not null,
  primary key (import_id, at)
);
-- Files are read once, and many are compressed already.
alter table import_parts alter column data set storage external;

-- The first rejected lines.
create table import_rejects (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  line integer not null,
  reason text not null,
  text text not null,
  primary key (import_id, number)
);

-- Mappings that a team has saved.
create table import_mappings (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  name text not null,
  mapping jsonb not null,
  created_at timestamptz not null default now()
);
create unique index import_mappings_by_name on import_mappings (team_id, lower(name));

-- What the sources of a team's signals end in. It stays when the team is renamed or deleted: nobody else's signals get that source.
create table import_labels (
  team_id uuid primary key,
  label text not null
);
create unique index import_labels_by_label on import_labels (lower(label));
