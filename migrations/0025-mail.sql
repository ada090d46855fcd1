-- Mail: an outbox, invitations whose link was only ever in a mail, and requests for a new password.

-- A mail is written in the transaction of what it tells. A node claims it, sends it and settles it. A claim is the time of
-- the next attempt, moved ahead: if the node dies, the mail is due again by itself. The number of the attempt fences it:
-- a node whose claim ran out settles nothing.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- Null: the mail belongs to an account.
  team_id uuid references teams on delete cascade,
  kind text not null check (
    kind in ('password_reset', 'password_changed', 'invitation', 'alert', 'budget', 'webhook_paused')),
  -- What it tells. A second mail about the same thing is not written.
  about text unique check (length(about) between 1 and 200),
  recipient text not null check (length(recipient) between 3 and 254),
  -- Sealed, because links in it are secrets. It is deleted when the mail is sent or given up.
  content text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts smallint not null default 0,
  attempted_at timestamptz,
  next_at timestamptz not null default now(),
  -- After this it is worth nothing and is given up.
  expires_at timestamptz not null,
  -- What the mail server said last, or why it could not be asked.
  answer text check (length(answer) <= 500),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'waiting') = (content is not null)),
  check ((state = 'waiting') = (ended_at is null))
);

create index mails_due on mails (next_at) where state = 'waiting';
create index mails_waiting_by_team on mails (team_id) where state = 'waiting';
create index mails_attempted on mails (recipient, attempted_at) where attempted_at is not null;
create index mails_ended on mails (ended_at) where ended_at is not null;

-- The hash of a token that was only ever in a mail to the invited address: whoever has it reads that address. It says
-- so only while it equals token_hash. A node that knows nothing of it replaces token_hash alone.
alter table invitations add column mailed_token_hash bytea check (length(mailed_token_hash) = 32);

-- Somebody asked for a new password for an address, which may have an account or not. Answered in the background, so
-- that asking takes the same time for both.
create table reset_requests (
  id bigint generated always as identity primary key,
  email text not null check (length(email) between 3 and 254),
  address inet,
  asked_at timestamptz not null default now()
);
