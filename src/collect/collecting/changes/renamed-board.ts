// A board that gets another name within its system shows the same jobs by the same ids. Discovery or an operator adds a
// look at the new name, and its first visit recognises them: then the look at the old name continues with the new one.
// Its signals keep their keys, which begin with the board's first name.

import { many, type Queryable, type Transaction } from '../../../db/index.ts'
import { reportKeyPrefix } from '../../../write/sources/index.ts'
import type { Snapshot } from '../../collectors/index.ts'
import { STORED_ORDINAL } from '../companies/stored-company.ts'
import type { Look } from '../visits/look.ts'
import { type FormerAnswer, failureText, type VisitedLook, type VisitResult } from '../visits/visit.ts'
import { type Entries, type Entry, readEntries } from './snapshot.ts'

type FormerState = 'id' | 'reportedAs' | 'visits' | 'knownSince' | 'seenThrough' | 'recordsHash' | 'pending'

export interface FormerLook extends Pick<Look, FormerState> {
  readonly entries: Entries
  readonly failure: string | null
  readonly formerTarget: string
}

/** For each look, by its id: the other looks of its company at boards of the same system, at any domain of the company. */
export async function readOtherLooks(
  db: Queryable,
  looks: readonly Look[],
): Promise<ReadonlyMap<number, readonly FormerLook[]>> {
  if (looks.length === 0) return new Map()
  const domains = looks.flatMap(({ id, domain, company }) => [domain, ...company.aliases].map((each) => [id, each]))
  const rows = await many<Omit<FormerLook, 'entries'> & { ofLook: number; entries: string; [column: string]: unknown }>(
    db,
    `select own.id as "ofLook", l.id, coalesce(l.reported_as, l.target) as "reportedAs", l.target as "formerTarget", t.visits, l.failure,
            extract(epoch from l.known_since)::bigint as "knownSince", floor(extract(epoch from t.seen_through))::bigint as "seenThrough",
            l.records_hash as "recordsHash", l.pending, s.entries
       from unnest($1::int[], $2::text[]) as d (id, domain) join looks own on own.id = d.id
       join looks l on l.domain = d.domain and l.collector = own.collector and l.id <> own.id and l.known_since is not null
       join look_times t on t.look_id = l.id join look_snapshots s on s.look_id = l.id
      order by l.id`,
    [domains.map(([id]) => id), domains.map(([, domain]) => domain)],
  )
  const others = rows.map(({ ofLook, ...row }) => ({ ofLook, former: { ...row, entries: readEntries(row.entries) } }))
  const byLook = Map.groupBy(others, ({ ofLook }) => ofLook)
  return new Map([...byLook].map(([id, list]) => [id, list.map(({ former }) => former)]))
}

/**
 * The look at a former name of the board, for a look that has not shown a job yet.
 *
 * - At least half of its jobs are on this one. The others may have ended, but none of them is still on the old board.
 * - Or the old board no longer exists, and at least half of the jobs on this one were on it: many may have ended
 *   meanwhile, and a visit may not show all.
 */
export function chooseFormerLook(
  others: readonly FormerLook[],
  shown: ReadonlySet<string>,
  answer: FormerAnswer | undefined,
): FormerLook | undefined {
  return others.find(({ id, reportedAs, entries, failure: earlier }) => {
    const said = answer?.lookId === id ? answer : undefined
    const failure = said?.failure ?? earlier
    const open = jobsOf(entries)
    const left = open.filter(([key]) => !shown.has(withoutPrefix(key, reportedAs)))
    const same = open.length - left.length
    const isOver = ([key, { missingSince }]: readonly [string, Entry]) =>
      missingSince !== undefined || (said?.failure === null && !said.shown.has(withoutPrefix(key, reportedAs)))
    const isOld = failure !== null || left.every(isOver)
    const isGone = failure?.startsWith('missing:') || open.every(isOver)
    return (same > 0 && same >= left.length && isOld) || (same * 2 >= shown.size && isGone)
  })
}

type Visited = Pick<VisitedLook, 'at' | 'result' | 'former'>

/**
 * A first visit, with the current answer of another board of the company that may be this one under its old name: if it
 * was renamed after its last visit, it isn't known to be gone. It is requested only if that decides, and the visit is
 * postponed if it can't be requested now.
 */
export async function askFormerBoard(
  db: Queryable,
  look: Look,
  visited: Visited,
  ask: (former: Look) => Promise<VisitResult>,
): Promise<Visited> {
  const { at, result } = visited
  if (look.knownSince !== null || result.kind !== 'snapshot') return visited
  const shown = shownJobs(look, new Map(), result.snapshot)
  if (shown.size === 0) return visited
  const others = (await readOtherLooks(db, [look])).get(look.id) ?? []
  if (chooseFormerLook(others, shown, undefined)) return visited
  const former = others.find((other) => {
    const gone = { lookId: other.id, failure: 'missing:', shown: new Set<string>() }
    return chooseFormerLook([other], shown, gone) !== undefined
  })
  if (!former) return visited
  const old = { ...look, id: former.id, target: former.formerTarget }
  const said = await ask(old)
  if (said.kind === 'postponed') return { at, result: said }
  if (said.kind === 'same' || (said.kind === 'snapshot' && !said.snapshot.complete)) return visited
  const answer =
    said.kind === 'snapshot'
      ? { failure: null, shown: shownJobs(old, new Map(), said.snapshot) }
      : { failure: failureText(said) ?? null, shown: new Set<string>() }
  return { ...visited, former: { lookId: former.id, ...answer } }
}

