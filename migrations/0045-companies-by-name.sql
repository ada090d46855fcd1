-- A person finds a company by the start of its name.
create index companies_by_name on companies (lower(name) text_pattern_ops) where merged_into is null;
