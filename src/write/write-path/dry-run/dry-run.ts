// Reports what writing would do, without writing. Records are planned by the same rules as when they are written,
// against what is stored and what the dry run itself would have written before. No row is locked.

import type { Database, Queryable } from '../../../db/index.ts'
import type { Company } from '../../../meaning/companies/index.ts'
import type { IncomingCompany, IncomingLine, IncomingSource } from '../../../meaning/signals/index.ts'
import { listSources, oncePerSource, type Source } from '../../sources/index.ts'
import { deletedCompany, findDeleted } from '../companies/deleted-companies.ts'
import { decideAliases } from '../identity/add-aliases.ts'
import { decideMerge, otherCompany, settledLines, withAliases, writeInParts } from '../lines/write-lines.ts'
import { factsOf } from '../plan/batch-facts.ts'
import { resolvedRecords } from '../plan/batch-state.ts'
import {
  companiesOfSignals,
  type IdentifiedRecord,
  newCompanies,
  planBatch,
  type RecordOutcome,
  unknownFacts,
} from '../plan/plan-batch.ts'
import { readBatchTime } from '../store/batch-queries.ts'
import { signalId } from '../store/identity.ts'
import { readReportsById } from '../store/report-queries.ts'
import { readSignalsById } from '../store/signal-queries.ts'
import type { Report } from '../store/stored-signal.ts'
import type { WriteResult } from '../transaction/write-shard.ts'
import { resolveDry, takenDry } from './dry-run-domains.ts'
import { createTables, recall, redirect, remember } from './dry-run-tables.ts'

export interface DryRun {
  /** Returns how many of the sources would make a change. */
  declare(sources: readonly IncomingSource[]): Promise<number>
  write(lines: readonly IncomingLine[]): Promise<WriteResult>
  close(): Promise<void>
}

/** Session tables, so the connection must not go through a transaction pooler. */
export async function openDryRun(db: Database): Promise<DryRun> {
  const client = await db.connectDirect()
  await createTables(client)
  let newOrdinals = 0
  const records = (lines: readonly IncomingLine[]) => planRecords(client, lines, () => --newOrdinals)
  return {
    declare: (sources) => planSources(client, sources),
    write: async (lines) =>
      writeInParts(lines, await settledLines(lines, (domains) => resolveDry(client, domains)), {
        records,
        aliases: async (run) =>
          withAliases(
            await records(run.map(({ record, company }) => ({ record, company }))),
            await planAliases(client, run),
          ),
        merge: async ({ company }, into) => {
          const outcome = await planMerge(client, company.domain, into)
          return { outcomes: [outcome], companiesCreated: 0, companiesUpdated: 0, signalsRead: 0 }
        },
      }),
    close: () => client.end(),
  }
}

async function planRecords(
  db: Queryable,
  lines: readonly IncomingLine[],
  newOrdinal: () => number,
): Promise<WriteResult> {
  const given = lines.map(identified)
  const domains = [...new Set(given.map(({ company }) => company.domain))]
  const resolution = await resolveDry(db, domains)
  const companies = new Map([...resolution.companies.values()].map((each) => [each.domain, each]))
  const deleted = await findDeleted(db, domains, resolution.companies)
  const storable = given.filter(({ company }) => !deleted.has(company.domain))
  const result = await planResolved(db, resolvedRecords(storable, resolution), companies, newOrdinal)
  const planned = result.outcomes.values()
  const outcomes = given.map(
    ({ company: { domain } }): RecordOutcome =>
      deleted.has(domain) ? { rejected: deletedCompany(domain) } : (planned.next().value ?? 'unchanged'),
  )
  return { ...result, outcomes }
}

/** Adds the companies that are to be created to `companies`. */
async function planResolved(
  db: Queryable,
  records: readonly IdentifiedRecord[],
  companies: Map<string, Company>,
  newOrdinal: () => number,
): Promise<WriteResult> {
  const { now } = await readBatchTime(db)
  const missing = newCompanies(records, new Set(companies.keys()))
  for (const [domain, company] of missing) companies.set(domain, { ...company, ordinal: newOrdinal() })
  const reports = await loadReports(db, records)
  const signalsRead = reports.size
  const state = { now, companies, reports, signals: new Map(), storedFactIds: new Map() }
  const created = new Set(missing.keys())
  const plan = planBatch(records, created, state)
  const changedReports = new Set([...plan.reportChanges.map(({ id }) => id), ...plan.touched])
  await remember(db, 'dry_run_companies', picked(companies, [...created, ...plan.companiesUpdated]))
  await remember(db, 'dry_run_reports', picked(reports, changedReports))
  return { outcomes: plan.outcomes, ...companiesOfSignals(records, created, plan), signalsRead }
}

