-- Teams, the people in them, and their API keys.

create table teams (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  plan text not null check (plan in ('free', 'pro')),
  -- Billing months are counted from here, always from here, so that the 31st does not drift over short months.
  billing_anchor timestamptz not null default date_trunc('second', now()),
  -- The demo team may be made again; all else is real data.
  demo boolean not null default false,
  created_at timestamptz not null default now()
);

create unique index teams_one_demo on teams (demo) where demo;

-- What an operator changed for one team. A bucket without a row follows the plan.
create table team_limits (
  team_id uuid not null references teams on delete cascade,
  bucket text not null,
  "limit" bigint not null check ("limit" >= 0),
  set_at timestamptz not null default now(),
  primary key (team_id, bucket)
);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  -- Lower case, trimmed: normalised before it is written.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  password_hash text not null,
  created_at timestamptz not null default now()
);

create table team_members (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null default now(),
  primary key (team_id, account_id)
);

create index team_members_by_account on team_members (account_id);

-- A team has at least one owner, always. The lock on the team makes two owners who leave at the same moment take
-- turns, and the count is a later statement, so that the second one sees what the first one did.
create function team_keeps_an_owner() returns trigger language plpgsql as $$
declare
  team uuid;
begin
  if tg_table_name = 'teams' then team := new.id; else team := old.team_id; end if;
  perform from teams where id = team for no key update;
  if not found then return null; end if;
  if not exists (select from team_members where team_id = team and role = 'owner') then
    raise exception 'team % would be left without an owner', team using errcode = 'check_violation', constraint = 'team_keeps_an_owner';
  end if;
  return null;
end $$;

create constraint trigger team_keeps_an_owner after insert on teams
  deferrable initially deferred for each row execute function team_keeps_an_owner();
create constraint trigger team_keeps_an_owner after update of role, team_id or delete on team_members
  deferrable initially deferred for each row execute function team_keeps_an_owner();

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- SHA-256 of the key. The key itself is shown once and never kept.
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  last_four text not null,
  -- Null: an operator made it, on the command line.
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- One successor at most: two rotations of one key at the same moment cannot both get through.
  replaced_by uuid unique references api_keys on delete set null,
  check (expires_at is null or expires_at >= created_at)
);

create index api_keys_by_team on api_keys (team_id, created_at desc);

-- One mark that changes with every change to who may call. A node trusts what it remembers of keys for as long as it
-- has seen, within the last second, that the mark is the same. It is changed inside the changing transaction, and its
-- row lock orders these: whoever reads the new mark can read the change. It is random and not a number, because a
-- database that is restored or fails over to an older state would count up to the same numbers again.
create table access_epoch (
  only_row boolean primary key default true check (only_row),
  epoch uuid not null default gen_random_uuid()
);
insert into access_epoch default values;

create function renew_access_epoch() returns trigger language plpgsql as $$
begin
  update access_epoch set epoch = gen_random_uuid();
  return null;
end $$;

create trigger renew_access_epoch after insert or delete or update of hash, team_id, expires_at, revoked_at on api_keys
  for each statement execute function renew_access_epoch();
create trigger renew_access_epoch after update of plan or delete on teams
  for each statement execute function renew_access_epoch();
