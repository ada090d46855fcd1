import type pg from 'pg'
import type { Database } from '../../db/index.ts'
import { reasonOf } from '../../platform/app-error.ts'
import type { Logger } from '../../platform/log.ts'

const AGAIN_AFTER_MS = 1_000

/** Hears notifications on a connection of its own, which is made anew when it breaks. Returns how to stop. */
export async function listenFor(
  db: Database,
  log: Logger,
  channels: Readonly<Record<string, (payload: string) => void>>,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    try {
      const fresh = await db.connectDirect()
      client = fresh
      fresh.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload))
      fresh.once('end', () => {
        client = undefined
        if (!stopped) timer = setTimeout(connect, AGAIN_AFTER_MS)
      })
      for (const channel of Object.keys(channels)) await fresh.query(`listen ${channel}`)
    } catch (error) {
      // Nothing depends on it but the moment: the firehose looks by itself, too.
      log.debug(`the firehose does not hear the log: ${reasonOf(error)}`)
      if (!client && !stopped) timer = setTimeout(connect, AGAIN_AFTER_MS)
    }
  }
  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await client?.end().catch(() => {})
  }
}
