import { isoTime } from '../../meaning/signals/index.ts'
import { listSources, type Source } from '../../write/sources/index.ts'
import { command } from '../command.ts'
import { table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const sourcesCommands = [
  command({
    name: 'sources list',
    summary: 'List the sources of signals: since when they are complete, and when they last delivered.',
    examples: ['sources list', 'sources list --json'],
    async run(input) {
      const sources = await withDatabase(input, (db) => listSources(db.pool('settings')))
      if (sources.length === 0) return { text: 'No source has delivered anything yet.', json: { sources: [] } }
      const rows = sources.map(({ name, completeSince, expiresAfterDays, lastDeliveryAt }) => [
        name,
        completeSince === null ? 'not declared' : day(completeSince),
        expiresAfterDays === null ? 'by type' : `${expiresAfterDays} days`,
        time(new Date(lastDeliveryAt * 1_000)),
      ])
      return {
        text: table(['source', 'complete since', 'expires after', 'last delivery'], rows),
        json: { sources: sources.map(asJson) },
      }
    },
  }),
]

function day(seconds: number): string {
  return isoTime(seconds).slice(0, 'YYYY-MM-DD'.length)
}

function asJson({ completeSince, firstDeliveryAt, lastDeliveryAt, ...source }: Source) {
  return {
    ...source,
    completeSince: completeSince === null ? null : isoTime(completeSince),
    firstDeliveryAt: isoTime(firstDeliveryAt),
    lastDeliveryAt: isoTime(lastDeliveryAt),
  }
}
