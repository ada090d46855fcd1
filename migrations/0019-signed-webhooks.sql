-- Signing secrets of webhooks (Standard Webhooks), sealed like the authentication key.

alter table webhooks
  -- Null: written by the version before. It gets a secret when it is first needed, in one statement that never replaces one.
  add column signing_secret text,
  -- The secret before the last rotation. Requests have both signatures until the overlap ends.
  add column previous_secret text,
  add column previous_secret_until timestamptz,
  add check ((previous_secret is null) = (previous_secret_until is null));
