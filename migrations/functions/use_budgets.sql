-- The form of use_team_budgets that nodes of the previous version call. They know no allowance of people.
create or replace function use_budgets(
  p_team uuid, p_key uuid, p_plan text, p_plan_limits integer[], p_charge boolean,
  p_endpoint text, p_requests integer, p_records integer, p_page_turns integer, p_company uuid, p_at timestamptz,
  out outcome text, out refused integer, out limits bigint[], out overridden boolean[], out used bigint[],
  out resets bigint[], out month_start timestamptz, out now_unix double precision)
language plpgsql as $$
begin
  select b.outcome, b.refused, b.limits[1:6], b.overridden[1:6], b.used[1:6], b.resets[1:6], b.month_start, b.now_unix
    into outcome, refused, limits, overridden, used, resets, month_start, now_unix
    from use_team_budgets(p_team, p_key, null, p_plan, p_plan_limits || array[0, 0], p_charge, p_endpoint, p_requests,
           p_records, p_page_turns, p_company, null, p_at) b;
end $$;
