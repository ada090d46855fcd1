// The ledger: random signals, edits, closings, merges, splits and time passing, many saved searches of every shape, and
// watchers that are killed. What is recorded must be what a naive replay finds that asks every search about every company
// after every step. `npm run soak:alerts` runs it with 200 searches and nodes that are killed by SIGKILL.

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { saveSearch } from '../../../test/harness/alerts.ts'
import { cleanup } from '../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../test/harness/database.ts'
import fc, { PROPERTY_SEED } from '../../../test/harness/fast-check.ts'
import { newTeam } from '../../../test/harness/firehose.ts'
import { silentLog } from '../../../test/harness/log.ts'
import { randomOf } from '../../../test/harness/random.ts'
import type { ReferenceCompany } from '../../../test/harness/reference-engine.ts'
import { readWorld, records, search, spreadClosedDays } from '../../../test/harness/search-worlds.ts'
import type { SearchAction } from '../../closed-sets/alerts.ts'
import { type Database, many, one } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { DAY_SECONDS, matches, parseSignalQuery, printQuery, type Query } from '../../query/index.ts'
import { type CompanyFilters, passesFilters, postgresEngine, readCompanyFilters } from '../../search/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { mergeCompanies, splitCompany, writeRecords } from '../../write/write-path/index.ts'
import { Watcher } from './matching/watcher.ts'

const SEARCHES = Number(process.env.ALERT_SEARCHES ?? 40)
const STEPS = Number(process.env.ALERT_STEPS ?? 24)
const WITH_PROCESSES = process.env.ALERT_PROCESSES !== undefined
const COMPANIES = 14
const AWAY_DAYS = 7
/** While nodes settle one step. */
const MAX_KILLS = 6

interface AskedSearch {
  readonly n: number
  readonly query: Query
  readonly filters: CompanyFilters
}

interface Change {
  readonly search: number
  readonly company: number
  readonly action: SearchAction
  readonly silence: string | null
  readonly [column: string]: unknown
}

test(`entered and left equal those of a naive replay (seed ${PROPERTY_SEED})`, async () => {
  const db = await openTestDatabase()
  await spreadClosedDays(db)
  const stamper = new Stamper(db)
  const random = randomOf(PROPERTY_SEED)
  await writeRecords(db, stamper, records(120, COMPANIES, PROPERTY_SEED), { quiet: true })
  const clock = { at: 20 * DAY_SECONDS }
  const searches = await saveSearches(db)
  assert.ok(searches.length > SEARCHES / 2, 'most random searches can be saved')
  const nodes = WITH_PROCESSES ? await processes(db, clock, random) : inProcess(db, clock, random)
  await stamper.stamp()
  await nodes.settle()
  assert.deepEqual(
    await many(db.pool('settings'), 'select from search_changes'),
    [],
    'the first run only records the current members',
  )

  const engine = postgresEngine(db.pool('search'))
  const naive = new NaiveReplay(searches)
  naive.takeStock(await readWorld(db), clock.at)
  const found = new Set<string>()
  for (let step = 0; step < STEPS; step++) {
    const done = await change(db, stamper, clock, random, step)
    await stamper.stamp()
    await nodes.settle()
    const world = await readWorld(db)
    const recorded = await readChanges(db, found)
    const expected = naive.replay(world, clock.at, done)
    assert.deepEqual(
      recorded.map(textOf).sort(),
      expected.map(textOf).sort(),
      `seed ${PROPERTY_SEED}, step ${step}: ${done.what}`,
    )
    for (const { n, query, filters } of sample(searches, 6, random)) {
      const { ordinals } = await engine.evidence({ query, filters, asOf: clock.at })
      const members = [...naive.members(n)].sort((a, b) => a - b)
      assert.deepEqual(
        [...ordinals].sort((a, b) => a - b),
        members,
        `the search engine has the same members (${n})`,
      )
    }
  }
  assert.ok(found.size > STEPS, `only ${found.size} changes`)
  await nodes.stop()
})

