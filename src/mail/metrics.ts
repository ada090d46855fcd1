import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { MAIL_KINDS } from '../closed-sets/mail.ts'
import type { Queryable } from '../db/index.ts'
import { counter, gauge } from '../platform/metrics.ts'
import { readOutbox } from './queries.ts'

/** A scrape must not hang with the database. */
const TIMEOUT_MS = 1_500

/** Returns what counts a mail that was sent or given up by this process. */
export function mailMetrics(registry: Registry, db: Queryable): (kind: string, state: 'sent' | 'failed') => void {
  const registers = [registry]
  const sent = counter({
    name: 'pro_signal_mails_sent_total',
    help: 'Mails that the mail server accepted from this process, by kind.',
    labelNames: ['kind'],
    registers,
  })
  const failed = counter({
    name: 'pro_signal_mails_failed_total',
    help: 'Mails that this process gave up on, by kind. Each has a line in the log.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of MAIL_KINDS) {
    sent.inc({ kind }, 0)
    failed.inc({ kind }, 0)
  }
  const waiting = gauge({
    name: 'pro_signal_mails_waiting',
    help: 'Mails that wait to be sent, of all processes.',
    registers,
    async collect() {
      const read = readOutbox(db).catch(() => undefined)
      const state = await Promise.race([read, sleep(TIMEOUT_MS, undefined, { ref: false })])
      if (!state) return
      waiting.set(state.waiting)
      oldest.set(state.oldestSeconds)
    },
  })
  const oldest = gauge({
    name: 'pro_signal_mails_oldest_waiting_seconds',
    help: 'How long the oldest mail that waits has been waiting. 0 if none is.',
    registers,
  })
  return (kind, state) => (state === 'sent' ? sent : failed).inc({ kind })
}
