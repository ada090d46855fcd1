-- What people do with companies on the screen: put them aside, and see what is new since their last visit.

-- What one member has decided about a company. It hides the company from this member's lists of what to do, and from
-- nobody else's.
create table dispositions (
  team_id uuid not null,
  account_id uuid not null,
  company integer not null references companies on delete cascade,
  kind text not null check (kind in ('snoozed', 'not_a_fit')),
  -- The first UTC day on which a snoozed company is shown again.
  until date,
  set_at timestamptz(0) not null default now(),
  primary key (team_id, account_id, company),
  foreign key (team_id, account_id) references team_members on delete cascade,
  check ((kind = 'snoozed') = (until is not null))
);

create index dispositions_by_company on dispositions (company);

-- What a member has seen of Today. A visit begins when somebody comes back after a pause.
create table today_visits (
  team_id uuid not null,
  account_id uuid not null,
  -- What came later is new during this visit.
  new_since timestamptz not null,
  -- What came until then has been on the screen. The next visit counts from here.
  seen_until timestamptz not null,
  active_at timestamptz not null default now(),
  primary key (team_id, account_id),
  foreign key (team_id, account_id) references team_members on delete cascade
);

-- The companies that Today and the windows have shown to a team on a UTC day: 200 places, so that they can't replace the
-- API.
create table today_companies (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  place smallint not null check (place between 1 and 200),
  company integer not null,
  primary key (team_id, day, place),
  unique (team_id, day, company)
);
