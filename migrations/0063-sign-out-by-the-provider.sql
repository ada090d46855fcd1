-- A provider of sign-on ends the sessions of people who sign out there, or whom it disables (back-channel logout).

-- The provider's own session (`sid`) that opened this one. Null: it doesn't say, or the session is of before.
-- allow check: one row per open session
alter table sessions add column provider_sid text check (length(provider_sid) <= 255);

-- Requests of the provider to end sessions, each for once. As SHA-256, until they are too old to be accepted again.
create table sign_on_logouts (
  token_hash bytea primary key check (length(token_hash) = 32),
  received_at timestamptz not null default now()
);
