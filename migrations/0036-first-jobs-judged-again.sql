-- A job is the first of its function only at a company that is known to be small, and a country is new only if the company's own
-- one is known, or it has had jobs elsewhere for a year. The worker goes over all companies once more, silently. A database
-- without companies has nothing to go over.
update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies);
