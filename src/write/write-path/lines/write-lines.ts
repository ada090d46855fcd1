// Company records with aliases or mergedInto change which company later records go to. So a batch is written in parts:
// what comes before such a record, then the record, then the rest.

import type { Database, Transaction } from '../../../db/index.ts'
import { type Company, registrableDomain } from '../../../meaning/companies/index.ts'
import type { IncomingCompany, IncomingLine } from '../../../meaning/signals/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Stamper } from '../../log/index.ts'
import { lockAliases, type Resolution, resolveDomains } from '../companies/resolve-domains.ts'
import { type Added, addAliases } from '../identity/add-aliases.ts'
import { mergeIn } from '../identity/merge-companies.ts'
import type { RecordOutcome } from '../plan/plan-batch.ts'
import { retryOnConflict, type WriteOptions, writeRecords } from '../transaction/write-records.ts'
import type { WriteResult } from '../transaction/write-shard.ts'

/** Writes lines of every kind. Each has the same outcome as if they were written one by one in their order. */
export async function writeLines(
  db: Database,
  stamper: Stamper,
  lines: readonly IncomingLine[],
  options: WriteOptions = {},
): Promise<WriteResult> {
  const settled = await settledLines(lines, (domains) => resolveDomains(db.pool('ingest'), domains))
  return writeInParts(lines, settled, {
    records: (part) => writeRecords(db, stamper, part, options),
    aliases: (run) => writeAliases(db, stamper, run, options),
    merge: (line, into) => writeMerge(db, stamper, line, into, options),
  })
}

/** How the parts of a batch are written. */
export interface LineParts {
  records(lines: readonly IncomingLine[]): Promise<WriteResult>
  aliases(lines: readonly IncomingCompany[]): Promise<WriteResult>
  merge(line: IncomingCompany, into: string): Promise<WriteResult>
}

export async function writeInParts(
  lines: readonly IncomingLine[],
  settled: ReadonlySet<IncomingLine>,
  parts: LineParts,
): Promise<WriteResult> {
  const results: WriteResult[] = []
  let from = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as IncomingLine
    if (!changesIdentity(line) || settled.has(line)) continue
    if (at > from) results.push(await parts.records(lines.slice(from, at)))
    const run = line.mergedInto === undefined ? aliasRun(lines, at) : [line]
    results.push(line.mergedInto === undefined ? await parts.aliases(run) : await parts.merge(line, line.mergedInto))
    at += run.length - 1
    from = at + 1
  }
  if (from === 0) return parts.records(lines)
  if (from < lines.length) results.push(await parts.records(lines.slice(from)))
  return {
    outcomes: results.flatMap(({ outcomes }) => outcomes),
    companiesCreated: sum(results, 'companiesCreated'),
    companiesUpdated: sum(results, 'companiesUpdated'),
    signalsRead: sum(results, 'signalsRead'),
    signalsReadForFewRecords: sum(results, 'signalsReadForFewRecords'),
  }
}

export function changesIdentity(line: IncomingLine): line is IncomingCompany {
  return line.record === 'company' && (line.mergedInto !== undefined || line.aliases !== undefined)
}

/** Whether one of the lines may lead other lines to other companies than before. */
export async function movesReports(db: Database, lines: readonly IncomingLine[]): Promise<boolean> {
  if (!lines.some(changesIdentity)) return false
  const settled = await settledLines(lines, (domains) => resolveDomains(db.pool('ingest'), domains))
  return lines.some((line) => changesIdentity(line) && !settled.has(line))
}

/** Lines whose aliases are known already, as in a file that is imported again, are like any other record. */
export async function settledLines(
  lines: readonly IncomingLine[],
  resolve: (domains: readonly string[]) => Promise<Pick<Resolution, 'companies'>>,
): Promise<ReadonlySet<IncomingLine>> {
  const withAliases = lines.filter(
    (line) => changesIdentity(line) && line.mergedInto === undefined,
  ) as IncomingCompany[]
  if (withAliases.length === 0) return new Set()
  const domains = withAliases.flatMap(({ company, aliases = [] }) => [company.domain, ...aliases])
  const { companies } = await resolve([...new Set(domains)])
  return new Set(
    withAliases.filter(({ company, aliases = [] }) => {
      const ordinal = companies.get(company.domain)?.ordinal
      return ordinal !== undefined && aliases.every((alias) => companies.get(alias)?.ordinal === ordinal)
    }),
  )
}

