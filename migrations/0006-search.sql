-- What search in SQL needs beside the signals themselves.

-- The normalised text of a signal, and its words for the index: made by the write path, never by SQL
-- (src/features/query/stored-text.ts says how). Null in a row that an older version wrote: the worker fills it in.
alter table signals add column search_text text collate "C", add column search_words tsvector;

create index signals_by_word on signals using gin (search_words);
create index signals_without_text on signals (company_ordinal) where search_text is null;

-- With what a clause without words needs, so that such a clause reads the index alone: by company as before, and by time
-- for the clauses that have a window.
create index signals_of_company on signals (company_ordinal, type, occurred_at desc) include (confidence, status);
drop index signals_by_company;
create index signals_by_time on signals (type, occurred_at) include (company_ordinal, confidence) where status <> 'retracted';

-- How far the worker is with texts of another version than its own.
create table search_texts (
  only_row boolean primary key default true check (only_row),
  -- Every text that is there has this version, or lies beyond done_to while another one is being written.
  version integer not null,
  done_to integer
);
insert into search_texts (version) values (102);

-- By type, of the signals that are not retracted: when the newest one occurred, and the greatest confidence, in
-- hundredths. A clause that asks for no more is answered by this row alone.
alter table company_ranks
  add column last_at timestamptz(0),
  add column last_hiring timestamptz(0), add column best_hiring smallint,
  add column last_funding timestamptz(0), add column best_funding smallint,
  add column last_funding_ai timestamptz(0), add column best_funding_ai smallint,
  add column last_web timestamptz(0), add column best_web smallint,
  add column last_tool timestamptz(0), add column best_tool smallint,
  add column last_velocity timestamptz(0), add column best_velocity smallint;

update company_ranks r
   set last_at = s.last_at, last_hiring = s.last_hiring, best_hiring = s.best_hiring, last_funding = s.last_funding,
       best_funding = s.best_funding, last_funding_ai = s.last_funding_ai, best_funding_ai = s.best_funding_ai,
       last_web = s.last_web, best_web = s.best_web, last_tool = s.last_tool, best_tool = s.best_tool,
       last_velocity = s.last_velocity, best_velocity = s.best_velocity
  from (select company_ordinal, max(occurred_at) as last_at,
               max(occurred_at) filter (where type = 'hiring') as last_hiring, max(confidence) filter (where type = 'hiring') as best_hiring,
               max(occurred_at) filter (where type = 'funding') as last_funding, max(confidence) filter (where type = 'funding') as best_funding,
               max(occurred_at) filter (where type = 'funding_ai') as last_funding_ai, max(confidence) filter (where type = 'funding_ai') as best_funding_ai,
               max(occurred_at) filter (where type = 'web') as last_web, max(confidence) filter (where type = 'web') as best_web,
               max(occurred_at) filter (where type = 'tool') as last_tool, max(confidence) filter (where type = 'tool') as best_tool,
               max(occurred_at) filter (where type = 'velocity') as last_velocity, max(confidence) filter (where type = 'velocity') as best_velocity
          from signals where status <> 'retracted' group by company_ordinal) s
 where r.company_ordinal = s.company_ordinal;
