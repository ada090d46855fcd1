-- Rounds have an instrument now, rumours are marked, and extensions and filings are joined by other rules. The worker goes over
-- all companies once more, silently, and applies this to what is stored. A database without companies has nothing to go over.
update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies);
