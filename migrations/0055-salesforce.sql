-- Salesforce beside HubSpot.
-- allow check: one row per team
alter table crm_connections drop constraint crm_connections_kind_check,
  add constraint crm_connections_kind_check check (kind in ('hubspot', 'salesforce'));
