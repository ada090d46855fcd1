-- Budgets: what a team has used, and the one function that charges for it.

-- One row per team, with room on its page to be updated in place. No counter is indexed.
create table team_usage (
  team_id uuid primary key references teams on delete cascade,
  month_start timestamptz not null default '-infinity',
  month_requests integer not null default 0,
  month_records integer not null default 0,
  month_page_turns integer not null default 0,
  day date not null default '-infinity',
  day_requests integer not null default 0,
  day_companies integer not null default 0,
  -- Requests by the second: the first one counts those of the second minute_at, the next those of the second before.
  minute_at bigint not null default 0,
  minute_counts integer[] not null default array_fill(0, array[61])
) with (fillfactor = 50);

-- The companies whose dossier the team has opened today: opening one again costs none of dailyCompanyDetail.
create table opened_companies (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  company_id uuid not null,
  primary key (team_id, day, company_id)
);

create table usage_daily (
  team_id uuid not null references teams on delete cascade,
  day date not null,
  endpoint text not null,
  requests integer not null,
  records integer not null,
  primary key (team_id, day, endpoint)
);

-- The billing month around a time. Months are always counted from the anchor, so that a month that begins on the 31st
-- is clamped in short months and comes back to the 31st afterwards.
create function billing_month(anchor timestamptz, at timestamptz, out month_start timestamptz, out month_end timestamptz)
language plpgsql immutable as $$
declare
  a timestamp := anchor at time zone 'utc';
  t timestamp := at at time zone 'utc';
  months integer := (extract(year from t) - extract(year from a)) * 12 + extract(month from t) - extract(month from a);
begin
  if a + make_interval(months => months) > t then months := months - 1; end if;
  month_start := (a + make_interval(months => months)) at time zone 'utc';
  month_end := (a + make_interval(months => months + 1)) at time zone 'utc';
end $$;

-- Looks at a team's six budgets and, when told so, charges one request to all of them or to none.
--
-- The buckets stand in the order of the plans: perMinute, dailyRequests, monthlyRequests, monthlyRecords,
-- monthlyPageTurns, dailyCompanyDetail. The team's row is locked in a statement of its own; all that follows is read by
-- later statements, whose snapshots see what whoever held the lock before has committed. So requests of one team take
-- turns, on however many nodes, and used never exceeds limit. The key and the plan are looked at again here, so that no
-- charged reply leaves for a key that was revoked before.
--
-- The sliding minute is counted by whole seconds, and 61 of them: a request of the second 60 before this one may have
-- come less than 60 seconds ago. No 60 seconds ever hold more than the limit.
--
-- outcome: charged, seen (nothing was to be charged), full (refused is the bucket, from 1), key_refused, plan_changed.
create function use_budgets(
  p_team uuid, p_key uuid, p_plan text, p_plan_limits integer[], p_charge boolean,
  p_endpoint text, p_requests integer, p_records integer, p_page_turns integer, p_company uuid, p_at timestamptz,
  out outcome text, out refused integer, out limits bigint[], out overridden boolean[], out used bigint[],
  out resets bigint[], out month_start timestamptz, out now_unix double precision)
language plpgsql as $$
declare
  at timestamptz;
  today date;
  this_second bigint;
  passed integer;
  usage team_usage;
  team teams;
  month record;
  wants bigint[];
  oldest integer;
begin
  if p_charge then
    insert into team_usage (team_id) values (p_team) on conflict do nothing;
    perform from team_usage where team_id = p_team for update;
  end if;

  at := coalesce(p_at, clock_timestamp());
  now_unix := extract(epoch from at);
  today := (at at time zone 'utc')::date;
  this_second := floor(now_unix);
  select * into team from teams where id = p_team;
  if p_key is not null and not exists (
    select from api_keys where id = p_key and team_id = p_team and revoked_at is null and (expires_at is null or expires_at > at)
  ) then
    outcome := 'key_refused';
    return;
  end if;
  if team.plan is distinct from p_plan then
    outcome := 'plan_changed';
    return;
  end if;
  select array_agg(coalesce(o."limit", p.value) order by p.place), array_agg(o."limit" is not null order by p.place)
    into limits, overridden
    from unnest(p_plan_limits, array['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords', 'monthlyPageTurns', 'dailyCompanyDetail'])
      with ordinality as p (value, bucket, place)
    left join team_limits o on o.team_id = p_team and o.bucket = p.bucket;

  select * into usage from team_usage where team_id = p_team;
  if not found then
    usage := (p_team, '-infinity', 0, 0, 0, '-infinity', 0, 0, 0, array_fill(0, array[61]))::team_usage;
  end if;
  month := billing_month(team.billing_anchor, at);
  month_start := month.month_start;
  if usage.month_start < month.month_start then
    usage.month_start := month.month_start;
    usage.month_requests := 0; usage.month_records := 0; usage.month_page_turns := 0;
  end if;
  if usage.day < today then
    usage.day := today; usage.day_requests := 0; usage.day_companies := 0;
  end if;
  -- A clock that was set back counts on in the newest second.
  passed := least(greatest(this_second - usage.minute_at, 0), 61);
  if passed > 0 then
    usage.minute_counts := array_fill(0, array[passed]) || usage.minute_counts[1:61 - passed];
    usage.minute_at := this_second;
  end if;

  used := array[
    (select sum(c) from unnest(usage.minute_counts) c), usage.day_requests, usage.month_requests, usage.month_records,
    usage.month_page_turns, usage.day_companies];
  select max(i) into oldest from unnest(usage.minute_counts) with ordinality as c (n, i) where n > 0;
  resets := array[
    case when oldest is null then this_second + 60 else usage.minute_at - (oldest - 1) + 61 end,
    extract(epoch from (today + 1)::timestamp at time zone 'utc'),
    extract(epoch from month.month_end), extract(epoch from month.month_end), extract(epoch from month.month_end),
    extract(epoch from (today + 1)::timestamp at time zone 'utc')];

  wants := array[p_requests, p_requests, p_requests, p_records, p_page_turns,
    case when p_company is not null and not exists (
      select from opened_companies o where o.team_id = p_team and o.day = today and o.company_id = p_company) then 1 else 0 end];
  -- Of several that are full, the one that resets last is told.
  select i into refused from generate_subscripts(wants, 1) as i
   where wants[i] > 0 and used[i] + wants[i] > limits[i] order by resets[i] desc, i limit 1;
  if refused is not null then
    outcome := 'full';
    return;
  end if;
  if not p_charge then
    outcome := 'seen';
    return;
  end if;

  used := array(select used[i] + wants[i] from generate_subscripts(wants, 1) as i order by i);
  usage.minute_counts[1] := usage.minute_counts[1] + p_requests;
  update team_usage u
     set month_start = usage.month_start, month_requests = used[3], month_records = used[4], month_page_turns = used[5],
         day = usage.day, day_requests = used[2], day_companies = used[6],
         minute_at = usage.minute_at, minute_counts = usage.minute_counts
   where u.team_id = p_team;
  if wants[6] = 1 then
    insert into opened_companies (team_id, day, company_id) values (p_team, today, p_company);
  end if;
  insert into usage_daily as d (team_id, day, endpoint, requests, records)
  values (p_team, today, p_endpoint, p_requests, p_records)
  on conflict (team_id, day, endpoint) do update
     set requests = d.requests + excluded.requests, records = d.records + excluded.records;
  if oldest is null then resets[1] := this_second + 61; end if;
  outcome := 'charged';
end $$;