const textOf = ({ search, company, action, silence }: Change) => `${search} ${company} ${action} ${silence ?? 'rings'}`

/** Random searches in the form in which people save them. */
async function saveSearches(db: Database): Promise<AskedSearch[]> {
  const saved: AskedSearch[] = []
  let teamId = ''
  for (const [i, { query, filters }] of fc.sample(search, { numRuns: SEARCHES, seed: PROPERTY_SEED }).entries()) {
    if (i % 100 === 0) teamId = await newTeam(db)
    // Companies by domain and by list have a test of their own.
    const { scoreTenthsMin, only: _, except: __, ...facts } = filters
    const plain = { ...facts, ...(scoreTenthsMin !== undefined && { adoptionScoreMin: scoreTenthsMin / 10 }) }
    try {
      const text = printQuery(query)
      const { n } = await saveSearch(db, teamId, {
        name: `Search ${i}`,
        query: text,
        filters: plain,
        awayDays: AWAY_DAYS,
      })
      const { facts: asked } = readCompanyFilters(plain as never).filters
      // Agencies are found only on request.
      const filters = asked.employerKind?.length ? asked : { ...asked, withoutAgencies: true as const }
      saved.push({ n, query: parseSignalQuery(text), filters })
    } catch (error) {
      // Some random trees can't be written as text, and some filters contradict each other.
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error
    }
  }
  return saved
}

interface Done {
  readonly what: string
  readonly isQuiet?: boolean
  /** Companies whose signals may have come from the others. */
  readonly moved?: readonly number[]
}

async function change(
  db: Database,
  stamper: Stamper,
  clock: { at: number },
  random: () => number,
  step: number,
): Promise<Done> {
  const dice = random()
  const domain = () => `c${Math.floor(random() * (COMPANIES - 5))}.example`
  if (dice < 0.25) {
    const days = 1 + Math.floor(random() * 9)
    clock.at += days * DAY_SECONDS
    return { what: `${days} days pass` }
  }
  if (dice < 0.4) {
    const [from, into] = [domain(), domain()]
    const isMerge = random() < 0.6
    try {
      const done = isMerge
        ? await mergeCompanies(db, stamper, { from, into })
        : await splitCompany(db, stamper, { domain: from })
      const companies = [done.from, 'into' in done ? done.into : done.company]
      const moved = companies.flatMap((company) => company?.ordinal ?? [])
      return { what: `${isMerge ? 'merge' : 'split'} ${from} ${into}`, moved }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { what: 'nothing' }
    }
  }
  const isQuiet = dice > 0.88
  await writeRecords(db, stamper, records(1 + Math.floor(random() * 12), COMPANIES, PROPERTY_SEED + 1_000 + step), {
    quiet: isQuiet,
  })
  return { what: `records${isQuiet ? ', quiet' : ''}`, isQuiet }
}

class NaiveReplay {
  readonly #searches: readonly AskedSearch[]
  readonly #members = new Map<number, Set<number>>()
  readonly #left = new Map<string, number>()

  constructor(searches: readonly AskedSearch[]) {
    this.#searches = searches
  }

  members(n: number): ReadonlySet<number> {
    return this.#members.get(n) ?? new Set()
  }

  takeStock(world: readonly ReferenceCompany[], asOf: number): void {
    for (const search of this.#searches) this.#members.set(search.n, matching(search, world, asOf))
  }

  replay(world: readonly ReferenceCompany[], at: number, { isQuiet, moved = [] }: Done): Change[] {
    return this.#searches.flatMap((search): Change[] => {
      const { n } = search
      const before = this.members(n)
      const after = matching(search, world, at)
      this.#members.set(n, after)
      const entered = [...after].filter((company) => !before.has(company))
      const left = [...before].filter((company) => !after.has(company))
      const changes = entered.map((company): Change => {
        const leftAt = this.#left.get(`${n} ${company}`)
        const isMoved = moved.includes(company) && moved.some((other) => other !== company && before.has(other))
        const isBack = leftAt !== undefined && at < leftAt + AWAY_DAYS * DAY_SECONDS
        const silence = isQuiet ? 'history' : isMoved ? 'moved' : isBack ? 'back_soon' : null
        return { search: n, company, action: 'entered', silence }
      })
      for (const company of left) this.#left.set(`${n} ${company}`, at)
      return [...changes, ...left.map((company): Change => ({ search: n, company, action: 'left', silence: null }))]
    })
  }
}

