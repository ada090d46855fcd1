// Removes the demo team and every demo world, of any size and seed. Demo companies are recognised by their names and
// their reserved domains, demo signals by their sources and keys, and looks at demo boards by their collectors. Other
// data about a demo company stays.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { deleteTeam, findDemoTeam } from '../account/teams/index.ts'
import { removeLooks } from '../collect/collecting/index.ts'
import { ADVISORY_LOCKS, type Database, many } from '../db/index.ts'
import { Stamper } from '../write/log/index.ts'
import { removeUnusedSources } from '../write/sources/index.ts'
import { announceRemoval, removeCompanies } from '../write/write-path/index.ts'
import { BOARD_SOURCES, DEMO_SOURCES } from './demo-sources.ts'
import { DEMO_KEY_FILE, DEMO_PASSWORD_FILE } from './demo-team.ts'
import { EXAMPLE_DOMAIN } from './example-company.ts'
import { isDemoName } from './world/names.ts'

const COMPANIES_PER_STEP = 500

export interface RemovedDemo {
  readonly team: string | null
  companies: number
  signals: number
  /** Domains of demo companies that also have signals of other sources. */
  readonly kept: string[]
}

export async function removeDemo(db: Database, dataDir: string): Promise<RemovedDemo> {
  const lock = await db.connectDirect()
  try {
    await lock.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.demoTeam])
    const team = await findDemoTeam(db.pool('settings'))
    if (team) await db.transaction('settings', (tx) => deleteTeam(tx, team.id))
    // First, so that a visit in progress doesn't write again.
    await removeDemoLooks(db)
    const removed: RemovedDemo = { team: team?.id ?? null, companies: 0, signals: 0, kept: [] }
    const stamper = new Stamper(db)
    for await (const ordinals of demoCompaniesIn(db)) {
      const { companies, signals, kept } = await removeCompanies(db, stamper, ordinals, DEMO_SOURCES)
      removed.companies += companies
      removed.signals += signals
      removed.kept.push(...kept)
    }
    if (removed.companies > 0 || removed.kept.length > 0) await announceRemoval(db, stamper)
    await removeUnusedSources(db.pool('ingest'), DEMO_SOURCES)
    for (const file of [DEMO_KEY_FILE, DEMO_PASSWORD_FILE]) rmSync(join(dataDir, file), { force: true })
    return removed
  } finally {
    await lock.end()
  }
}

async function removeDemoLooks(db: Database): Promise<void> {
  const watched = await many<{ domain: string }>(
    db.pool('ingest'),
    `select distinct domain from looks where collector = any($1::text[])`,
    [BOARD_SOURCES],
  )
  for (const { domain } of watched) {
    await db.transaction('ingest', (tx) => removeLooks(tx, { domain, collectors: BOARD_SOURCES }))
  }
}

/** Ordinals in steps. A company with such a name and signals, but none of the demo's, is not a demo company. */
async function* demoCompaniesIn(db: Database): AsyncGenerator<number[]> {
  for (let after = -1; ; ) {
    const rows = await many<{ ordinal: number; name: string; domain: string; foreign: boolean }>(
      db.pool('ingest'),
      `select ordinal, name, domain,
              exists (select from signals s where s.company_ordinal = c.ordinal)
              and not exists (select from signals s where s.company_ordinal = c.ordinal and s.source = any($3::text[])
                                 and starts_with(s.key, c.domain || '/')) as foreign
         from companies c where domain like '%.example' and ordinal > $1 order by ordinal limit $2`,
      [after, COMPANIES_PER_STEP, DEMO_SOURCES],
    )
    const last = rows.at(-1)
    if (!last) return
    after = last.ordinal
    const ours = rows.filter(
      ({ name, domain, foreign }) => !foreign && (isDemoName(name, domain) || domain === EXAMPLE_DOMAIN),
    )
    if (ours.length > 0) yield ours.map(({ ordinal }) => ordinal)
  }
}
