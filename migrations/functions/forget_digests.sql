-- Trigger. Removes the digests of the companies of a row that was written by somebody who does not keep them. Their
-- entries stay until the digest is made again.
create or replace function forget_digests() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from company_digests where company_ordinal = old.company_ordinal; end if;
  if tg_op <> 'DELETE' then delete from company_digests where company_ordinal = new.company_ordinal; end if;
  return null;
end $$;
