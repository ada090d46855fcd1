import type { Company } from '../../../meaning/companies/index.ts'
import type { BatchPlan, BatchState, IdentifiedRecord } from '../plan/plan-batch.ts'
import type { FactRows } from '../plan/regroup.ts'
import type { Report, StoredSignal } from '../store/stored-signal.ts'
import type { StoredDigest } from './digest-queries.ts'

/** A company with a digest and its records in the batch. */
export interface NearRequest {
  readonly company: Company
  readonly stored: StoredDigest
  readonly records: readonly IdentifiedRecord[]
}

/** A company while its part of the batch is planned. */
export interface NearCompany extends NearRequest {
  readonly state: BatchState & { readonly storedFactIds: Map<string, string> }
  /** What is stored, as far as it was read. */
  readonly before: { readonly signals: Map<string, StoredSignal>; readonly reports: Map<string, Report> }
  plan: BatchPlan
  rows: FactRows
}
