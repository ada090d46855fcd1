-- What operators do to the whole installation belongs to no team: slices, companies, sources, teams that are gone.
alter table audit_log alter column team_id drop not null;