async function planAliases(db: Queryable, lines: readonly IncomingCompany[]) {
  const statements = lines.map(({ company, aliases = [] }) => ({ domain: company.domain, aliases }))
  const domains = statements.flatMap(({ domain, aliases }) => [domain, ...aliases])
  const { companies } = await resolveDry(db, domains)
  const { outcomes, added } = decideAliases(statements, companies, await takenDry(db, domains))
  await remember(db, 'dry_run_aliases', new Map(added.map(({ alias, company }) => [alias, company.domain])))
  return outcomes
}

async function planSources(db: Queryable, sources: readonly IncomingSource[]): Promise<number> {
  const stored = (await listSources(db)).map((each): [string, Declared] => [each.name, each])
  const planned = await recall<Declared>(
    db,
    'dry_run_sources',
    sources.map(({ source }) => source),
  )
  const known = new Map([...stored, ...planned])
  const changed = new Map<string, Declared>()
  for (const { source, completeSince, expiresAfterDays } of oncePerSource(sources)) {
    const before = known.get(source)
    const after = {
      completeSince: completeSince ?? before?.completeSince ?? null,
      expiresAfterDays: expiresAfterDays ?? before?.expiresAfterDays ?? null,
    }
    const isSame = before?.completeSince === after.completeSince && before.expiresAfterDays === after.expiresAfterDays
    if (!isSame) changed.set(source, after)
  }
  await remember(db, 'dry_run_sources', changed)
  return changed.size
}

type Declared = Pick<Source, 'completeSince' | 'expiresAfterDays'>

async function planMerge(db: Queryable, from: string, into: string): Promise<RecordOutcome> {
  const { companies } = await resolveDry(db, [from, into])
  const decided = decideMerge(from, into, companies)
  if (!('how' in decided)) return decided.outcome
  const { survivor } = decided
  if (decided.how === 'alias') {
    const taken = await takenDry(db, [from])
    const { outcomes, added } = decideAliases([{ domain: survivor.domain, aliases: [from] }], companies, taken)
    await remember(db, 'dry_run_aliases', new Map(added.map(({ alias, company }) => [alias, company.domain])))
    return outcomes.some((each) => 'rejected' in each) ? otherCompany(from, companies) : 'updated'
  }
  const { old } = decided
  const joined = { ...survivor, ...unknownFacts(survivor, old) }
  await remember(db, 'dry_run_companies', new Map([[survivor.domain, joined]]))
  await redirect(db, 'dry_run_aliases', old.domain, survivor.domain)
  await redirect(db, 'dry_run_merged', old.ordinal, survivor.ordinal)
  return 'updated'
}

/** Nothing is locked or split by company here, so a status change needs no company. */
function identified(line: IncomingLine): IdentifiedRecord {
  if (line.record === 'company') return { ...line, id: undefined }
  const id = signalId(line.source, line.key)
  return line.record === 'signal' ? { ...line, id } : { ...line, id, company: { domain: '' }, stored: false }
}

/** Outcomes are about reports, so the other reports of a fact are not needed. */
async function loadReports(db: Queryable, records: readonly IdentifiedRecord[]): Promise<Map<string, Report>> {
  const ids = [...new Set(records.flatMap(({ id }) => id ?? []))]
  const { reports } = factsOf(await readSignalsById(db, ids), await readReportsById(db, ids))
  const all = [...new Map([...reports, ...(await recall<Report>(db, 'dry_run_reports', ids))])]
  const merged = new Map(
    await recall<number, number>(
      db,
      'dry_run_merged',
      all.map(([, { companyOrdinal }]) => companyOrdinal),
    ),
  )
  const { companies, isNewAlias } = await resolveDry(
    db,
    all.flatMap(([, { givenDomain }]) => givenDomain ?? []),
  )
  return new Map(
    all.map(([id, report]) => {
      const { givenDomain = '', companyOrdinal } = report
      const taken = isNewAlias(givenDomain) ? companies.get(givenDomain)?.ordinal : undefined
      return [id, { ...report, companyOrdinal: taken ?? merged.get(companyOrdinal) ?? companyOrdinal }]
    }),
  )
}

function picked<T>(values: ReadonlyMap<string, T>, keys: Iterable<string>): Map<string, T | undefined> {
  return new Map([...keys].map((key) => [key, values.get(key)]))
}
