-- Filters of webhooks, and which events passed where a company may pass only once in a number of days.

-- A filter holds for events after its position, up to the position of the next one. A webhook without rows has none, and
-- neither has one whose newest filter is '{}'.
create table webhook_filters (
  webhook_id uuid not null references webhooks on delete cascade,
  from_position bigint not null,
  filter jsonb not null,
  created_at timestamptz not null default now(),
  primary key (webhook_id, from_position)
);

-- Events that passed, by company. Written in the statement that moves the cursor, or the position of the replay, past them.
create table webhook_passes (
  webhook_id uuid not null references webhooks on delete cascade,
  -- The webhook's id, or the id of a replay: each counts for itself.
  run uuid not null,
  company_ordinal integer not null,
  position bigint not null,
  -- When the event was written, in Unix seconds.
  unix bigint not null,
  primary key (run, company_ordinal, position)
);

create index webhook_passes_by_webhook on webhook_passes (webhook_id, unix);
