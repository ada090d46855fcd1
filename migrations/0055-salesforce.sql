-- Salesforce beside HubSpot.
alter table crm_connections drop constraint crm_connections_kind_check,
  add constraint crm_connections_kind_check check (kind in ('hubspot', 'salesforce'));
