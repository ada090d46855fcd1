-- What a key may do: groups of endpoints, and networks that it is accepted from. Null: everything, from everywhere. A node of the version before
-- doesn't know them.
-- allow check: a team has few keys
alter table api_keys
  add column scopes text[] check (cardinality(scopes) > 0 and scopes <@ array['search', 'slices', 'dossiers', 'mcp']),
  add column allowed_networks cidr[] check (cardinality(allowed_networks) between 1 and 20);

create trigger renew_access_epoch_of_options after update of scopes, allowed_networks on api_keys
  for each statement execute function renew_access_epoch();
