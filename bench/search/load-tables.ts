// Copies a world into PostgreSQL by COPY, and into CSV files for DuckDB.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyIn, copyLine, type Database, many } from '../../src/db/index.ts'
import { LASTING_TYPES, searchTextOf } from '../../src/features/query/index.ts'
import type { SignalType } from '../../src/features/signals/index.ts'
import { companyId, signalId } from '../../src/features/write-path/index.ts'
import { TYPES, timeText, type World } from './world.ts'

export async function fill(
  database: Database,
  world: World,
  csv: { companies: string; signals: string },
): Promise<void> {
  const tx = await database.connectDirect()
  try {
    await tx.query('set synchronous_commit = off')
    await tx.query("set maintenance_work_mem = '1GB'")
    // All indexes but the primary key are created after the rows, which is faster.
    const indexes = await many<{ name: string; definition: string }>(
      tx,
      `select indexname as name, indexdef as definition from pg_indexes
        where schemaname = 'public' and tablename = 'signals' and indexname <> 'signals_pkey'`,
    )
    for (const { name } of indexes) await tx.query(`drop index ${name}`)
    const companiesFile = await openFile(csv.companies)
    await inChunks(world.companies(), async (companies) => {
      const rows = companies.map((c) =>
        copyLine([
          c.ordinal,
          companyId(`c${c.ordinal}.example`),
          `c${c.ordinal}.example`,
          `Company ${c.ordinal}`,
          c.hqCountry,
          c.employees,
          c.stage,
          c.industry,
        ]),
      )
      await copyIn(
        tx as never,
        'companies',
        ['ordinal', 'id', 'domain', 'name', 'hq_country', 'employee_count', 'funding_stage', 'industry'],
        rows,
      )
      const ranks = companies.map((c) => copyLine([c.ordinal, c.heatKey, c.scoreTenths, '2026-07-01', 1]))
      await copyIn(
        tx as never,
        'company_ranks',
        ['company_ordinal', 'heat_key', 'score_tenths', 'as_of', 'present_version'],
        ranks,
      )
      await companiesFile.write(
        companies.map(
          (c) => `${c.ordinal},${c.hqCountry},${c.employees},${c.stage},${c.industry},${c.heatKey},${c.scoreTenths}\n`,
        ),
      )
    })
    await tx.query(`select setval('company_ordinals', $1)`, [world.size.companies])
    const signalsFile = await openFile(csv.signals)
    await inChunks(world.signals(), async (signals) => {
      const rows = signals.map((s) => {
        const type = TYPES[s.type] as SignalType
        const text = searchTextOf({ type, label: s.label, source: { name: 'bench' }, fields: s.fields })
        const at = timeText(s.occurredAt)
        return copyLine([
          signalId('bench', String(s.n)),
          s.company,
          type,
          'bench',
          String(s.n),
          s.label,
          s.confidence,
          'active',
          at,
          at,
          at,
          JSON.stringify(s.fields),
          1,
          s.occurredAt,
          text.text,
          text.words,
        ])
      })
      await copyIn(
        tx as never,
        'signals',
        [
          'id',
          'company_ordinal',
          'type',
          'source',
          'key',
          'label',
          'confidence',
          'status',
          'occurred_at',
          'first_seen_at',
          'last_seen_at',
          'fields',
          'version',
          'last_event_unix',
          'search_text',
          'search_words',
        ],
        rows,
      )
      await signalsFile.write(
        signals.map(
          (s) =>
            `${s.company},${TYPES[s.type]},${s.label},${s.fields.function ?? ''},${s.fields.location ?? ''},${s.fields.amountUsd ?? ''},${s.occurredAt},${s.confidence},${s.fields.change !== 'dropped'}\n`,
        ),
      )
    })
    await companiesFile.end()
    await signalsFile.end()
    for (const { definition } of indexes) await tx.query(definition)
    await tx.query(SUMMARIES)
    await tx.query('vacuum analyze')
  } finally {
    await tx.end()
  }
}

const SUMMARIES = `update company_ranks r set last_at = s.last_at, ${[
  ...TYPES.map((type) => `last_${type} = s.last_${type}, best_${type} = s.best_${type}`),
  ...LASTING_TYPES.map(
    (type) => `present_last_${type} = s.present_last_${type}, present_best_${type} = s.present_best_${type}`,
  ),
].join(', ')}
  from (select company_ordinal, max(occurred_at) as last_at, ${[
    ...TYPES.map((type) => bestAndLast(type)),
    ...LASTING_TYPES.map((type) =>
      bestAndLast(type, 'present_', ` and fields ->> 'change' is distinct from 'dropped'`),
    ),
  ].join(', ')}
          from signals group by company_ordinal) s where s.company_ordinal = r.company_ordinal`

function bestAndLast(type: string, prefix = '', andWhere = ''): string {
  const of = (value: string) => `max(${value}) filter (where type = '${type}'${andWhere})`
  return `${of('occurred_at')} as ${prefix}last_${type}, ${of('confidence')} as ${prefix}best_${type}`
}

async function inChunks<T>(items: Iterable<T>, handle: (chunk: T[]) => Promise<void>): Promise<void> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length === 20_000) {
      await handle(chunk)
      chunk = []
    }
  }
  await handle(chunk)
}

async function openFile(path: string) {
  const stream = createWriteStream(path)
  return {
    async write(lines: readonly string[]) {
      if (!stream.write(lines.join(''))) await once(stream, 'drain')
    },
    async end() {
      stream.end()
      await once(stream, 'finish')
    },
  }
}
