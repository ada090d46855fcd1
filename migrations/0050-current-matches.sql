-- "Send what matches now": once for each saved search. The key is what makes it once, whoever asks at the same time.
create table search_current_matches (
  search integer primary key references saved_searches (n) on delete cascade,
  message uuid references search_messages on delete set null,
  -- How many companies matched then. The message has the strongest of them.
  companies integer not null,
  sent_at timestamptz(0) not null default now()
);
create index search_current_matches_by_message on search_current_matches (message) where message is not null;
