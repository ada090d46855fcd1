-- A source that ends the process that visits it would be visited again at once, by one process after the other. So a process
-- says which looks it is visiting, and a look whose visits end with their process counts them.

-- The looks that the node is visiting, as of a moment ago. What else it holds waits for its turn.
alter table collect_nodes add column visiting integer[] not null default '{}';

-- Visits in a row whose process ended before they did.
alter table look_times add column lost smallint not null default 0 check (lost >= 0);
