-- Billing: where a team's month comes from when it is not counted from the team's own anchor.

-- A team that an outside billing provider bills. A team without a row counts months from teams.billing_anchor.
create table team_billing (
  team_id uuid primary key references teams on delete cascade,
  provider text not null check (provider = 'stripe'),
  customer_id text not null check (length(customer_id) between 1 and 255),
  connected_at timestamptz not null default now(),

  -- What the provider last said. Without a subscription all of it is null.
  subscription_id text,
  status text,
  period_start timestamptz,
  period_end timestamptz,
  -- From here the months of a longer period are counted, and those after a period's end that nothing is known about yet.
  anchor timestamptz,
  -- The period is longer than a month by its price, and is divided into months.
  divided boolean not null default false,
  heard_at timestamptz,

  -- Every question gets the next number, and an answer is kept only if none to a later question was: answers that
  -- overtake each other cannot set a team back.
  asked bigint not null default 0,
  heard bigint not null default 0,
  -- When the provider is asked again. Asking puts it a little ahead, so it is the lease, too: if whoever asks dies, the
  -- team is due again without anybody's doing.
  due_at timestamptz not null default now(),

  unique (provider, customer_id),
  check (num_nulls(period_start, period_end, anchor) in (0, 3)),
  check (period_start < period_end)
);

create index team_billing_due on team_billing (due_at);

-- The billing month of a team around a time. `billing` is the team's row above, or null.
--
-- A known period is the month, or is divided into months from its anchor. Past its end, with no news, the months go on
-- from the anchor and are provisional; the first of them begins where the known period ended, so that months neither
-- overlap nor leave a gap. Before its start, which only a clock behind the provider's sees, the month before it is still
-- going on.
create function team_month(local_anchor timestamptz, billing team_billing, at timestamptz,
  out month_start timestamptz, out month_end timestamptz, out provisional boolean)
language plpgsql immutable as $$
begin
  provisional := false;
  if billing.period_end is null then
    select m.month_start, m.month_end into month_start, month_end from billing_month(local_anchor, at) m;
    provisional := billing.team_id is not null;
  elsif not billing.divided and at >= billing.period_start and at < billing.period_end then
    month_start := billing.period_start;
    month_end := billing.period_end;
  else
    select m.month_start, m.month_end into month_start, month_end from billing_month(billing.anchor, at) m;
    if at >= billing.period_end then
      month_start := greatest(month_start, billing.period_end);
      provisional := true;
    elsif at < billing.period_start then
      month_end := least(month_end, billing.period_start);
    else
      month_start := greatest(month_start, billing.period_start);
      month_end := least(month_end, billing.period_end);
    end if;
  end if;
end $$;

-- As in migration 0005, with the month of team_month, and fewer statements: the row that the locking statement returns is
-- the newest one, also after a wait; only what stands in other tables needs a later statement with a fresh snapshot. Most
-- teams have no limits of their own, so these are looked at only where there are any.
create or replace function use_budgets(
  p_team uuid, p_key uuid, p_plan text, p_plan_limits integer[], p_charge boolean,
  p_endpoint text, p_requests integer, p_records integer, p_page_turns integer, p_company uuid, p_at timestamptz,
  out outcome text, out refused integer, out limits bigint[], out overridden boolean[], out used bigint[],
  out resets bigint[], out month_start timestamptz, out now_unix double precision)
language plpgsql as $$
declare
  buckets constant text[] := array['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords', 'monthlyPageTurns', 'dailyCompanyDetail'];
  at timestamptz;
  today date;
  this_second bigint;
  tomorrow_unix bigint;
  month_unix bigint;
  passed integer;
  usage team_usage;
  known record;
  month record;
  wants bigint[];
  in_minute bigint;
  oldest integer;
