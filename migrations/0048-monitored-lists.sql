-- Lists whose companies are watched, and for whom a company is watched.

-- When an owner began to monitor the list, and when that was approved: at once, or by the operator. Which companies are
-- watched for a team follows from these columns, the entries and the team's limit; it is stored nowhere else.
alter table lists
  add column monitored_at timestamptz,
  add column monitoring_approved_at timestamptz,
  add check (monitoring_approved_at is null or monitored_at is not null);
create index lists_monitored on lists (team_id) where monitored_at is not null;

-- False: only lists of teams want it watched.
alter table watched_companies add column by_operator boolean not null default true;

-- The companies that are watched because lists of a team have them. A company is watched while the operator or a team wants it:
-- whoever takes away a reason locks the row in watched_companies, and removes it with the last one.
create table team_watches (
  team_id uuid not null,
  domain text collate "C" not null references watched_companies,
  added_at timestamptz(0) not null default now(),
  primary key (team_id, domain)
);
create index team_watches_by_domain on team_watches (domain);

-- What a team's rows in team_watches were made from. Every change of them holds this row. A team without monitored lists has none.
create table team_monitoring (
  team_id uuid primary key,
  fingerprint text not null default ''
);

-- The only board that a careers page of the company's own site leads to, and it does not say whose it is.
alter table matches add column unsigned boolean not null default false, add column decided_by_team uuid;

-- A team has said no for itself. The operator still decides.
create table match_dismissals (
  match_id integer not null references matches on delete cascade,
  team_id uuid not null,
  dismissed_at timestamptz(0) not null default now(),
  primary key (match_id, team_id)
);
