import { maybeOne, type Queryable } from '../../db/index.ts'
import type { SignalType } from '../../meaning/types/index.ts'

/** A signal as it is stored now, even if it was retracted since it was shown. */
export interface StoredSignal {
  readonly companyId: string
  readonly type: SignalType
  readonly source: string
  /** From 0 to 100. */
  readonly confidence: number
  readonly label: string
  /** For a tool in job descriptions: what they say about it. */
  readonly basis: string | null
}

export async function readStoredSignal(db: Queryable, id: string): Promise<StoredSignal | undefined> {
  return maybeOne<StoredSignal & { [column: string]: unknown }>(
    db,
    `select c.id as "companyId", s.type, s.source, s.confidence, s.label, s.fields ->> 'basis' as basis
       from signals s join companies c on c.ordinal = s.company_ordinal where s.id = $1`,
    [id],
  )
}
