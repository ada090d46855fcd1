// A line with only source, key and status names no company. Its signal's company is looked up before the batch is split
// by company, and checked again once the companies are locked.

import { type Database, many, SERIALISATION_FAILURE } from '../../../db/index.ts'
import type { IncomingLine, IncomingRecord, IncomingStatusChange } from '../../../meaning/signals/index.ts'
import { signalId } from '../store/identity.ts'

export type LocatedStatusChange = IncomingStatusChange & {
  readonly company: { readonly domain: string; readonly name?: undefined }
  /** The signal was stored when it was looked up. Otherwise an earlier record of the batch writes it. */
  readonly stored: boolean
}

/** The lines with their companies. Undefined for a status change of a signal that is neither stored nor in the batch. */
export async function locateStatusChanges(
  db: Database,
  lines: readonly IncomingLine[],
): Promise<readonly (IncomingRecord | LocatedStatusChange | undefined)[]> {
  if (!lines.some(isStatusChange)) return lines as readonly IncomingRecord[]
  const ids = lines.filter(isStatusChange).map(({ source, key }) => signalId(source, key))
  const rows = await many<{ id: string; domain: string }>(
    db.pool('ingest'),
    `select s.id, c.domain
       from (select id, company_ordinal from signals where id = any($1::uuid[])
             union select id, company_ordinal from reports where id = any($1::uuid[])) s
       join companies c on c.ordinal = s.company_ordinal`,
    [ids],
  )
  const storedDomains = new Map(rows.map(({ id, domain }) => [id, domain]))
  const batchDomains = new Map<string, string>()
  return lines.map((line) => {
    if (line.record === 'company') return line
    const id = signalId(line.source, line.key)
    if (line.record === 'signal') {
      batchDomains.set(id, line.company.domain)
      return line
    }
    const domain = storedDomains.get(id) ?? batchDomains.get(id)
    return domain === undefined ? undefined : { ...line, company: { domain }, stored: storedDomains.has(id) }
  })
}

function isStatusChange(line: IncomingLine): line is IncomingStatusChange {
  return line.record === 'status'
}

export function unknownSignal({ source, key }: IncomingStatusChange): string {
  return `no signal of ${JSON.stringify(source)} has the key ${JSON.stringify(key)}: only a known signal can change its status alone`
}

/** A signal may have moved to another company since it was looked up. The retry locks its new company too. */
export function assertStillThere(
  records: readonly { readonly record: string; readonly id: string | undefined; readonly stored?: boolean }[],
  signals: ReadonlyMap<string, unknown>,
): void {
  if (records.every(({ id, stored }) => !stored || signals.has(id ?? ''))) return
  throw Object.assign(new Error('a signal moved to another company before its batch was loaded'), {
    code: SERIALISATION_FAILURE,
  })
}
