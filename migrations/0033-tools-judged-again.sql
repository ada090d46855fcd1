-- Tools in job descriptions have a basis now, and a far less certain report no longer undoes a state. The worker goes over all
-- companies once more, silently, and applies both to what is stored. A database without companies has nothing to go over.
update fact_upgrade set done_to = -1, finished_at = null where exists (select from companies);
