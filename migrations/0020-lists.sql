-- Account lists: the companies that a team cares about, by their domains.

create table lists (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  -- At most 50 lists a team: each has one of 50 places.
  place smallint not null check (place between 1 and 50),
  name text not null check (char_length(name) between 1 and 100),
  -- The number of its rows in list_entries. Kept by the statements that change them, under the lock of this row.
  entries integer not null default 0 check (entries between 0 and 20000),
  -- Grows by one with each change of its entries.
  version bigint not null default 0,
  -- Removals up to this version may be forgotten.
  forgotten_version bigint not null default 0,
  created_at timestamptz(0) not null default now(),
  changed_at timestamptz(0) not null default now(),
  unique (team_id, place)
);

create unique index lists_by_name on lists (team_id, lower(name));

-- A domain is a company's own or an alias, or it waits: no company has it yet. Which company it is, is never stored: it is
-- looked up, so merges, splits, aliases and new companies need no second write.
create table list_entries (
  list_id uuid not null references lists on delete cascade,
  domain text not null,
  -- The version of the list that added it.
  version bigint not null,
  added_at timestamptz(0) not null default now(),
  primary key (list_id, domain)
);

create index list_entries_by_domain on list_entries (domain);
create index list_entries_by_version on list_entries (list_id, version);

-- Those that were on the list and are not any more, so that followers of a list can tell.
create table list_removals (
  list_id uuid not null references lists on delete cascade,
  domain text not null,
  version bigint not null,
  primary key (list_id, domain)
);

create index list_removals_by_version on list_removals (list_id, version);
