// How long the stages of a dossier request take for a single caller. A round trip to the database counts completely: both
// sides and the connection between them.

import { charge } from '../../src/account/budgets/index.ts'
import { hashKey, makeKey } from '../../src/account/keys/format.ts'
import { dossierOf } from '../../src/api/dossiers/dossier.ts'
import { readCompany, readFingerprints } from '../../src/api/dossiers/queries.ts'
import { SliceCache } from '../../src/api/slices/index.ts'
import type { Database } from '../../src/db/index.ts'
import { table } from '../report.ts'
import { createUnlimitedTeam } from './setup.ts'

export async function measureStages(db: Database, companies: readonly string[]): Promise<string> {
  const { teamId } = await createUnlimitedTeam(db.pool('settings'))
  const id = (n: number) => companies[n % companies.length] ?? ''
  const key = makeKey()
  const slices = await new SliceCache(db.pool('search')).current()
  const read = async (n: number) => {
    const stored = await readCompany(db.pool('read'), id(n), 20_000)
    if (!stored) throw new Error(`There is no company ${id(n)}`)
    return stored
  }
  const stored = await Promise.all(companies.slice(0, 100).map((_, n) => read(n)))
  const compose = (n: number) => {
    const { company, signals, total, declared, now } = stored[n % stored.length] as (typeof stored)[number]
    return dossierOf(company, signals, total, slices, now, declared)
  }
  return table([
    ['empty database query', await time(() => db.pool('charge').query('select 1'))],
    ['hash a key', await time(() => hashKey(key))],
    ['check a cached dossier', await time((n) => readFingerprints(db.pool('read'), [id(n)]))],
    ['read a company and its signals', await time(read)],
    ['compose the dossier', await time(compose)],
    ['compose and serialise the dossier', await time((n) => JSON.stringify(compose(n)))],
    [
      'charge the request (durable)',
      await time((n) =>
        charge(db.pool('charge'), { teamId, plan: 'pro' }, { endpoint: 'dossier', records: 1, companyId: id(n) }),
      ),
    ],
  ])
}

/** The mean of 1,000 runs, after 200 for warm-up: milliseconds for all of them are microseconds for one. */
async function time(work: (n: number) => Promise<unknown> | unknown): Promise<string> {
  for (let n = 0; n < 200; n++) await work(n)
  const start = performance.now()
  for (let n = 0; n < 1_000; n++) await work(n)
  return `${Math.round(performance.now() - start)} µs`
}
