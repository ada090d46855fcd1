-- Slices that an operator applied. A shipped slice has no row until it is changed, so that a new version's takes effect.
create table slices (
  slug text primary key,
  -- As in the file. It was validated when it was applied; a version that understands it no longer says so.
  definition jsonb not null check (definition ->> 'slug' = slug),
  -- Given in the order of commits (writers take turns), and never twice: whoever has seen the greatest version and the
  -- number of rows knows whether anything has changed since, deletions included.
  version bigint not null unique,
  applied_at timestamptz not null default now()
);

create sequence slice_versions owned by slices.version;

alter table slices alter column version set default nextval('slice_versions');
