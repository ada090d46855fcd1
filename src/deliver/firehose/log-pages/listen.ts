import type pg from 'pg'
import type { Database } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Logger } from '../../../platform/logger.ts'
import { RepeatedWarning } from '../../../platform/repeated-warning.ts'

const RECONNECT_AFTER_MS = 1_000

/** Listens for notifications on its own connection and reconnects when it breaks. Returns a function that stops it. */
export async function listenFor(
  db: Database,
  log: Logger,
  /** In words, for the log: `the firehose`. */
  who: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const cannotListen = new RepeatedWarning((text) => log.warn(text))

  const connect = async () => {
    try {
      const fresh = await db.connectDirect()
      client = fresh
      fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload))
      fresh.once('end', () => {
        client = undefined
        if (!stopped) timer = setTimeout(connect, RECONNECT_AFTER_MS)
      })
      for (const channel of Object.keys(channels)) await fresh.query(`listen ${channel}`)
    } catch (error) {
      // Without notifications everything is slower but still works: all listeners also poll.
      cannotListen.warn(`${who} cannot listen for notifications: ${reasonOf(error)}`)
      if (!client && !stopped) timer = setTimeout(connect, RECONNECT_AFTER_MS)
    }
  }
  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
