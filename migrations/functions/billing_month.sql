-- The billing month around a time, in UTC.
--
-- Months are always counted from the anchor, never from the previous month: a month that begins on the 31st is clamped
-- in short months and returns to the 31st afterwards.
create or replace function billing_month(anchor timestamptz, at timestamptz, out month_start timestamptz, out month_end timestamptz)
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
