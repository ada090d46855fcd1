import type { Transaction } from '../../db/index.ts'

/**
 * Counts the second company as opened by, or shown to, teams that opened or were shown the first one today, because the first was merged into it.
 */
export async function countAsOpened(tx: Transaction, companyId: string, mergedIntoId: string): Promise<void> {
  await tx.query(
    `insert into shown_companies (team_id, day, company_id)
     select team_id, day, $2::uuid from shown_companies where company_id = $1 on conflict do nothing`,
    [companyId, mergedIntoId],
  )
  await tx.query(
    `insert into opened_companies (team_id, day, company_id)
     select team_id, day, $2::uuid from opened_companies where company_id = $1 on conflict do nothing`,
    [companyId, mergedIntoId],
  )
}
