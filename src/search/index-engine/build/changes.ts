// What an event of the log changes in an index. An event contains the current version of a signal and names the company
// that changed; the current facts of the company are read from its row. Both replace what was known, so applying a
// change twice is harmless.

import { many, type Queryable } from '../../../db/index.ts'
import type { LogEvent } from '../../../write/log/index.ts'
import { companyExists, type IndexedCompany, type IndexedSignal } from '../layout/encoding.ts'
import type { LiveIndex } from './live-index.ts'

/** A change of one company, by its ordinal. */
export type Change = { readonly ordinal: number } & (
  | { readonly kind: 'company'; readonly company: CompanyFacts }
  /** New ranks. A company that the index doesn't know is skipped: it has its own event. */
  | { readonly kind: 'ranks'; readonly company: CompanyFacts }
  /** It was merged into another company. Its signals move with their own events. */
  | { readonly kind: 'no company' }
  | { readonly kind: 'signal'; readonly signal: IndexedSignal }
  | { readonly kind: 'no signal'; readonly id: string }
)

type CompanyFacts = Omit<IndexedCompany, 'ordinal'>

/** Changes that become visible to searches together. */
export interface ChangeStep {
  /** The log position of the event. Undefined for facts of companies, which are newer than any event. */
  readonly position: number | undefined
  readonly changes: readonly Change[]
}

interface PageOfChanges {
  /** All companies that change. */
  readonly companies: ReadonlySet<number>
  readonly steps: readonly ChangeStep[]
  /** The ranks of all companies have changed and must be read again (`readNextRanks`). */
  readonly ranksHaveChanged: boolean
}

/** A signal as an event contains it. It has its own type if it comes from the signal's row. */
type SignalImage = Omit<IndexedSignal, 'id' | 'type'> & Partial<Pick<IndexedSignal, 'type'>> & { movedFrom?: number }

/** All companies that the events change: a signal that moves changes two. */
export function changedCompanies(events: readonly LogEvent[]): Set<number> {
  const changed = new Set<number>()
  for (const { companyOrdinal, image } of events) {
    if (companyOrdinal !== null) changed.add(companyOrdinal)
    const movedFrom = (image as SignalImage | null)?.movedFrom
    if (movedFrom !== undefined) changed.add(movedFrom)
  }
  return changed
}

/** The facts of the companies come before the signals. */
export async function readChanges(db: Queryable, events: readonly LogEvent[]): Promise<PageOfChanges> {
  const companies = changedCompanies(events)
  const steps: ChangeStep[] = []
  if (companies.size > 0) {
    const gone = new Set(companies)
    for (const { ordinal, ...company } of await readCompanies(db, [...companies])) {
      steps.push({ position: undefined, changes: [{ kind: 'company', ordinal, company }] })
      gone.delete(ordinal)
    }
    for (const ordinal of gone) steps.push({ position: undefined, changes: [{ kind: 'no company', ordinal }] })
  }
  for (const event of events) {
    const changes = changesOf(event)
    if (changes.length > 0) steps.push({ position: event.position, changes })
  }
  return { companies, steps, ranksHaveChanged: events.some(({ kind }) => kind === 'ranks') }
}

function changesOf({ kind, companyOrdinal: ordinal, signalId: id, type, image }: LogEvent): Change[] {
  if (kind !== 'signal' || ordinal === null || id === null || type === null) return []
  if (image === null) return [{ kind: 'no signal', ordinal, id }]
  const { movedFrom, ...signal } = image as SignalImage
  return [
    ...(movedFrom === undefined ? [] : [{ kind: 'no signal', ordinal: movedFrom, id } as const]),
    { kind: 'signal', ordinal, signal: { type, ...signal, id } },
  ]
}

/** Throws IndexFull if it doesn't fit. */
export function applyChange(index: LiveIndex, change: Change): void {
  const { ordinal } = change
  if (change.kind === 'signal') index.putSignal(ordinal, change.signal)
  else if (change.kind === 'no signal') index.removeSignal(ordinal, change.id)
  else if (change.kind === 'no company') index.removeCompany(ordinal)
  else if (change.kind === 'company' || companyExists(index.memory.columns, ordinal)) {
    index.putCompany(ordinal, change.company)
  }
}

const SELECT_COMPANY = `select ordinal, hq_country as "hqCountry", employee_count as "employeeCount", funding_stage as "fundingStage",
                        industry, employer_kind as "employerKind", heat_key as "heatKey", score_tenths as "scoreTenths",
                        looked
                   from companies join company_ranks on company_ordinal = ordinal`

type IndexedCompanyRow = IndexedCompany & { [column: string]: unknown }

function readCompanies(db: Queryable, ordinals: readonly number[]): Promise<IndexedCompanyRow[]> {
  return many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal = any($1::int[])`, [ordinals])
}

export const RANKS_PER_STEP = 500

/**
 * The ranks of the next companies, because scores change from day to day. `last` is where the next step begins; undefined
 * if there are no more companies.
 */
export async function readNextRanks(
  db: Queryable,
  after: number,
): Promise<{ readonly steps: readonly ChangeStep[]; readonly last: number | undefined }> {
  const rows = await many<IndexedCompanyRow>(db, `${SELECT_COMPANY} where ordinal > $1 order by ordinal limit $2`, [
    after,
    RANKS_PER_STEP,
  ])
  const steps = rows.map(({ ordinal, ...company }): ChangeStep => {
    return { position: undefined, changes: [{ kind: 'ranks', ordinal, company }] }
  })
  return { steps, last: rows.at(-1)?.ordinal }
}