/**
 * The prefix of the keys of the board's reports, if a removed look has left them under another name: the board was
 * renamed while the company was not watched.
 */
export async function findFormerName(
  db: Queryable,
  look: Look,
  shown: ReadonlySet<string>,
): Promise<string | undefined> {
  if (shown.size === 0) return undefined
  const left = await many<{ name: string; ids: string[] }>(
    db,
    `select name, array_agg(distinct substr(key, length(name) + 2)) as ids
       from (select key, split_part(key, '/', 1) as name
               from (select key, company_ordinal, source, type, status from signals where sources is null
                     union all select key, company_ordinal, source, type, status from reports) r
              where company_ordinal = ${STORED_ORDINAL} and source = $2 and type = 'hiring' and status = 'active') named
      where not exists (select from looks l where l.collector = $2 and coalesce(l.reported_as, l.target) = name and l.id <> $3)
      group by name order by name = $4 desc, name`,
    [look.domain, look.collector, look.id, look.reportedAs],
  )
  const sameOf = (ids: readonly string[]) => ids.filter((id) => shown.has(id)).length
  const [best] = left
    .filter(({ ids }) => sameOf(ids) * 2 >= Math.min(ids.length, shown.size))
    .sort((a, b) => sameOf(b.ids) - sameOf(a.ids))
  return best?.name
}

/** The ids of the jobs that a look shows. None if it has shown jobs before: they are recognised by their keys. */
export function shownJobs({ target }: Look, known: Entries, { signals }: Snapshot): ReadonlySet<string> {
  if (jobsOf(known).length > 0) return new Set()
  return new Set(signals.filter(({ type }) => type === 'hiring').map(({ key }) => withoutPrefix(key, target)))
}

const jobsOf = (entries: Entries) => [...entries].filter(([, { type }]) => type === 'hiring')

function withoutPrefix(key: string, name: string): string {
  const prefix = reportKeyPrefix(name)
  return key.startsWith(prefix) ? key.slice(prefix.length) : key
}

/** The snapshot with the keys that the board's signals have had from the beginning. */
export function asReported({ target, reportedAs }: Pick<Look, 'target' | 'reportedAs'>, snapshot: Snapshot): Snapshot {
  if (target === reportedAs) return snapshot
  const rename = (key: string) => reportKeyPrefix(reportedAs) + withoutPrefix(key, target)
  return { ...snapshot, signals: snapshot.signals.map((signal) => ({ ...signal, key: rename(signal.key) })) }
}

interface LeasedVisit {
  /** The one that was visited. */
  readonly look: Look
  /** The one that continues. */
  readonly saved: { readonly look: Pick<Look, 'id' | 'reportedAs'> }
}

/**
 * Former looks take over the names and times of the new ones, which are deleted, and a look takes the name of reports
 * that were left. False: a former look no longer exists, or another look has the name by now.
 */
export async function renameLooks(tx: Transaction, visits: readonly LeasedVisit[]): Promise<boolean> {
  for (const { look, saved } of visits) {
    const { id, reportedAs } = saved.look
    if (id !== look.id && !(await renameLook(tx, id, look))) return false
    if (id === look.id && reportedAs !== look.reportedAs && !(await takeName(tx, look, reportedAs))) return false
  }
  return true
}

async function renameLook(tx: Transaction, formerId: number, { id, domain, target }: Look): Promise<boolean> {
  // A node that is visiting the old name at this moment loses its lease.
  const { rowCount } = await tx.query(
    `update look_times f set holder = 0, fence = f.fence + 1, visits = f.visits + 1, failures = n.failures, lost = n.lost, due_at = n.due_at,
            visited_at = n.visited_at, seen_through = coalesce(n.seen_through, f.seen_through)
       from look_times n where f.look_id = $1 and n.look_id = $2`,
    [formerId, id],
  )
  if (rowCount === 0) return false
  await tx.query(`delete from looks where id = $1`, [id])
  await tx.query(
    `update looks set reported_as = coalesce(reported_as, target), target = $2, domain = $3 where id = $1`,
    [formerId, target, domain],
  )
  return true
}

async function takeName(tx: Transaction, { id, collector }: Look, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update looks set reported_as = $2
      where id = $1 and not exists (select from looks o where o.collector = $3 and coalesce(o.reported_as, o.target) = $2)`,
    [id, name, collector],
  )
  return rowCount === 1
}