begin
  if p_charge then
    select * into usage from team_usage where team_id = p_team for update;
    if not found then
      insert into team_usage (team_id) select id from teams where id = p_team on conflict do nothing;
      select * into usage from team_usage where team_id = p_team for update;
    end if;
  else
    select * into usage from team_usage where team_id = p_team;
  end if;
  if usage.team_id is null then
    usage := (p_team, '-infinity', 0, 0, 0, '-infinity', 0, 0, 0, array_fill(0, array[61]))::team_usage;
  end if;

  at := coalesce(p_at, clock_timestamp());
  now_unix := extract(epoch from at);
  this_second := floor(now_unix);
  -- A clock that was set back counts on in the newest day and the newest second.
  today := greatest((at at time zone 'utc')::date, usage.day);

  select t.plan, t.billing_anchor, b as billing,
         p_key is null or exists (
           select from api_keys k
            where k.id = p_key and k.team_id = p_team and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)
         ) as key_holds,
         p_company is not null and not exists (
           select from opened_companies o where o.team_id = p_team and o.day = today and o.company_id = p_company
         ) as opens,
         (select jsonb_object_agg(o.bucket, o."limit") from team_limits o where o.team_id = p_team) as overrides
    into known from teams t left join team_billing b on b.team_id = t.id where t.id = p_team;
  if not found or not known.key_holds then
    outcome := 'key_refused';
    return;
  end if;
  if known.plan is distinct from p_plan then
    outcome := 'plan_changed';
    return;
  end if;
  limits := p_plan_limits;
  overridden := array[false, false, false, false, false, false];
  if known.overrides is not null then
    for i in 1..6 loop
      if known.overrides ? buckets[i] then
        limits[i] := (known.overrides ->> buckets[i])::bigint;
        overridden[i] := true;
      end if;
    end loop;
  end if;

  month := team_month(known.billing_anchor, known.billing, at);
  month_start := month.month_start;
  if usage.month_start < month_start then
    usage.month_start := month_start;
    usage.month_requests := 0; usage.month_records := 0; usage.month_page_turns := 0;
  end if;
  if usage.day < today then
    usage.day := today; usage.day_requests := 0; usage.day_companies := 0;
  end if;
  passed := least(greatest(this_second - usage.minute_at, 0), 61);
  if passed > 0 then
    usage.minute_counts := array_fill(0, array[passed]) || usage.minute_counts[1:61 - passed];
    usage.minute_at := this_second;
  end if;
  select sum(n), max(i) filter (where n > 0) into in_minute, oldest
    from unnest(usage.minute_counts) with ordinality as c (n, i);

  tomorrow_unix := extract(epoch from (today + 1)::timestamp at time zone 'utc');
  month_unix := extract(epoch from month.month_end);
  used := array[in_minute, usage.day_requests, usage.month_requests, usage.month_records, usage.month_page_turns, usage.day_companies];
  wants := array[p_requests, p_requests, p_requests, p_records, p_page_turns, known.opens::integer];
  resets := array[
    case when oldest is null then this_second + 60 else usage.minute_at - (oldest - 1) + 61 end,
    tomorrow_unix, month_unix, month_unix, month_unix, tomorrow_unix];

  -- Of several that are full, the one that resets last is told.
  for i in 1..6 loop
    if wants[i] > 0 and used[i] + wants[i] > limits[i] and (refused is null or resets[i] > resets[refused]) then
      refused := i;
    end if;
  end loop;
  if refused is not null then
    outcome := 'full';
    return;
  end if;
  if not p_charge then
    outcome := 'seen';
    return;
  end if;

  for i in 1..6 loop
    used[i] := used[i] + wants[i];
  end loop;
  usage.minute_counts[1] := usage.minute_counts[1] + p_requests;
  update team_usage u
     set month_start = usage.month_start, month_requests = used[3], month_records = used[4], month_page_turns = used[5],
         day = usage.day, day_requests = used[2], day_companies = used[6],
         minute_at = usage.minute_at, minute_counts = usage.minute_counts
   where u.team_id = p_team;
  if known.opens then
    insert into opened_companies (team_id, day, company_id) values (p_team, today, p_company);
  end if;
  insert into usage_daily as d (team_id, day, endpoint, requests, records)
  values (p_team, today, p_endpoint, p_requests, p_records)
  on conflict (team_id, day, endpoint) do update
     set requests = d.requests + excluded.requests, records = d.records + excluded.records;
  if oldest is null then resets[1] := this_second + 61; end if;
  outcome := 'charged';
end $$;
