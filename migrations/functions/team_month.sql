-- The billing month of a team around a time. `billing` is the team's row in team_billing, or null.
--
-- A known period is the month, or is divided into months from its anchor. Past the end of the known period, with no
-- news from the provider, months continue from the anchor and are provisional. The first of them begins where the known
-- period ended, so months neither overlap nor leave a gap. A time before the period's start occurs only on a clock
-- behind the provider's: the previous month then lasts until the period starts.
create or replace function team_month(local_anchor timestamptz, billing team_billing, at timestamptz,
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
