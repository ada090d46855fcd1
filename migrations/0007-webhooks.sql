-- Webhooks, and what the firehose knows about their delivery.
--
-- A webhook is a reader of the log with a position of its own. Nothing is written per event and webhook when an event
-- is written: a row is made only for an event whose delivery failed, and for one that must wait behind such an event.

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  -- A place among ten: an eleventh webhook of a team finds none.
  place smallint not null check (place between 1 and 10),
  url text not null check (length(url) between 8 and 2048),
  -- Sealed (AES-256-GCM): the owner can reveal it again.
  auth_key text not null,
  -- The key before the last rotation, tried once where the new one is refused, until the overlap ends.
  previous_key text,
  previous_key_until timestamptz,
  most_in_flight smallint not null default 16 check (most_in_flight between 1 and 64),
  most_per_second integer check (most_per_second between 1 and 10000),
  state text not null default 'enabled' check (state in ('enabled', 'paused')),
  pause_reason text check (pause_reason in ('owner', 'operator', 'gone', 'failing', 'api_access')),
  paused_at timestamptz,
  -- Null: an operator made it, on the command line.
  created_by uuid references accounts on delete set null,
  created_at timestamptz not null default now(),
  -- Raised by every change that a holder must learn of.
  version bigint not null default 1,
  unique (team_id, place),
  check ((state = 'paused') = (pause_reason is not null) and (state = 'paused') = (paused_at is not null)),
  check ((previous_key is null) = (previous_key_until is null))
);

-- A type is delivered from the position at which it was added: forward-only, also for a webhook that lags behind.
create table webhook_types (
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  from_position bigint not null,
  -- In the order in which its team gave them: the first one is the type of the test event.
  place smallint not null,
  primary key (webhook_id, type)
);

-- A process that delivers. Its row is its lease: while it stands, what it holds is held. Others delete it once it has
-- expired, which frees all that it held in the same moment; a process whose row is gone can only come back as a new one.
create table firehose_nodes (
  id uuid primary key,
  name text not null,
  expires_at timestamptz not null
);

-- Where a webhook stands. All events up to the frontier are settled, but for the pending ones, which were begun and of
-- which the end is not known: at most as many as may be in flight. One that hangs stops nothing else. "Settled" means
-- delivered, not wanted, or handed to webhook_retries.
create table webhook_cursors (
  webhook_id uuid primary key references webhooks on delete cascade,
  holder uuid references firehose_nodes on delete set null,
  -- Raised by every change of hands. A write of progress names it, so that a stale holder moves nothing.
  epoch bigint not null default 0,
  frontier bigint not null,
  pending bigint[] not null default '{}' check (cardinality(pending) <= 256),
  failures_in_row integer not null default 0,
  failing_since timestamptz,
  held_since timestamptz,
  hold_step smallint not null default 0,
  probe_at timestamptz,
  last_success_at timestamptz
) with (fillfactor = 50);

create index webhook_cursors_by_holder on webhook_cursors (holder);

-- One row per event that failed, or that waits behind a failed one of the same signal. An exhausted one stays visible
-- until its event is dropped.
create table webhook_retries (
  webhook_id uuid not null references webhooks on delete cascade,
  position bigint not null,
  signal_id uuid not null,
  type text not null,
  attempts smallint not null check (attempts between 0 and 9),
  due_at timestamptz not null,
  exhausted_at timestamptz,
  primary key (webhook_id, position)
) with (fillfactor = 70);

-- First attempts that succeeded, packed: one row per webhook and commit. Fourteen bytes a delivery. Times of attempts are
-- whole milliseconds, as a page of them is continued from a time that a program has read.
create table webhook_deliveries (
  day date not null,
  webhook_id uuid not null,
  at timestamptz not null,
  first_position bigint not null,
  positions bigint[] not null,
  statuses smallint[] not null,
  latencies_ms integer[] not null
) partition by range (day);

create index webhook_deliveries_by_time on webhook_deliveries (webhook_id, at desc);
create index webhook_deliveries_by_event on webhook_deliveries (webhook_id, first_position);

