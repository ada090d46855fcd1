// The jobs on a company's own pages are watched in one place. Otherwise two looks could lead to the same page, one by
// its address and one by the domain's usual addresses or a redirect, and show each job twice.

import { many, type Transaction } from '../../../db/index.ts'
import type { FoundBoard } from '../../collectors/index.ts'

const OWN_PAGES = 'job-posting'

/** The boards without a page of the company's own, if the company has a look at its own pages that answers. */
export async function withoutSecondPage(
  tx: Transaction,
  domain: string,
  boards: readonly FoundBoard[],
): Promise<readonly FoundBoard[]> {
  const found = boards.find(({ collector }) => collector === OWN_PAGES)
  if (!found) return boards
  const others = await many<{ answers: boolean }>(
    tx,
    `select t.visited_at is null or coalesce(t.seen_through >= t.visited_at - interval '3 days', false) as answers
       from looks l join look_times t on t.look_id = l.id where l.domain = $1 and l.collector = $2 and l.target <> $3`,
    [domain, OWN_PAGES, found.board],
  )
  if (others.some(({ answers }) => answers)) return boards.filter((board) => board !== found)
  // A look that has never found a job may find the same ones later.
  await tx.query(`delete from looks where domain = $1 and collector = $2 and target <> $3 and known_since is null`, [
    domain,
    OWN_PAGES,
    found.board,
  ])
  return boards
}
