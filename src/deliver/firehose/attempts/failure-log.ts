import type { Logger } from '../../../platform/logger.ts'
import { diagnose, type SendResult } from '../../sending/index.ts'
import type { DeliveryAttempt, DeliveryOutcome } from './attempt.ts'

const INTERVAL_MS = 10_000

/**
 * One detailed log line per failed attempt, at most one per endpoint in ten seconds. The next one reports how many were
 * skipped.
 */
export class FailureLog {
  readonly #log: Logger
  readonly #last = new Map<string, { at: number; unlogged: number }>()

  constructor(log: Logger) {
    this.#log = log
  }

  failed(
    webhook: { readonly id: string; readonly teamId: string; readonly host: string },
    { event, lane }: DeliveryAttempt,
    result: SendResult,
    outcome: DeliveryOutcome,
    now: number,
  ): void {
    const last = this.#last.get(webhook.id)
    if (last && now - last.at < INTERVAL_MS && outcome !== 'exhausted') {
      last.unlogged += 1
      return
    }
    this.#last.set(webhook.id, { at: now, unlogged: 0 })
    this.#log.warn(
      {
        webhook: webhook.id,
        team: webhook.teamId,
        host: webhook.host,
        position: event.position,
        signal: event.signalId,
        type: event.type,
        attempt: event.attempts,
        lane,
        status: result.status,
        reason: result.outcome === 'failure' ? result.reason : undefined,
        latencyMs: result.latencyMs,
        nextAttemptAt: outcome === 'failed' ? new Date(event.dueAt).toISOString() : undefined,
        exhausted: outcome === 'exhausted' ? true : undefined,
        unlogged: last?.unlogged || undefined,
      },
      `webhook attempt failed: ${diagnose(result)}`,
    )
  }

  forget(webhookId: string): void {
    this.#last.delete(webhookId)
  }
}
