-- Reads a team's budgets and, with p_charge, charges one request to all budgets of its kind or to none.
--
-- The buckets are in the order of the plans. The first six belong to the API: perMinute, dailyRequests,
-- monthlyRequests, monthlyRecords, monthlyPageTurns, dailyCompanyDetail. The last two belong to people on the screen:
-- dailyPeopleCompanies, of the whole team, and dailyMemberCompanies, of one member.
--
-- A request of a person (p_member) uses only the budgets of people, and a request of a key only those of the API. A
-- person pays for the companies of the reply (p_companies) that nobody of the team was shown on this UTC day.
--
-- The team's row in team_usage is locked in its own statement. The row that this statement returns is the newest
-- version, even after a wait. Data in other tables needs a later statement with a fresh snapshot, which includes what
-- the previous holder of the lock committed. So requests of one team are serialised across all nodes, and no charge
-- raises `used` above `limits`. The key or the membership, and the plan, are checked again here, so no charged reply
-- leaves for a key that was revoked or a member who was removed before.
--
-- The sliding minute is counted in full seconds, and in 61 of them: a request of the second 60 before this one may be
-- less than 60 seconds old. No 60 seconds ever contain more requests than the limit.
--
-- Stored times ahead of `at` mean that the database's clock was set back. They are set to now and keep their counts, so
-- a team that used a budget up while the clock was ahead waits for the end of the current window, and not until the
-- clock is there again. That is written at once, even by a call that charges nothing, because the window counts from it.
--
-- A company that was merged into another counts as that one, whichever of the two ids is asked for. A merge marks the second
-- as opened or shown without this lock: if it commits during a charge, the charge counts the company and goes on.
--
-- Most teams have no limit overrides, so the overrides are applied only where there are any.
--
-- outcome: charged, seen (nothing to charge), full (`refused` is the bucket's number, from 1), key_refused (or the person
-- is no member), plan_changed.
create or replace function use_team_budgets(
  p_team uuid, p_key uuid, p_member uuid, p_plan text, p_plan_limits integer[], p_charge boolean,
  p_endpoint text, p_requests integer, p_records integer, p_page_turns integer, p_company uuid, p_companies uuid[],
  p_at timestamptz,
  out outcome text, out refused integer, out limits bigint[], out overridden boolean[], out used bigint[],
  out resets bigint[], out month_start timestamptz, out now_unix double precision)
