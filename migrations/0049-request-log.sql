-- What teams' API keys asked for: a log of a few days, and counts by key for the usage page.

-- One row per request with a valid key. Written each second by every node, apart from the charge, and dropped by the day. No
-- reference to teams: attaching and dropping a partition would lock that table. Deleting a team deletes its rows.
create table request_log (
  day date not null,
  team_id uuid not null,
  at timestamptz not null,
  -- Made by the node. It orders requests of one moment, and is the address of one.
  id bigint not null,
  key_id uuid not null,
  endpoint text not null,
  method text not null,
  -- Without the query string, cut off.
  path text not null,
  status smallint not null,
  ms integer not null,
  -- What the request was charged for, besides itself. Null: it cost nothing.
  records integer,
  page_turns integer,
  request_id text not null,
  -- Of a reply that says why it failed.
  error_code text,
  error_message text
) partition by range (day);

create index request_log_by_time on request_log (team_id, at desc, id desc);
create index request_log_by_request_id on request_log (request_id);

-- The partitions from yesterday to a week ahead. Later ones are made by make_request_partitions().
do $$
declare
  today date := (now() at time zone 'utc')::date;
begin
  for i in -1..7 loop
    execute format('create table %I partition of request_log for values from (%L) to (%L)',
                   'request_log_' || to_char(today + i, 'YYYYMMDD'), today + i, today + i + 1);
  end loop;
end $$;

create table usage_by_key (
  team_id uuid not null references teams on delete cascade,
  key_id uuid not null,
  day date not null,
  endpoint text not null,
  -- Those that were charged, and what they were charged for.
  requests integer not null,
  records integer not null,
  -- Replies of 400 and above.
  failed integer not null,
  primary key (team_id, key_id, day, endpoint)
);
