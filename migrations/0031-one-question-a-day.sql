-- When an address was last asked to confirm alerts, or will be: a stranger gets one such question a day from all teams
-- together. It belongs to no team, so that none can learn of another's question.
create table address_questions (
  address text primary key check (address = lower(address) and length(address) between 3 and 254),
  asked_at timestamptz not null
);
insert into address_questions (address, asked_at)
select address, max(asked_at) from alert_addresses where asked_at > now() - interval '1 day' group by address;
