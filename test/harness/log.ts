import { pino } from 'pino'
import type { Logger } from '../../src/platform/logger.ts'

export const silentLog: Logger = pino({ level: 'silent' })

/** A logger that collects its lines. */
export function recordingLog(): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'trace' },
    { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { log, lines }
}
