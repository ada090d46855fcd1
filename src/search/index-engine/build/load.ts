// Reads the tables into an index, by COPY, in one snapshot of the database together with the log position. Rows without
// a log position yet are read again from the log; applying them is idempotent.

import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { one } from '../../../db/index.ts'
import { NO_HEAT } from '../../../meaning/scores/index.ts'
import type { SignalStatus } from '../../../meaning/signals/index.ts'
import type { FieldValue, SignalType } from '../../../meaning/types/index.ts'
import { readHead } from '../../../write/log/index.ts'
import { type Checkpoint, readCheckpoint } from '../layout/checkpoint.ts'
import { IndexTooLarge } from '../layout/memory.ts'
import type { Shard } from '../layout/sharding.ts'
import { IndexBuilder } from './index-builder.ts'

interface LoadedIndex {
  readonly builder: IndexBuilder
  readonly checkpoint: Checkpoint
}

interface LoadOptions {
  /** Which companies are read. Each shard reads the tables on its own, at its own log position. */
  readonly shard: Shard
  /** Throws IndexTooLarge for a database with more than this, in all shards. */
  readonly maxSignals: number
  /** Called now and then with the number of signals read. */
  readonly onProgress?: (signals: number) => void
}

/** Signals between two calls of `onProgress`. */
const PROGRESS_SIGNALS = 65_536

export async function loadIndex(
  client: pg.Client,
  { shard, maxSignals, onProgress }: LoadOptions,
): Promise<LoadedIndex> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const checkpoint = await readCheckpoint(client, await readHead(client))
    const { signals } = await one<{ signals: number }>(
      client,
      `select greatest(reltuples, 0)::bigint as signals from pg_class where oid = 'signals'::regclass`,
    )
    if (signals > maxSignals) throw new IndexTooLarge(signals)
    const builder = new IndexBuilder()
    await copyLines(client, copyCompanies(shard), (line) => addCompany(builder, line))
    let count = 0
    await copyLines(client, copySignals(shard), (line) => {
      if (++count > maxSignals) throw new IndexTooLarge(count)
      addSignal(builder, line)
      if (count % PROGRESS_SIGNALS === 0) onProgress?.(count)
    })
    onProgress?.(count)
    return { builder, checkpoint }
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** The ordinal within the shard, and the condition that selects it. */
function inShard(column: string, { number, of }: Shard): { readonly ordinal: string; readonly isIn: string } {
  if (of === 1) return { ordinal: column, isIn: 'true' }
  return { ordinal: `${column} / ${of}`, isIn: `${column} % ${of} = ${number}` }
}

function copyCompanies(shard: Shard): string {
  const { ordinal, isIn } = inShard('ordinal', shard)
  return `copy (
  select ${ordinal}, hq_country, employee_count, funding_stage, industry, employer_kind, coalesce(heat_key, ${NO_HEAT}), coalesce(score_tenths, 0),
         coalesce(looked, 0)
    from companies left join company_ranks on company_ordinal = ordinal where merged_into is null and ${isIn}) to stdout`
}

function copySignals(shard: Shard): string {
  const { ordinal, isIn } = inShard('company_ordinal', shard)
  return `copy (
  select ${ordinal}, id, type, confidence, status, extract(epoch from occurred_at)::bigint, source, label, fields,
         extract(epoch from closed_at)::bigint, sources
    from signals where status <> 'retracted' and ${isIn}) to stdout`
}

function addCompany(builder: IndexBuilder, line: string): void {
  const [ordinal, hqCountry, employees, fundingStage, industry, employerKind, heat, score, looked] = line.split('\t')
  builder.addCompany({
    ordinal: Number(ordinal),
    hqCountry: hqCountry!,
    employeeCount: Number(employees),
    fundingStage: fundingStage!,
    industry: unescaped(industry!),
    employerKind: employerKind!,
    looked: Number(looked),
    heatKey: Number(heat),
    scoreTenths: Number(score),
  })
}

function addSignal(builder: IndexBuilder, line: string): void {
  const [company, id, type, confidence, status, occurredAt, source, label, fields, closedAt, sources] = line.split('\t')
  builder.addSignal(Number(company), {
    id: id!,
    type: type as SignalType,
    confidence: Number(confidence) / 100,
    status: status as SignalStatus,
    occurredAt: Number(occurredAt),
    ...(closedAt !== NULL && { closedAt: Number(closedAt) }),
    source: { name: unescaped(source!) },
    ...(sources !== NULL && { sources: JSON.parse(unescaped(sources!)) as { name: string }[] }),
    label: unescaped(label!),
    fields: JSON.parse(unescaped(fields!)) as Record<string, FieldValue>,
  })
}

/** No value, in COPY's text format. */
const NULL = '\\N'

async function copyLines(client: pg.Client, sql: string, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  await pipeline(client.query(to(sql)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    }
  })
}

/** Undoes the escaping of COPY's text format. */
function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter) : text
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' }
