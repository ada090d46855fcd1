-- Sign-on with a provider of OpenID Connect. Tokens are stored as SHA-256 only.

-- A person of the provider, known by issuer and subject and never by an address. One subject per account and issuer: if an
-- address is given to another person, that person doesn't get the account of the one before.
create table sign_on_identities (
  issuer text not null check (length(issuer) between 1 and 2048),
  subject text not null check (length(subject) between 1 and 255),
  account_id uuid not null references accounts on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, account_id)
);

create index sign_on_identities_by_account on sign_on_identities (account_id);

-- Which team the people of a domain join. An operator says so.
create table sign_on_domains (
  domain text primary key check (domain = lower(domain) and length(domain) between 3 and 253),
  team_id uuid not null references teams on delete cascade,
  default_role text not null check (default_role in ('owner', 'member')),
  added_at timestamptz not null default now()
);

create index sign_on_domains_by_team on sign_on_domains (team_id);

-- Sign-ins that were started. State, nonce and code verifier follow from the token in the browser's cookie. The row is
-- deleted when the browser comes back, so an answer of the provider works once.
create table sign_on_attempts (
  token_hash bytea primary key check (length(token_hash) = 32),
  started_at timestamptz not null default now()
);

create index sign_on_attempts_by_time on sign_on_attempts (started_at);

-- A way in that an operator makes while the provider is down. One link for an account at a time.
create table sign_in_links (
  account_id uuid primary key references accounts on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);

-- Who was removed from a team doesn't come back by signing in, but by an invitation.
create table removed_members (
  team_id uuid not null references teams on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  removed_at timestamptz not null default now(),
  primary key (team_id, account_id)
);

create index removed_members_by_account on removed_members (account_id);

-- Sessions that a password opened don't work in such a team.
alter table teams add column requires_sign_on boolean not null default false;

-- allow check: one row per open session
alter table sessions add column signed_in_by text not null default 'password'
  check (signed_in_by in ('password', 'provider', 'link'));