language plpgsql as $$
declare
  buckets constant text[] := array['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords', 'monthlyPageTurns', 'dailyCompanyDetail', 'dailyPeopleCompanies', 'dailyMemberCompanies'];
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
  survivor uuid;
  unseen uuid[] := '{}';
  team_companies bigint := 0;
  member_companies bigint := 0;
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
  today := (at at time zone 'utc')::date;
  if usage.minute_at > this_second or usage.day > today or usage.month_start > at then
    perform from team_usage where team_id = p_team for update skip locked;
    if found then
      insert into opened_companies (team_id, day, company_id)
      select p_team, today, o.company_id from opened_companies o where o.team_id = p_team and o.day = usage.day and o.day > today
      on conflict do nothing;
      with moved as (
        delete from shown_companies c where c.team_id = p_team and c.day = usage.day and c.day > today returning c.company_id)
      insert into shown_companies (team_id, day, company_id) select p_team, today, m.company_id from moved m
      on conflict do nothing;
      with moved as (
        delete from people_usage c where c.team_id = p_team and c.day = usage.day and c.day > today
        returning c.account_id, c.companies)
      insert into people_usage as p (team_id, day, account_id, companies)
      select p_team, today, m.account_id, m.companies from moved m
      on conflict (team_id, day, account_id) do update set companies = p.companies + excluded.companies;
      update team_usage u
         set minute_at = least(u.minute_at, this_second), day = least(u.day, today), month_start = least(u.month_start, at)
       where u.team_id = p_team returning u.* into usage;
    end if;
    usage.minute_at := least(usage.minute_at, this_second);
    usage.day := least(usage.day, today);
    usage.month_start := least(usage.month_start, at);
  end if;

  if p_company is not null then
    select s.id into survivor from companies c join companies s on s.ordinal = c.merged_into where c.id = p_company;
    p_company := coalesce(survivor, p_company);
  end if;
  select t.plan, t.billing_anchor, b as billing,
         (p_key is null or exists (
           select from api_keys k
            where k.id = p_key and k.team_id = p_team and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)
         )) and (p_member is null or exists (
           select from team_members m where m.team_id = p_team and m.account_id = p_member
         )) as key_holds,
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
  overridden := array[false, false, false, false, false, false, false, false];
  if known.overrides is not null then
    for i in 1..8 loop
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
  passed := least(this_second - usage.minute_at, 61);
  if passed > 0 then
    usage.minute_counts := array_fill(0, array[passed]) || usage.minute_counts[1:61 - passed];
    usage.minute_at := this_second;
  end if;
  select sum(n), max(i) filter (where n > 0) into in_minute, oldest
    from unnest(usage.minute_counts) with ordinality as c (n, i);

  if p_member is not null then
    select coalesce(array_agg(distinct a.id), '{}') into unseen
      from (select coalesce(s.id, asked.id) as id from unnest(p_companies) asked (id)
              left join companies c on c.id = asked.id
              left join companies s on s.ordinal = c.merged_into) a
     where not exists (
             select from shown_companies c where c.team_id = p_team and c.day = today and c.company_id = a.id);
    select coalesce(sum(p.companies), 0), coalesce(sum(p.companies) filter (where p.account_id = p_member), 0)
      into team_companies, member_companies from people_usage p where p.team_id = p_team and p.day = today;
  end if;

  tomorrow_unix := extract(epoch from (today + 1)::timestamp at time zone 'utc');
  month_unix := extract(epoch from month.month_end);
  used := array[in_minute, usage.day_requests, usage.month_requests, usage.month_records, usage.month_page_turns, usage.day_companies,
    team_companies, member_companies];
  wants := case when p_member is null
    then array[p_requests, p_requests, p_requests, p_records, p_page_turns, known.opens::integer, 0, 0]
    else array[0, 0, 0, 0, 0, 0, cardinality(unseen), cardinality(unseen)] end;
  resets := array[
    case when oldest is null then this_second + 60 else usage.minute_at - (oldest - 1) + 61 end,
    tomorrow_unix, month_unix, month_unix, month_unix, tomorrow_unix, tomorrow_unix, tomorrow_unix];

  -- Of several full buckets, the one that resets last is reported.
  for i in 1..8 loop
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

  for i in 1..8 loop
    used[i] := used[i] + wants[i];
  end loop;
  usage.minute_counts[1] := usage.minute_counts[1] + wants[1];
  update team_usage u
     set month_start = usage.month_start, month_requests = used[3], month_records = used[4], month_page_turns = used[5],
         day = usage.day, day_requests = used[2], day_companies = used[6],
         minute_at = usage.minute_at, minute_counts = usage.minute_counts
   where u.team_id = p_team;
  if p_member is null then
    if known.opens then
      insert into opened_companies (team_id, day, company_id) values (p_team, today, p_company) on conflict do nothing;
    end if;
    insert into usage_daily as d (team_id, day, endpoint, requests, records)
    values (p_team, today, p_endpoint, p_requests, p_records)
    on conflict (team_id, day, endpoint) do update
       set requests = d.requests + excluded.requests, records = d.records + excluded.records;
    if oldest is null then resets[1] := this_second + 61; end if;
  elsif unseen <> '{}' then
    insert into shown_companies (team_id, day, company_id) select p_team, today, c.id from unnest(unseen) c (id) on conflict do nothing;
    insert into people_usage as p (team_id, day, account_id, companies) values (p_team, today, p_member, cardinality(unseen))
    on conflict (team_id, day, account_id) do update set companies = p.companies + excluded.companies;
  end if;
  outcome := 'charged';
end $$;
