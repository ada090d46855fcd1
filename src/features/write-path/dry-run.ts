// Tells what writing would do, and writes nothing. Records are planned by the same rules as when they are written, against
// what is stored and what the dry run itself would have written before. The latter is kept in temporary tables of one
// connection, so memory is bounded however large the input is. No row is locked.

import { type Database, many, type Queryable } from '../../db/index.ts'
import type { Company } from '../companies/index.ts'
import type { IncomingLine } from '../signals/index.ts'
import { factsOf } from './batch-facts.ts'
import { readBatchTime } from './batch-queries.ts'
import { resolvedRecords } from './batch-state.ts'
import { signalId } from './identity.ts'
import { companiesOfSignals, type IdentifiedRecord, newCompanies, planBatch } from './plan-batch.ts'
import { readReportsById } from './report-queries.ts'
import { resolveDomains } from './resolve-domains.ts'
import { readSignalsById } from './signal-queries.ts'
import type { Report } from './stored-signal.ts'
import type { WriteResult } from './write-shard.ts'

export interface DryRun {
  write(lines: readonly IncomingLine[]): Promise<WriteResult>
  close(): Promise<void>
}

/** Session tables, so the connection must not go through a transaction pooler. */
export async function openDryRun(db: Database): Promise<DryRun> {
  const client = await db.connectDirect()
  await client.query(
    `create temporary table dry_run_companies (key text primary key, value jsonb not null);
     create temporary table dry_run_reports (key uuid primary key, value jsonb not null)`,
  )
  let newOrdinals = 0
  return {
    async write(lines) {
      const { records, companies } = await resolved(client, lines.map(identified))
      const { now } = await readBatchTime(client)
      const missing = newCompanies(records, new Set(companies.keys()))
      for (const [domain, company] of missing) companies.set(domain, { ...company, ordinal: --newOrdinals })
      const reports = await loadReports(client, records)
      const signalsRead = reports.size
      const state = { now, companies, reports, signals: new Map(), storedFactIds: new Map() }
      const created = new Set(missing.keys())
      const plan = planBatch(records, created, state)
      const changedReports = new Set([...plan.reportChanges.map(({ id }) => id), ...plan.touched])
      await remember(client, 'dry_run_companies', [...created, ...plan.companiesUpdated], companies)
      await remember(client, 'dry_run_reports', [...changedReports], reports)
      return { outcomes: plan.outcomes, ...companiesOfSignals(records, created, plan), signalsRead }
    },
    close: () => client.end(),
  }
}

/** Nothing is locked or split by company here, so a status change needs no company. */
function identified(line: IncomingLine): IdentifiedRecord {
  if (line.record === 'company') return { ...line, id: undefined }
  const id = signalId(line.source, line.key)
  return line.record === 'signal' ? { ...line, id } : { ...line, id, company: { domain: '' }, stored: false }
}

async function resolved(db: Queryable, given: readonly IdentifiedRecord[]) {
  const resolution = await resolveDomains(db, [...new Set(given.map(({ company }) => company.domain))])
  const records = resolvedRecords(given, resolution)
  const stored = [...resolution.companies.values()].map((company): [string, Company] => [company.domain, company])
  const domains = [...new Set(records.map(({ company }) => company.domain))]
  const companies = new Map([...stored, ...(await recall<Company>(db, 'dry_run_companies', domains))])
  return { records, companies }
}

/** Outcomes speak of reports, so the other reports of a fact are not needed. */
async function loadReports(db: Queryable, records: readonly IdentifiedRecord[]): Promise<Map<string, Report>> {
  const ids = [...new Set(records.flatMap(({ id }) => id ?? []))]
  const { reports } = factsOf(await readSignalsById(db, ids), await readReportsById(db, ids))
  return new Map([...reports, ...(await recall<Report>(db, 'dry_run_reports', ids))])
}

type Table = 'dry_run_companies' | 'dry_run_reports'

async function recall<T>(db: Queryable, table: Table, keys: readonly string[]): Promise<[string, T][]> {
  const type = table === 'dry_run_reports' ? 'uuid' : 'text'
  const rows = await many<{ key: string; value: T }>(
    db,
    `select key, value from ${table} where key = any($1::${type}[])`,
    [keys],
  )
  return rows.map(({ key, value }) => [key, value])
}

async function remember(
  db: Queryable,
  table: Table,
  keys: readonly string[],
  values: ReadonlyMap<string, unknown>,
): Promise<void> {
  if (keys.length === 0) return
  const rows = [...new Set(keys)].map((key) => ({ key, value: values.get(key) }))
  await db.query(
    `insert into ${table} select key, value from jsonb_to_recordset($1::jsonb) as row (key ${table === 'dry_run_reports' ? 'uuid' : 'text'}, value jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(rows)],
  )
}
