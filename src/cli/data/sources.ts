import { recordInstallationAudit } from '../../account/audit/index.ts'
import { type Database, many } from '../../db/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { Stamper } from '../../write/log/index.ts'
import { listSources, type Source } from '../../write/sources/index.ts'
import { lineWriter } from '../../write/write-path/index.ts'
import { wordOf } from '../arguments.ts'
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
  command({
    name: 'sources retract',
    words: '<source>',
    maxWords: 1,
    summary: 'Retract all signals of a source, such as what a team imported. The signals of others stay.',
    options: { yes: { description: 'Retract them. Without it, they are only counted.' } },
    examples: ['sources retract "Crunchbase (Northwind)"', 'sources retract "Crunchbase (Northwind)" --yes'],
    async run(input) {
      const source = wordOf(input, 'The name of a source is required: see sources list.')
      return withDatabase(input, async (db) => {
        const keys = await activeKeys(db, source)
        const counted = pluralOf(keys.length)
        if (keys.length === 0) throw new AppError('not_found', `${JSON.stringify(source)} has no signals to retract.`)
        if (!input.on('yes'))
          return {
            text: `${counted} would be retracted: add --yes.`,
            json: { source, retracted: 0, found: keys.length },
          }
        await db.transaction('settings', (tx) =>
          recordInstallationAudit(tx, {
            action: 'source.retracted',
            target: { name: source },
            details: { signals: keys.length },
          }),
        )
        const retracted = await retract(db, source, keys)
        return { text: `${pluralOf(retracted)} retracted.`, json: { source, retracted, found: keys.length } }
      })
    },
  }),
]

const BATCH = 1_000

const pluralOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'signal' : 'signals'}`

/** A fact with one report has no row in reports. */
async function activeKeys(db: Database, source: string): Promise<readonly string[]> {
  const rows = await many<{ key: string }>(
    db.pool('ingest'),
    `select key from signals where source = $1 and status <> 'retracted'
     union select key from reports where source = $1 and status <> 'retracted' order by key`,
    [source],
  )
  return rows.map(({ key }) => key)
}

/** Running it again continues where it ended: retracted signals are not found again. */
async function retract(db: Database, source: string, keys: readonly string[]): Promise<number> {
  const stamper = new Stamper(db)
  const { write } = lineWriter(db, stamper)
  let retracted = 0
  for (let from = 0; from < keys.length; from += BATCH) {
    const lines = keys
      .slice(from, from + BATCH)
      .map((key) => ({ record: 'status', source, key, status: 'retracted' }) as const)
    const { outcomes } = await write(lines)
    retracted += outcomes.filter((outcome) => outcome === 'updated').length
  }
  await stamper.stamp()
  return retracted
}

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
