-- What a collected report rests on. A visit that changes reports writes one row, which all of them share: what it asked for,
-- a hash of each answer, how answers were read then, and which reports followed. A report's receipt is the newest row that
-- names it. It outlives the look, and is kept as long as it is the newest of a report that is stored.
create table receipts (
  id bigint generated always as identity primary key,
  collector text not null,
  -- What the keys of its reports begin with.
  reported_as text not null,
  target text not null,
  -- The watched domain that it was visited for.
  domain text not null,
  -- The number of the visit.
  visit integer not null,
  at timestamptz(0) not null,
  -- Of the code and of the catalogue of tools that read the answers.
  edition text not null,
  -- What was known of the company when they were read.
  company jsonb not null,
  -- A JSON array: what was asked for, and what came.
  answers jsonb not null,
  -- The newest day of the archive that has one of its answers. Null: none was archived.
  archived_on date,
  -- The reports that the visit began, changed or ended.
  reports uuid[] not null,
  -- For each of them a hash of what it says, or - if it ended, separated by spaces.
  claims text not null
);

create index receipts_by_report on receipts (collector, reported_as, id);
