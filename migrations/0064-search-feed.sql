-- ClickHouse is fed by one process at a time, which holds a lease.

create table search_feed (
  id int primary key default 1 check (id = 1),
  -- The process that feeds. Another one takes over when the lease has expired.
  holder uuid,
  holder_name text,
  expires_at timestamptz not null default '-infinity',
  -- The number of the newest tables in ClickHouse.
  build int not null default 0,
  -- Asked for by an operator: new tables are filled beside the old ones.
  rebuild_wanted boolean not null default false,
  -- What the feeder does, for people. Null while it only follows the log.
  doing text
);

insert into search_feed default values;
