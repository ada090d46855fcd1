-- A search that sends nothing: its entries are shown on Today.
alter table saved_searches drop constraint saved_searches_destination_check;
alter table saved_searches add constraint saved_searches_destination_check
  check (destination in ('webhook', 'slack', 'mail', 'today'));

-- When its destination accepted a test message.
alter table saved_searches add column tested_at timestamptz;

-- What a member did with the first steps on Today. Everything else about them is read from what the team has.
create table first_steps (
  team_id uuid not null,
  account_id uuid not null,
  dismissed_at timestamptz,
  -- When they copied a request of the API.
  copied_at timestamptz,
  primary key (team_id, account_id),
  foreign key (team_id, account_id) references team_members on delete cascade
);
