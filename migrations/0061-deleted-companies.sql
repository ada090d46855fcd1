-- Domains of companies that an operator deleted: nothing that is reported about them is stored. Such a company's row leads to
-- itself, so that it is found nowhere, and goes when the log has no event of it any more.
create table deleted_companies (
  domain text primary key,
  -- The same for all domains of a company.
  company_ordinal integer not null,
  deleted_at timestamptz not null default now()
);
create index deleted_companies_by_company on deleted_companies (company_ordinal);

-- Of these only that a company does not lead to itself.
alter table companies drop constraint companies_check, drop constraint companies_check1;
