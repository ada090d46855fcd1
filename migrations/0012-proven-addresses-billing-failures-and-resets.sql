-- An invite link shows that its holder was invited, not that the address is theirs: the inviter has the link too. So an
-- account made by an invitation is unproven until an operator vouches for the address: by naming it as a team's owner, or
-- by a reset link. An unproven account can lose its address to the person that an operator names.
alter table accounts add column proven_at timestamptz;

-- Accounts from before this column: those that came by an invitation and never used a reset link are unproven.
update accounts a set proven_at = a.created_at
 where not exists (
         select from audit_log l
          where l.action = 'member.joined' and l.actor_id = a.id and l.at < a.created_at + interval '10 seconds')
    or exists (select from audit_log l where l.action = 'password.reset' and l.actor_id = a.id);

-- How often asking the provider about a customer has failed in a row. The pauses grow with it, so that a customer who
-- can't be asked about does not delay the others.
alter table team_billing add column failures int not null default 0 check (failures >= 0);

-- Companies were removed, which no event says one by one. A copy of the data that was made at an earlier position than
-- this one has to be made again.
alter table log_head add column reset_position bigint not null default 0;
