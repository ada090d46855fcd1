-- The settings screen: sessions, links that give a place in a team or a new password, what slows guessing down, and the
-- log of who did what. Tokens are kept as SHA-256 only: whoever reads the database can use none of them.

-- A session is of one account in one of its teams. Who leaves the team loses it in the same transaction, and the role is
-- not kept here: it is read with each request.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  team_id uuid not null,
  signed_in_at timestamptz not null default now(),
  -- Written at most once a minute.
  last_seen_at timestamptz not null default now(),
  -- However much it is used.
  ends_at timestamptz not null,
  address inet,
  user_agent text check (length(user_agent) <= 300),
  foreign key (team_id, account_id) references team_members on delete cascade
);

create index sessions_by_account on sessions (account_id);
create index sessions_by_member on sessions (team_id, account_id);

-- Open invitations. One that is accepted or taken back is deleted, so that it cannot be used twice; the audit log keeps
-- that there was one.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  role text not null check (role in ('owner', 'member')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (team_id, email)
);

-- One link for an account at a time: a new one ends the one before.
create table password_resets (
  account_id uuid primary key references accounts on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Leaky buckets of attempts to sign in: a level that drains with time. The subject is a hash of an address, an account,
-- or both, so that the table is no list of who tried to sign in. A row that has drained means nothing and may be deleted.
create table attempt_levels (
  subject bytea primary key check (length(subject) = 32),
  level double precision not null,
  at timestamptz not null
);

-- Where an account has signed in from. Guesses from elsewhere do not slow down who comes from here.
create table familiar_networks (
  account_id uuid not null references accounts on delete cascade,
  network cidr not null,
  last_at timestamptz not null default now(),
  primary key (account_id, network)
);

-- Who did what. It keeps names and addresses as they were, and refers to nothing that may go but the team itself.
create table audit_log (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  at timestamptz not null default clock_timestamp(),
  action text not null check (action ~ '^[a-z]+\.[a-z_]+$'),
  -- Null: an operator, on the command line.
  actor_id uuid,
  actor_email text,
  address inet,
  target_id uuid,
  target_name text,
  details jsonb not null default '{}'
);

create index audit_log_by_team on audit_log (team_id, id desc);
create index audit_log_by_time on audit_log (at);

create function audit_log_is_never_changed() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is never changed' using errcode = 'restrict_violation';
end $$;

create trigger audit_log_is_never_changed before update on audit_log
  for each statement execute function audit_log_is_never_changed();
