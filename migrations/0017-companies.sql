-- One company under several domains, and what records state apart from what is shown.

alter table companies
  -- The company that this one was merged into; that one is never merged itself. Such a row keeps its id and domain, and
  -- has neither signals nor a rank.
  add column merged_into integer references companies check (merged_into <> ordinal),
  -- The company that it was merged into at first, which may have been merged later. A split undoes one merge by it.
  add column merge_parent integer references companies check (merge_parent <> ordinal),
  -- The facts that the other company did not know and took from this one.
  add column lent_facts text[] not null default '{}',
  -- What company records state; funding_stage and employer_kind are what is shown. Null: a row of version 0.1, whose
  -- funding_stage is what was stated.
  add column stated_stage text,
  add column stated_kind text not null default 'unknown'
    check (stated_kind in ('direct', 'agency', 'marketplace', 'unknown')),
  -- The domain of the group or holding that it belongs to. It is shown and changes no count.
  add column parent text,
  add check ((merged_into is null) = (merge_parent is null));

update companies set stated_kind = employer_kind where employer_kind <> 'unknown';

create index companies_merged on companies (merged_into) where merged_into is not null;

-- The merged company whose domain or alias it was. Null: only an alias.
alter table company_aliases add column of_ordinal integer;

-- The domain as the source gave it, where it is not the company's own. A split goes by it.
alter table signals add column given_domain text;
alter table reports add column given_domain text;
