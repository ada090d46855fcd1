// "Send what matches now": sends the strongest companies of a search to its destination, once in its lifetime.
//
// Invariant: a search has at most one row in search_current_matches, written in the transaction that writes the
// message. So two people, a double click or a request repeated after a kill never send it twice, and a message that was
// not written can be requested again. The message is sent, retried and settled like every other.
//
// Companies count toward the allowance on the screen, and here their names and domains leave it: so they are charged to
// the person first. A company counts once a day for a team, so a retry after a failure costs nothing.

import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '../../account/audit/index.ts'
import { many, type Transaction } from '../../db/index.ts'
import { publicSignal } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { matchAt, parseSignalQuery, ranking } from '../../query/index.ts'
import { isMuted } from './addresses/mute-queries.ts'
import { readCompanies } from './matching/read-companies.ts'
import { MAX_DIGEST_COMPANIES, MAX_SIGNALS } from './messages/alert-content.ts'
import { lockSearch, type StoredSearch } from './searches/saved-search-queries.ts'
import { requireSearch } from './searches/saved-searches.ts'
import { searchView } from './searches/views.ts'
import { readNow } from './searches/watcher-queries.ts'
import type { TestOptions } from './test-message.ts'

export interface CurrentMatch {
  readonly ordinal: number
  readonly id: string
  readonly [column: string]: unknown
}

/** Those that would be sent: the strongest first. Throws if nothing can be sent now. */
export async function readMatches(
  tx: Transaction,
  teamId: string,
  id: string,
  { box }: Pick<TestOptions, 'box'>,
): Promise<CurrentMatch[]> {
  const search = await requireSearch(tx, teamId, id)
  assertCanSend(search, box)
  const matches = await many<CurrentMatch>(
    tx,
    `select o.ordinal, o.id from search_members m join companies o on o.ordinal = m.company
       left join company_ranks r on r.company_ordinal = o.ordinal
      where m.search = $1 and m.left_at is null and not ${isMuted('m.search', 'm.company')}
      order by r.heat_key desc nulls last, m.company limit ${MAX_DIGEST_COMPANIES}`,
    [search.n],
  )
  if (matches.length === 0) throw nothingMatches()
  return matches
}

/** `matches`: those that were charged. */
export async function sendMatches(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  { matches, box }: { readonly matches: readonly CurrentMatch[] } & Pick<TestOptions, 'box'>,
): Promise<void> {
  await lockSearch(tx, teamId, id)
  const search = await requireSearch(tx, teamId, id)
  assertCanSend(search, box)
  const now = await readNow(tx)
  const entries = await entriesOf(tx, search, matches, now)
  if (entries.length === 0) throw nothingMatches()
  const message = randomUUID()
  await tx.query(`insert into search_messages (id, search, next_at) values ($1, $2, to_timestamp($3))`, [
    message,
    search.n,
    now,
  ])
  const { rowCount } = await tx.query(
    `insert into search_current_matches (search, message, companies) values ($1, $2, $3) on conflict do nothing`,
    [search.n, message, search.members],
  )
  if (rowCount === 0) throw alreadySent()
  await tx.query(
    `insert into search_changes (id, search, company, action, at, match, signals, message)
     select gen_random_uuid(), $1, e.company, 'entered', to_timestamp($2), e.match, e.signals::jsonb, $3
       from unnest($4::int[], $5::float8[], $6::text[]) e (company, match, signals)`,
    [
      search.n,
      now,
      message,
      entries.map(({ company }) => company),
      entries.map(({ match }) => match),
      entries.map(({ signals }) => JSON.stringify(signals)),
    ],
  )
  await recordAudit(tx, actor, teamId, {
    action: 'search.matches_sent',
    target: { id, name: search.name },
    details: { companies: entries.length },
  })
}

/** With the signals that make them match now. One that has left meanwhile isn't sent. */
async function entriesOf(tx: Transaction, search: StoredSearch, matches: readonly CurrentMatch[], now: number) {
  const query = parseSignalQuery(search.query)
  const members = await many<{ company: number }>(
    tx,
    `select company from search_members where search = $1 and left_at is null and company = any($2::int[])`,
    [search.n, matches.map(({ ordinal }) => ordinal)],
  )
  const read = await readCompanies(
    tx,
    members.map(({ company }) => company),
  )
  return members.flatMap(({ company }) => {
    const found = read.get(company)
    const ranked =
      found && ranking(query, found.signals, now, { limit: MAX_SIGNALS, employeeCount: found.company.employeeCount })
    return ranked ? [{ company, match: matchAt(ranked.matchKey, now), signals: ranked.shown.map(publicSignal) }] : []
  })
}

function assertCanSend(search: StoredSearch, box: TestOptions['box']): void {
  if (search.matchesSentAt !== null) throw alreadySent()
  const { state, destination, reason } = searchView(search, box)
  if (destination === 'today')
    throw new AppError('invalid', 'These companies are on Today already: choose a destination first.', { field: 'to' })
  if (state === 'getting_ready')
    throw new AppError('conflict', 'It is still finding the companies that match now: try again in a moment.', {
      code: 'getting_ready',
    })
  if (state !== 'watching' && state !== 'failing')
    throw new AppError('conflict', `Nothing can be sent now. ${reason}`, { code: 'sends_nothing' })
}

const alreadySent = () =>
  new AppError('conflict', 'What matched was sent already. From now on, alerts say what is new.', {
    code: 'already_sent',
  })

const nothingMatches = () =>
  new AppError('conflict', 'No company matches now. You get an alert when one does.', { code: 'nothing_matches' })
