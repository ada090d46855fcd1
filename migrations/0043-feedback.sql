-- What people say about what they were shown: useful, or wrong. A row has what it judged as it was then, so it keeps its
-- meaning when the signal changes, is merged into another or is removed. It goes with the team.
create table feedback (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  -- Null: the account was deleted.
  account_id uuid references accounts on delete set null,
  -- A SHA-256 of what is judged. A person has one verdict on it.
  subject bytea not null check (length(subject) = 32),
  kind text not null check (kind in ('signal', 'alert', 'statement')),
  verdict text not null check (verdict in ('useful', 'wrong')),
  word text check (length(word) between 1 and 200),
  given_at timestamptz not null default now(),
  -- As the screen named it, to find it again.
  about jsonb not null,
  -- Null: the company was removed before.
  company_id uuid,
  -- Alerts only.
  search_id uuid,
  -- The signal that was judged, or the first one that an alert or a statement names. Null: it names none.
  signal_id uuid,
  signal_type text,
  source text,
  confidence smallint check (confidence between 0 and 100),
  rule text not null,
  -- Of the code of the rules when the verdict was given.
  edition text not null,
  statement text not null check (length(statement) between 1 and 2000),
  unique (team_id, account_id, subject)
);

create index feedback_by_company on feedback (team_id, company_id);
create index feedback_by_search on feedback (team_id, search_id) where search_id is not null;
create index feedback_by_time on feedback (given_at);
