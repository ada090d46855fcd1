-- Trigger. Notifies the nodes of a changed webhook or replay, so that they don't have to wait for their next poll.
--
-- It fires for each row: a trigger for each statement would also fire where nothing changed, and every commit of
-- delivery progress would wake every node. Equal notifications of one transaction are sent once.
create or replace function notify_webhooks() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhooks', '');
  return null;
end $$;
