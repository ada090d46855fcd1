// The SQL of muted companies. A mute of a company that was merged later applies to the company that it was merged into.

import type { Transaction } from '../../../db/index.ts'

/** Whether the mute `u` is one of the company. */
const isOf = (company: string) =>
  `(u.company = ${company} or u.company in (select g.ordinal from companies g where g.merged_into = ${company}))`

/** Whether the company is muted for the search. */
export const isMuted = (search: string, company: string) =>
  `exists (select from search_mutes u where u.search = ${search} and ${isOf(company)})`

export async function insertMute(tx: Transaction, searchId: string, companyId: string): Promise<void> {
  await tx.query(
    `insert into search_mutes (search, company)
     select s.n, coalesce(c.merged_into, c.ordinal) from saved_searches s, companies c where s.id = $1 and c.id = $2
     on conflict do nothing`,
    [searchId, companyId],
  )
}

export async function deleteMute(tx: Transaction, searchId: string, companyId: string): Promise<void> {
  await tx.query(
    `delete from search_mutes u using saved_searches s, companies c
      where s.id = $1 and c.id = $2 and u.search = s.n and ${isOf('c.ordinal')}`,
    [searchId, companyId],
  )
}
