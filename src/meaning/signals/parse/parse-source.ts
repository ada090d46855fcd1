import type { IncomingSource } from '../records.ts'
import { type JsonObject, ObjectShape } from './field-parsers.ts'
import { parseInteger, parseText, parseTime, RECORD_LIMITS } from './parse-values.ts'
import { Rejection } from './rejection.ts'

const NAMES = ['record', 'source', 'completeSince', 'expiresAfterDays'] as const
const shape = new ObjectShape('a source', NAMES)
/** Ten years. Anything longer means never. */
const MAX_EXPIRY_DAYS = 3_650

/** What a source declares about itself. An absent field leaves what it declared before. */
export function parseSource(line: JsonObject, now: number): IncomingSource {
  const [, name, since, days] = shape.slotsOf(line)
  const source = parseText(name, 'source', RECORD_LIMITS.source)
  if (source === undefined) throw new Rejection('source is required')
  const completeSince = parseTime(since, 'completeSince', now)
  const expiresAfterDays = parseInteger(days, 'expiresAfterDays', MAX_EXPIRY_DAYS)
  if (expiresAfterDays === 0) throw new Rejection('expiresAfterDays must be at least 1')
  if (completeSince === undefined && expiresAfterDays === undefined) {
    throw new Rejection('a source declares completeSince or expiresAfterDays')
  }
  return {
    record: 'source',
    source,
    ...(completeSince !== undefined && { completeSince }),
    ...(expiresAfterDays !== undefined && { expiresAfterDays }),
  }
}
