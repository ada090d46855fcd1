// The twin: the query tree compiled to one statement. It serves where memory is too small for the index and while the
// index loads, and the index is measured against it.

import type { Pool } from 'pg'
import { searchNotReady } from '../../../http/index.ts'
import type { Evidence, Found, Search, SearchEngine } from '../engine.ts'
import { inTime } from './in-time.ts'
import { evidenceStatement, pageStatement, type Statement } from './statements.ts'

interface PageRow {
  ready: boolean
  total: number
  ordinals: number[]
  clauses: number[]
}

type EvidenceRow = [ordinal: number, t: number | null, confidence: number | null, mask: number | null]

export function postgresEngine(pool: Pool): SearchEngine {
  return {
    name: 'postgres',

    async page(search: Search): Promise<Found> {
      const { rows } = await inTime(pool.query<PageRow>(...parts(pageStatement(search))))
      const [row] = rows
      if (!row?.ready) throw searchNotReady()
      const { total, ordinals, clauses } = row
      return { total, ordinals, ...(search.explain && { clauses }) }
    },

    async evidence(search): Promise<Evidence> {
      const { text, values } = evidenceStatement(search)
      const { rows } = await inTime(pool.query<EvidenceRow>({ rowMode: 'array', text, values: [...values] }))
      return evidenceOf(rows)
    },

    async close() {},
  }
}

function parts({ text, values }: Statement): [string, unknown[]] {
  return [text, [...values]]
}

function evidenceOf([head, ...rows]: readonly EvidenceRow[]): Evidence {
  const [, position, ready, unstamped] = head ?? []
  if (ready !== 1) throw searchNotReady()
  const found = rows.filter(([, t]) => t !== null)
  const ordinals: number[] = []
  const starts: number[] = []
  let seen = 0
  for (const [ordinal, t] of rows) {
    if (ordinals.at(-1) !== ordinal) {
      ordinals.push(ordinal)
      starts.push(seen)
    }
    if (t !== null) seen++
  }
  return {
    ordinals: Int32Array.from(ordinals),
    starts: Uint32Array.from([...starts, seen]),
    occurredAt: Float64Array.from(found, ([, t]) => t ?? 0),
    confidence: Uint8Array.from(found, ([, , confidence]) => confidence ?? 0),
    clauses: Uint32Array.from(found, ([, , , mask]) => mask ?? 0),
    // What has been committed and has no place in the log yet is part of the answer and of no position: such an answer
    // equals no other one.
    position: unstamped === 0 ? (position ?? Number.NaN) : Number.NaN,
  }
}
