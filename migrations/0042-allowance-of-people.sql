-- People on the screen have an allowance of their own, apart from the budgets of the API: companies shown in a UTC day.

-- The companies that the team's people were shown on a day. Showing one of them again costs nothing.
create table shown_companies (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  company_id uuid not null,
  primary key (team_id, day, company_id)
);

-- How many companies each person was the first of the team to see on a day. Today's rows are what the allowance is
-- charged to. A person who has left the team still counts, so there is no reference to accounts.
create table people_usage (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  account_id uuid not null,
  companies integer not null check (companies >= 0),
  primary key (team_id, day, account_id)
);
