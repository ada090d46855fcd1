-- A second factor for passwords: codes of an app (TOTP), and recovery codes for when the app is lost.

create table second_factors (
  -- The account's.
  id uuid primary key references accounts on delete cascade,
  -- Encrypted with SECRET_KEYS.
  secret text not null,
  -- Null: it is being set up, and nobody is asked for it yet.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was accepted. Only a later code is: no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- As SHA-256. A code is deleted when it is used.
create table recovery_codes (
  account_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (account_id, code_hash)
);
