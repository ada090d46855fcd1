import type { Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../audit/index.ts'
import { deleteConnection } from './queries.ts'

/** Months are counted locally again. The plan, the current month and the counters don't change. */
export async function disconnectBilling(tx: Transaction, teamId: string): Promise<void> {
  if (await deleteConnection(tx, teamId)) return recordAudit(tx, 'operator', teamId, { action: 'billing.disconnected' })
  throw new AppError('conflict', `The team ${teamId} is not connected: its months are counted locally.`)
}
