-- What the team calls the webhook. Null: it has no name, and its URL is shown instead.
alter table webhooks add column name text check (length(name) between 1 and 100);

-- A person asked to retry the event now, when it had this many attempts. The request holds while `attempts` is the same: the
-- attempt that follows, or one that was in flight already, fulfils it, so that nobody has to clear it. A node that doesn't know
-- the column retries on schedule.
alter table webhook_retries add column retry_asked smallint;
create index webhook_retries_asked on webhook_retries (webhook_id) where retry_asked is not null;

-- Events whose attempts are used up and that the team asked the operator to send again. One request per event.
create table webhook_replay_requests (
  webhook_id uuid not null references webhooks on delete cascade,
  position bigint not null,
  -- The person's address at that time. Null: an operator.
  requested_by text,
  requested_at timestamptz not null default now(),
  primary key (webhook_id, position)
);

-- The last test event of a webhook. Test events are few among all attempts.
create index webhook_attempts_tests on webhook_attempts (webhook_id, at desc) where lane = 'test';