function matching({ query, filters }: AskedSearch, world: readonly ReferenceCompany[], asOf: number): Set<number> {
  const found = world.filter((company) => passesFilters(company, filters) && matches(query, company.signals, asOf))
  return new Set(found.map(({ ordinal }) => ordinal))
}

async function readChanges(db: Database, known: Set<string>): Promise<Change[]> {
  const changes = await many<Change & { id: string }>(
    db.pool('settings'),
    `select id, search, company, action, silence from search_changes where id <> all($1::uuid[])`,
    [[...known]],
  )
  for (const { id } of changes) known.add(id)
  return changes
}

interface Nodes {
  /** Until nothing is left to do. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** Watchers that die at a commit: before it, so that nothing is written, or after it, so that they don't learn of it. */
function inProcess(db: Database, clock: { at: number }, random: () => number): Nodes {
  const mortal = (): Database => ({
    ...db,
    pool: (role) => db.pool(role),
    async transaction(role, work) {
      const fate = random()
      const result = await db.transaction(role, async (tx) => {
        const done = await work(tx)
        if (fate < 0.1) throw new Error('killed')
        return done
      })
      if (fate < 0.2) throw new Error('killed')
      return result
    },
  })
  const engine = postgresEngine(db.pool('search'))
  const options = { log: silentLog, engine, now: () => clock.at, pageEvents: 7 }
  let watcher = new Watcher({ ...options, db: mortal() })
  return {
    async settle() {
      watcher.announceChange()
      for (let steps = 0; steps < 10_000; steps++) {
        try {
          if (!(await watcher.step())) return
        } catch (error) {
          assert.match(String(error), /killed/)
          await db.pool('settings').query(`update search_watch set expires_at = '-infinity'`)
          watcher = new Watcher({ ...options, db: mortal() })
        }
      }
      assert.fail('the watchers find no end')
    },
    async stop() {},
  }
}

/** Two nodes. One of them or both are killed now and then, and started again. */
async function processes(
  db: Database & { readonly url: string },
  clock: { at: number },
  random: () => number,
): Promise<Nodes> {
  const pool = db.pool('settings')
  await pool.query(`create table test_clock (at bigint not null)`)
  await pool.query(`insert into test_clock values ($1)`, [clock.at])
  const script = fileURLToPath(new URL('../../../test/harness/alert-node.ts', import.meta.url))
  const start = () => fork(script, { env: { ...process.env, ALERT_DATABASE: db.url }, execArgv: process.execArgv })
  const children = [start(), start()]
  const kill = (i: number) => {
    children[i]?.kill('SIGKILL')
    children[i] = start()
  }
  cleanup(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  return {
    async settle() {
      await pool.query(`update test_clock set at = $1`, [clock.at])
      // Bounded: nodes that never get to their work would not finish either.
      let kills = 0
      for (let waits = 0; waits < 3_000; waits++) {
        if (kills < MAX_KILLS && random() < 0.02) {
          kills++
          const which = random()
          if (which < 0.7) kill(0)
          if (which > 0.3) kill(1)
        }
        const { rest } = await one<{ rest: number }>(
          pool,
          `select (select position from log_head) - position
                + (select count(*) from saved_searches where sweep is not null
                      or swept_on is distinct from (to_timestamp($1) at time zone 'utc')::date) as rest
             from search_watch`,
          [clock.at],
        )
        if (rest === 0) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      assert.fail('the watchers find no end')
    },
    async stop() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function sample<T>(list: readonly T[], count: number, random: () => number): T[] {
  return Array.from({ length: count }, () => list[Math.floor(random() * list.length)] as T)
}
