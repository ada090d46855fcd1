-- Trigger. A team always has at least one owner.
--
-- The lock on the team's row serialises two owners who leave at the same moment. The owners are counted in a later
-- statement, whose snapshot includes what the first of the two committed.
create or replace function team_keeps_an_owner() returns trigger language plpgsql as $$
declare
  team uuid;
begin
  if tg_table_name = 'teams' then team := new.id; else team := old.team_id; end if;
  perform from teams where id = team for no key update;
  if not found then return null; end if;
  if not exists (select from team_members where team_id = team and role = 'owner') then
    raise exception 'team % would be left without an owner', team using errcode = 'check_violation', constraint = 'team_keeps_an_owner';
  end if;
  return null;
end $$;
