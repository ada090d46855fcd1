-- The hash of the report's last record or line, and of the rules by which it was read. A node that writes it sets given_hash
-- to -1: one that knows only given_hash writes something else there, and so the hash that it leaves is not used. Null: unknown.
alter table signals add column given_line uuid;
alter table reports add column given_line uuid;
