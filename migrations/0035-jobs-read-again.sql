-- Codes, places, marks of gender and the employer's name are no part of a job's title any more, a requisition joins only posts of
-- the same title, and pools of applications are no jobs. A surge leaves out passing jobs and exceeds the year before. The worker
-- goes over all companies once more, silently, and applies this to what is stored. A database without companies has nothing to
-- go over.
update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies);

-- What kind of employer a company is, and why: the operator decides, then records (stated_kind), industry and name, then what
-- its jobs say of whom they are (texts_kind). A node that doesn't know these columns leaves them as they are.
alter table companies
  add column operator_kind text check (operator_kind in ('direct', 'agency', 'marketplace', 'unknown')),
  add column texts_kind text check (texts_kind in ('agency', 'marketplace')),
  add column texts_why text,
  add column kind_reason text;

-- Searches leave agencies and marketplaces out. They are few, so PostgreSQL reads the list of them.
create index companies_left_out on companies (ordinal) where employer_kind in ('agency', 'marketplace');

-- Saved searches follow without an alert.
update saved_searches set sweep = 'quiet' where sweep is null;