/** The lines with aliases from here on that don't depend on each other. */
function aliasRun(lines: readonly IncomingLine[], start: number): IncomingCompany[] {
  const run: IncomingCompany[] = []
  const aliases = new Set<string>()
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] as IncomingLine
    if (!changesIdentity(line) || line.mergedInto !== undefined || aliases.has(registrableDomain(line.company.domain)))
      break
    run.push(line)
    for (const alias of line.aliases ?? []) aliases.add(registrableDomain(alias))
  }
  return run
}

async function writeMerge(
  db: Database,
  stamper: Stamper,
  { company }: IncomingCompany,
  into: string,
  { quiet = false }: WriteOptions,
): Promise<WriteResult> {
  const outcome = await inTransaction(db, (tx) => mergeByLine(tx, company.domain, into, quiet))
  stamper.stamp().catch(() => {})
  return { outcomes: [outcome], companiesCreated: 0, companiesUpdated: 0, signalsRead: 0 }
}

async function writeAliases(
  db: Database,
  stamper: Stamper,
  lines: readonly IncomingCompany[],
  options: WriteOptions,
): Promise<WriteResult> {
  const { quiet = false } = options
  const written = await writeRecords(
    db,
    stamper,
    lines.map(({ record, company }) => ({ record, company })),
    options,
  )
  const statements = lines.map(({ company, aliases = [] }) => ({ domain: company.domain, aliases }))
  const added = await inTransaction(db, async (tx) => {
    await lockAliases(tx, 'exclusive')
    return addAliases(tx, statements, quiet)
  })
  stamper.stamp().catch(() => {})
  return withAliases(written, added)
}

/** The outcomes of records whose aliases were added afterwards. */
export function withAliases(written: WriteResult, added: readonly Added[]): WriteResult {
  const outcomes = written.outcomes.map((outcome, i): RecordOutcome => {
    const each = added[i]
    if (typeof outcome === 'object' || !each) return outcome
    if ('rejected' in each) return each
    return each.changed && outcome === 'unchanged' ? 'updated' : outcome
  })
  return { ...written, outcomes }
}

/** A company without reports so far is only another domain of the company that it was merged into. */
async function mergeByLine(tx: Transaction, from: string, into: string, quiet: boolean): Promise<RecordOutcome> {
  await lockAliases(tx, 'exclusive')
  const { companies } = await resolveDomains(tx, [from, into])
  const decided = decideMerge(from, into, companies)
  if (!('how' in decided)) return decided.outcome
  try {
    if (decided.how === 'merge') await mergeIn(tx, { from, into, quiet })
    else {
      const [added] = await addAliases(tx, [{ domain: decided.survivor.domain, aliases: [from] }], quiet)
      if (added && 'rejected' in added) return otherCompany(from, companies)
    }
    return 'updated'
  } catch (error) {
    if (error instanceof AppError) return { rejected: `mergedInto: ${error.message}` }
    throw error
  }
}

type MergeDecision =
  | { readonly outcome: RecordOutcome }
  | { readonly how: 'merge'; readonly old: Company; readonly survivor: Company }
  | { readonly how: 'alias'; readonly survivor: Company }

/** `companies` by given domain. */
export function decideMerge(from: string, into: string, companies: ReadonlyMap<string, Company>): MergeDecision {
  const [old, survivor] = [companies.get(from), companies.get(into)]
  if (!survivor) return { outcome: { rejected: `mergedInto: company ${into} is unknown` } }
  if (old?.ordinal === survivor.ordinal) {
    const isOwn = old.domain === from
    return { outcome: isOwn ? { rejected: `mergedInto: ${into} is a domain of ${from} already` } : 'unchanged' }
  }
  return old?.domain === from ? { how: 'merge', old, survivor } : { how: 'alias', survivor }
}

export function otherCompany(from: string, companies: ReadonlyMap<string, Company>): RecordOutcome {
  return { rejected: `mergedInto: ${from} is a domain of ${companies.get(from)?.domain ?? 'another company'}` }
}

function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return retryOnConflict(db, () => db.transaction('ingest', work))
}

function sum(results: readonly WriteResult[], count: Exclude<keyof WriteResult, 'outcomes'>): number {
  return results.reduce((total, result) => total + (result[count] ?? 0), 0)
}
