-- A clause of hiring, web or tool speaks of the present: the summary of a company that answers it without reading signals.
-- The columns of all signals stay beside it.

alter table company_ranks
  add column present_last_hiring timestamptz(0), add column present_best_hiring smallint,
  add column present_last_web timestamptz(0), add column present_best_web smallint,
  add column present_last_tool timestamptz(0), add column present_best_tool smallint,
  -- Null: the columns above are not filled yet, and searches read the signals.
  add column present_version smallint;

create index company_ranks_unsummarised on company_ranks (company_ordinal) where present_version is null;

-- What ended lately.
create index signals_closed on signals (type, closed_at) where closed_at is not null;
