-- States of webhooks that their holder finds out, replies to first attempts, test events in the log of attempts, and when
-- a batch was written.

-- How long a batch waits for its position. A writer of the previous version gets the default.
alter table outbox add column written_at timestamptz not null default clock_timestamp();

-- The last state that a holder announced. While the webhook is falling behind, `through_at` is when it will have caught up
-- at its present rate; null: it doesn't catch up.
alter table webhook_cursors
  add column state text not null default 'healthy'
    check (state in ('healthy', 'falling_behind', 'retrying', 'held', 'key_unreadable', 'paused')),
  add column state_since timestamptz not null default now(),
  add column through_at timestamptz,
  add check (through_at is null or state = 'falling_behind');

-- The replies of the packed deliveries: each distinct text once, and for each delivery the number of its text, from 1.
-- 0: not stored. Null: no reply had a text.
alter table webhook_deliveries
  add column excerpts text[],
  add column excerpt_of smallint[],
  add check ((excerpts is null) = (excerpt_of is null));

-- A test event has no position in the log (0), so its id and type are stored.
alter table webhook_attempts
  add column event_id text,
  add column type text,
  drop constraint webhook_attempts_lane_check,
  add constraint webhook_attempts_lane_check check (lane in ('first', 'late', 'replay', 'test')),
  add check ((lane = 'test') = (event_id is not null) and (lane = 'test') = (type is not null));

alter table webhook_notices
  drop constraint webhook_notices_kind_check,
  add constraint webhook_notices_kind_check check (kind in ('gone', 'failing', 'api_access', 'gap', 'paused', 'healthy', 'falling_behind', 'retrying', 'held', 'key_unreadable'));