-- All other attempts, one row each.
create table webhook_attempts (
  day date not null,
  webhook_id uuid not null,
  at timestamptz not null,
  position bigint not null,
  lane text not null check (lane in ('first', 'late', 'replay')),
  attempt smallint not null,
  -- Null: there was no response, and the reason says why.
  status smallint,
  reason text,
  latency_ms integer not null,
  -- The first part of the reply; where there was none, what happened in our words.
  excerpt text,
  message text
) partition by range (day);

create index webhook_attempts_by_time on webhook_attempts (webhook_id, at desc);
create index webhook_attempts_by_event on webhook_attempts (webhook_id, position);

create function make_attempt_partitions() returns void language plpgsql as $$
declare
  today date := (now() at time zone 'utc')::date;
  parent text;
  each_day date;
  partition_name text;
begin
  perform pg_advisory_xact_lock(7305007);
  foreach parent in array array['webhook_deliveries', 'webhook_attempts'] loop
    for i in -1..7 loop
      each_day := today + i;
      partition_name := parent || '_' || to_char(each_day, 'YYYYMMDD');
      if to_regclass(partition_name) is null then
        execute format('create table %I (like %I including all)', partition_name, parent);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, partition_name, each_day, each_day + 1);
      end if;
    end loop;
  end loop;
end $$;

select make_attempt_partitions();

-- What retention took before it was delivered, by type.
create table webhook_gaps (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  from_position bigint not null,
  to_position bigint not null,
  counts jsonb not null,
  at timestamptz not null default now()
);

create index webhook_gaps_by_webhook on webhook_gaps (webhook_id, id desc);

-- Deliveries of a past range once more, asked for by an operator. They have a lane of their own.
create table webhook_replays (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  from_position bigint not null,
  to_position bigint not null check (to_position >= from_position),
  -- All up to here is done.
  position bigint not null,
  sent bigint not null default 0,
  failed bigint not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create index webhook_replays_open on webhook_replays (webhook_id) where finished_at is null;

-- For the graphs: counts by hour, and how many deliveries took up to 10, 25, 50, 100, 250, 500, 1,000, 2,500, 5,000 ms
-- and more.
create table webhook_hours (
  webhook_id uuid not null references webhooks on delete cascade,
  hour timestamptz not null,
  succeeded integer not null,
  failed integer not null,
  latency_counts integer[] not null check (cardinality(latency_counts) = 10),
  primary key (webhook_id, hour)
) with (fillfactor = 50);

create function add_counts(one integer[], other integer[]) returns integer[] language sql immutable as $$
  select array_agg(a + b order by n) from unnest(one, other) with ordinality as counts (a, b, n)
$$;

-- What the owner is to be told.
create table webhook_notices (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  webhook_id uuid not null references webhooks on delete cascade,
  kind text not null check (kind in ('gone', 'failing', 'api_access', 'gap')),
  message text not null,
  at timestamptz not null default now(),
  seen_at timestamptz
);

create index webhook_notices_by_team on webhook_notices (team_id, id desc);

-- Which database this is, so that a copy does not deliver to customers. The row names the transaction that wrote it, and
-- PostgreSQL keeps the same number in the row's xmin. A dump that is loaded elsewhere is written by another transaction,
-- and the two differ: no special right is needed to see it. The database's oid tells a copy within one server, the
-- server's own identifier (where it may be read) one between two.
create table firehose_identity (
  only_row boolean primary key default true check (only_row),
  written_by bigint not null,
  database_oid bigint not null,
  system_identifier text,
  -- An operator's hold on all delivery.
  held boolean not null default false
);

-- Holders learn of a change at once instead of at their next look. For each row: a trigger for each statement fires also
-- where nothing changed, and every commit of progress would wake every node. Equal notifications of a transaction are one.
create function notify_webhooks() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhooks', '');
  return null;
end $$;

create trigger notify_webhooks after insert or update or delete on webhooks
  for each row execute function notify_webhooks();
create trigger notify_webhooks after insert on webhook_replays
  for each row execute function notify_webhooks();
