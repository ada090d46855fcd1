-- The processes that serve, for `bin/pro-signal status`. Each renews its row every few seconds and deletes it when it stops; rows
-- that a kill leaves behind are old, and deleted later. Nothing is decided by them: leases are elsewhere.
create table nodes (
  id uuid primary key,
  -- Host and process, for people.
  name text not null,
  url text not null,
  version text not null,
  roles text[] not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- The engine that answers searches; null without the API.
  search text,
  -- The log position of its search index; null without one.
  index_position bigint
);
