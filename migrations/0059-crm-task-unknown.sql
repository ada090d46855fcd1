-- A window that is open again: whether its task in the CRM is open or done has to be found out.
-- allow check: few rows, at most 10,000 companies of each connection
alter table crm_windows drop constraint crm_windows_task_state_check,
  add constraint crm_windows_task_state_check check (task_state in ('none', 'open', 'done', 'unknown'));
