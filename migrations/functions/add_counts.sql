-- The sum of two arrays of counts, element by element. Used to add up latency histograms.
create or replace function add_counts(one integer[], other integer[]) returns integer[] language sql immutable as $$
  select array_agg(a + b order by n) from unnest(one, other) with ordinality as counts (a, b, n)
$$;
