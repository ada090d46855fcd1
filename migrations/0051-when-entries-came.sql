-- Within a team's limit, companies are watched in the order in which they came to a monitored list. Whole seconds would be ties.
alter table list_entries alter column added_at type timestamptz;
