-- What a write must know of a company with many signals, so that it need not read them all: see
-- src/features/write-path/digest.ts. A company without a row in company_digests has none, and all its signals are read.
create table company_digests (
  company_ordinal integer primary key,
  -- By which rules it was made. A digest of other rules is not used.
  rules text not null,
  digest text not null
) with (fillfactor = 60);

-- Lists of reports and facts of such companies: those of one title, those that count in one row of the score.
create table digest_entries (
  company_ordinal integer not null,
  list text collate "C" not null,
  place bigint not null,
  id uuid not null,
  data text,
  primary key (company_ordinal, list, place, id)
);

-- The openings of such companies by week: groups of four numbers, the ISO week and what is counted in it.
create table digest_openings (
  company_ordinal integer not null,
  series text collate "C" not null,
  counts integer[] not null,
  primary key (company_ordinal, series)
) with (fillfactor = 60);

-- Whoever writes signals or reports without saying that it keeps the digests removes those of their companies: nodes of
-- version 0.1, merges and splits. The function is replaced by the one in functions/.
create function forget_digests() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger signals_forget_digests
  after insert or delete or update of company_ordinal, type, source, key, label, confidence, status, occurred_at,
        first_seen_at, closed_at, sources, replaced_by, fields on signals
  for each row when (current_setting('pro_signal.keeps_digests', true) is distinct from 'on')
  execute function forget_digests();

create trigger reports_forget_digests
  after insert or delete or update of fact_id, company_ordinal, type, source, key, status, occurred_at, closed_at, fields on reports
  for each row when (current_setting('pro_signal.keeps_digests', true) is distinct from 'on')
  execute function forget_digests();

-- What the report's last record was: a record with the same hash changes nothing. A row of signals that was written by a
-- node of version 0.1 since then has another version. Null: unknown.
alter table signals add column given_hash bigint, add column given_version integer;
alter table reports add column given_hash bigint;
