import { isDeepStrictEqual } from 'node:util'
import type { WriteRecords } from '../../src/ingest/index.ts'
import type { IncomingLine } from '../../src/meaning/signals/index.ts'
import type { RecordOutcome } from '../../src/write/write-path/index.ts'

/** An in-memory write path for tests: one company per domain, one signal per identity. */
export function memoryWriter() {
  const companies = new Map<string, object>()
  const signals = new Map<string, object>()
  const batches: number[] = []

  function put(stored: Map<string, object>, key: string, value: object): 'created' | 'updated' | 'unchanged' {
    const before = stored.get(key)
    if (isDeepStrictEqual(before, value)) return 'unchanged'
    stored.set(key, value)
    return before ? 'updated' : 'created'
  }

  const write: WriteRecords = async (records) => {
    batches.push(records.length)
    const bySignals = { created: 0, updated: 0, unchanged: 0 }
    const outcomes = records.map((record: IncomingLine): RecordOutcome => {
      if (record.record === 'status') {
        const known = signals.get(`${record.source}\n${record.key}`)
        if (!known) return { rejected: 'the signal is unknown' }
        return put(signals, `${record.source}\n${record.key}`, { ...known, status: record.status })
      }
      const { domain, name } = record.company
      const known = companies.get(domain)
      if (!known && name === undefined) return { rejected: `company ${domain} is unknown: add its name` }
      const outcome = put(companies, domain, { ...known, ...record.company })
      if (record.record === 'company') return outcome
      bySignals[outcome]++
      return put(signals, `${record.source}\n${record.key}`, record)
    })
    return { outcomes, companiesCreated: bySignals.created, companiesUpdated: bySignals.updated, signalsRead: 0 }
  }
  return { write, companies, signals, batches }
}
