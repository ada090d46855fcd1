-- Alerts by mail, warnings by mail, and signing secrets of alerts that can be rotated.

alter table saved_searches
  -- The secret before the last rotation. Requests have both signatures until the overlap ends.
  add column previous_secret text,
  add column previous_secret_until timestamptz,
  add check ((previous_secret is null) = (previous_secret_until is null));

-- Addresses that a team wants to send alerts to and that belong to none of its members. Nothing but the question is sent
-- there until somebody who reads the mail there has confirmed it.
create table alert_addresses (
  team_id uuid not null references teams on delete cascade,
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (team_id, address)
);

-- An entry that didn't ring because the address was not confirmed.
alter table search_changes drop constraint search_changes_silence_check;
alter table search_changes add constraint search_changes_silence_check
  check (silence in ('history', 'back_soon', 'paused', 'muted', 'moved', 'no_access', 'unconfirmed'));

-- Null: owners were not told by mail.
alter table webhook_notices add column mailed_at timestamptz;
create index webhook_notices_to_mail on webhook_notices (at) where mailed_at is null and seen_at is null;

-- Owners are told once for each threshold of a budget's period. The limit is part of it: with another limit they are told
-- anew.
create table budget_warnings (
  team_id uuid not null references teams on delete cascade,
  bucket text not null,
  period_start timestamptz not null,
  threshold smallint not null check (threshold between 1 and 100),
  "limit" bigint not null,
  warned_at timestamptz not null default now(),
  primary key (team_id, bucket, period_start, threshold, "limit")
);
