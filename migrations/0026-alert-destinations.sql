-- The signing secret of an alert webhook can be rotated, as that of a webhook.

alter table saved_searches
  -- The secret before the last rotation. Requests have both signatures until the overlap ends.
  add column previous_secret text,
  add column previous_secret_until timestamptz,
  add check ((previous_secret is null) = (previous_secret_until is null));
