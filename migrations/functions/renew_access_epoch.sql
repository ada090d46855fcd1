-- Trigger. Changes the access epoch with every change to who may call.
--
-- A node trusts its cached keys as long as it has seen, within the last second, that the epoch is the same. The epoch
-- changes inside the changing transaction, and its row lock orders these transactions: a node that reads the new epoch
-- can read the change. The epoch is random and not a counter, because a database that is restored or fails over to an
-- older state would count up to the same numbers again.
create or replace function renew_access_epoch() returns trigger language plpgsql as $$
begin
  update access_epoch set epoch = gen_random_uuid();
  return null;
end $$;
