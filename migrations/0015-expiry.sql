-- The worker looks once a day for what its source no longer shows. The first time on this database nobody hears of it:
-- what ended long before is no news.
create table expiry (
  only_row boolean primary key default true check (only_row),
  -- The day of the newest pass, complete or not. Null: none has begun.
  day date,
  -- The companies up to this ordinal are done. Null: the pass is complete.
  done_to integer,
  passes integer not null default 0
);
insert into expiry default values;

-- For which types somebody has looked at the company: bit n is the nth signal type.
alter table company_ranks add column looked smallint not null default 0;
