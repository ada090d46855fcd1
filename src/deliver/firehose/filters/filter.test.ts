import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { clause } from '../../../../test/harness/arbitraries.ts'
import { cleanup } from '../../../../test/harness/cleanup.ts'
import { openTestDatabase } from '../../../../test/harness/database.ts'
import fc from '../../../../test/harness/fast-check.ts'
import { box, newTeam, saveWebhook, startEngine } from '../../../../test/harness/firehose.ts'
import { silentLog } from '../../../../test/harness/log.ts'
import { changeWebhook, replayWebhook } from '../../../../test/harness/operator.ts'
import { type ReferenceCompany, RULES } from '../../../../test/harness/reference-engine.ts'
import { records } from '../../../../test/harness/search-worlds.ts'
import { signal } from '../../../../test/harness/signals.ts'
import { factsOf } from '../../../../test/harness/virtual-endpoint.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { addAccounts, createList } from '../../../account/lists/index.ts'
import { type Database, one, openDatabase } from '../../../db/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { clausesOf, matches, parseSignalQuery, printClause } from '../../../query/index.ts'
import { type CompanyFilters, readCompanyFilters } from '../../../search/index.ts'
import { readHead, Stamper } from '../../../write/log/index.ts'
import { writeRecords } from '../../../write/write-path/index.ts'
import { Sender } from '../../sending/index.ts'
import { Engine, findWebhooksOfList, listReplays, readWebhook } from '../index.ts'
import { CompanyPasses, PassLoader } from '../log-pages/company-passes.ts'
import { loadPage } from '../log-pages/outbound-events.ts'
import type { OutboundEvent } from '../log-pages/page-cache.ts'
import { previewFilter } from '../webhooks/filter-preview.ts'
import type { WebhookFilter } from './filter.ts'
import { readFilter } from './read-filter.ts'

const DAY = 86_400
const RUNS = Number(process.env.FILTER_RUNS ?? 1)

let db: Database & { readonly url: string }
before(async () => {
  db = await openTestDatabase()
})
const settings = () => db.pool('settings')

/** Clauses that often match, and any that the language has. */
const CLAUSES = fc.oneof(
  fc.constantFrom(
    ...['hiring', 'hiring(status: any)', 'hiring(title ~ sdr)', 'hiring(within: 20d)', 'funding(confidence >= 0.5)'],
    ...['tool(name: hubspot)', 'web(text ~ ai)', 'velocity(source: growth)', 'funding_ai(since: 2020-01-01)'],
  ),
  clause
    .filter(({ type, count }) => type !== 'any' && count === undefined)
    .map((each) => printClause(each))
    .filter((text) => text.length < 300),
)
const FILTER: fc.Arbitrary<WebhookFilter> = fc
  .record(
    {
      clauses: fc.uniqueArray(CLAUSES, {
        maxLength: 3,
        selector: (text) => clausesOf(parseSignalQuery(text))[0]?.type ?? text,
      }),
      company: fc.record(
        {
          countries: fc.subarray(['DE', 'GB', 'ZZ'], { minLength: 1 }),
          countriesNot: fc.subarray(['US', 'DE'], { minLength: 1 }),
          employeesMin: fc.constantFrom(1, 50),
          employeesMax: fc.constantFrom(50, 999),
          industries: fc.subarray(['logistics', 'unknown'], { minLength: 1 }),
          employerKind: fc.subarray(['direct', 'unknown'], { minLength: 1 }),
          adoptionScoreMin: fc.constantFrom(0, 0.1, 10),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      onceDays: fc.constantFrom(undefined, undefined, 1, 30),
    },
    { noNullPrototype: true },
  )
  .map(({ clauses, company, onceDays }) => ({
    ...(clauses.length > 0 && { signals: clauses.join(' OR ') }),
    ...(Object.keys(company).length > 0 && Object.keys(company).length < 3 && { company }),
    ...(onceDays !== undefined && { onceDays }),
  }))

/** The evaluator's answer for one signal, the reference's rules for filters, and a naive count per company. */
function expectedIds(events: readonly OutboundEvent[], filterAt: (position: number) => WebhookFilter): string[] {
  const last = new Map<number, number>()
  return events.flatMap(({ position, eventId, facts: { signal: each, company, unix } }) => {
    const { signals, company: asked = {}, onceDays } = filterAt(position)
    const clauses = signals === undefined ? [] : clausesOf(parseSignalQuery(signals))
    const own = clauses.find(({ type }) => type === each.type)
    const filters: CompanyFilters = readCompanyFilters(asked).filters.facts
    if (own && !matches(own, [each], unix)) return []
    if (!RULES.passes(company as ReferenceCompany, filters)) return []
    const previous = last.get(company.ordinal)
    if (onceDays !== undefined && previous !== undefined && unix < previous + onceDays * DAY) return []
    if (onceDays !== undefined) last.set(company.ordinal, unix)
    return [eventId]
  })
}

async function eventsAfter(position: number): Promise<OutboundEvent[]> {
  const head = await readHead(settings())
  const events: OutboundEvent[] = []
  for (let at = position; at < head; ) {
    const page = await loadPage(settings(), at, 1_000, head)
    events.push(...page.events)
    at = page.position
  }
  return events
}

async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 400, what)
    await sleep(50)
  }
}

const caughtUp = (engine: Engine) => async () => {
  const head = await readHead(settings())
  return [...engine.endpoints].every(({ frontier, inFlight }) => frontier === head && inFlight === 0)
}

test('a filtered webhook gets exactly what the evaluator says, over random signals and filters, and so does its replay', async () => {
  for (let run = 0; run < RUNS; run++) {
    const seed = RUNS === 1 ? 4_711 : Date.now() + run
    const stamper = new Stamper(db)
    const receiver = await startReceiver()
    const start = await readHead(settings())
    const since = new Date()
    const [first, second] = [fc.sample(FILTER, { numRuns: 9, seed }), fc.sample(FILTER, { numRuns: 9, seed: seed + 1 })]
    const teamId = await newTeam(db)
    const webhooks: Awaited<ReturnType<typeof saveWebhook>>[] = []
    for (const [i, filter] of first.entries()) {
      const webhook = { url: `${receiver.url}/${i}`, types: [...SIGNAL_TYPES], filter }
      webhooks.push(await saveWebhook(db, teamId, webhook))
    }
    const recent = Math.floor(Date.now() / 1_000 / DAY) * DAY - 60 * DAY
    const write = async (from: number) => {
      const world = records(250, 20, from).map((each) =>
        each.record === 'signal' ? { ...each, occurredAt: each.occurredAt + recent } : each,
      )
      await writeRecords(db, stamper, world)
      await stamper.stamp()
    }
    await write(seed)
    // Every second filter changes. It applies to later events, and the old one to the rest.
    const changedAt = await readHead(settings())
    for (const [i, { id }] of webhooks.entries()) {
      if (i % 2 === 1) await changeWebhook(db, teamId, id, { filter: second[i] ?? null })
    }
    await write(seed + 1)

    const events = await eventsAfter(start)
    const expected = webhooks.map((_, i) =>
      expectedIds(events, (position) => (i % 2 === 1 && position > changedAt ? second[i] : first[i]) ?? {}),
    )
    const counts = expected.map(({ length }) => length)
    assert.ok(
      events.length > 300 && counts.some((count) => count > 50) && counts.some((count) => count < 50),
      `${counts}`,
    )
    const engine = await startEngine(db)
    await until(caughtUp(engine), 'the webhooks never caught up')
    await engine.stop()
    const idsOf = (i: number) => receiver.ids(`/${i}`).sort()
    for (const [i, ids] of expected.entries())
      assert.deepEqual(idsOf(i), ids.toSorted(), JSON.stringify([first[i], second[i]]))
    for (const { id } of webhooks) {
      const lag = (await readWebhook(settings(), teamId, id))?.lag
      assert.deepEqual(lag && [lag.events, lag.exact], [0, true], 'skipped events are not behind')
    }

    // A replay of it all gets the same again, after a restart in its middle.
    for (const { id } of webhooks) await replayWebhook(db, teamId, id, since)
    const again = await startEngine(db)
    await receiver.waitFor(counts.reduce((sum, count) => sum + count, 0) + 20)
    await again.stop()
    const last = await startEngine(db)
    const isDone = async (id: string) => (await listReplays(settings(), teamId, id))[0]?.finishedAt != null
    await until(
      async () => (await Promise.all(webhooks.map(({ id }) => isDone(id)))).every(Boolean),
      'a replay never ends',
    )
    for (const [i, ids] of expected.entries()) {
      assert.deepEqual([...new Set(idsOf(i))], [...new Set(ids)].sort())
      assert.ok(idsOf(i).length >= 2 * ids.length, 'sent again')
      const [replay] = await listReplays(settings(), teamId, webhooks[i]?.id ?? '')
      assert.deepEqual([replay?.sent, replay?.failed], [ids.length, 0])
    }
    await last.stop()
    await db.pool('settings').query('delete from webhooks where team_id = $1', [teamId])
  }
})

test('once per company is exact when a process dies and another one takes over', async () => {
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  const companies = Array.from({ length: 6 }, (_, i) => `once-${i}.example`)
  let isHanging = true
  const receiver = await startReceiver((received, response) => {
    // The process dies while these are in flight.
    if (isHanging && receiver.received.length > 2) return
    response.writeHead(200).end(received.path)
  })
  const filter = { onceDays: 30 }
  const webhook = await saveWebhook(db, teamId, { url: `${receiver.url}/once`, filter })
  const write = async (round: number, domains: readonly string[]) => {
    await writeRecords(
      db,
      stamper,
      domains.flatMap((domain) => [0, 1, 2].map((i) => signal(domain, `${domain} ${round} ${i}`))),
    )
    await stamper.stamp()
  }
  await write(1, companies)
  const other = await openDatabase({ config: loadConfig({ DATABASE_URL: db.url }), log: silentLog })
  const sender = new Sender({ allowLoopback: true })
  const doomed = new Engine({
    db: other,
    log: silentLog,
    send: (post) => sender.send(post),
    box: () => box,
    maxInFlight: 64,
    leaseSeconds: 1,
  })
  cleanup(async () => {
    await doomed.stop()
    await sender.close()
  })
  await doomed.start()
  await receiver.waitFor(4)
  await other.close()
  isHanging = false
  const engine = await startEngine(db, { leaseSeconds: 1 })
  await until(async () => [...engine.endpoints].length > 0 && (await caughtUp(engine)()), 'nobody took over')
  await write(2, [...companies, 'once-new.example'])
  await until(caughtUp(engine), 'the second round never ends')
  const byCompany = Map.groupBy(receiver.received, ({ event }) => (event.company as { domain: string }).domain)
  assert.deepEqual([...byCompany.keys()].sort(), [...companies, 'once-new.example'].sort())
  for (const [domain, received] of byCompany) {
    assert.equal(new Set(received.map(({ event }) => event.eventId)).size, 1, `${domain}: more than one event`)
  }
  await engine.stop()
  const { passes } = await one<{ passes: number }>(
    settings(),
    'select count(*)::int as passes from webhook_passes where webhook_id = $1',
    [webhook.id],
  )
  assert.equal(passes, 7)
})

test('once per company counts older passes when a later filter covers more days', async () => {
  const receiver = await startReceiver()
  const { id } = await saveWebhook(db, await newTeam(db), { url: receiver.url })
  const eventOf = (ordinal: number, position: number): OutboundEvent => {
    const facts = factsOf('hiring')
    const event = {
      position,
      eventId: `wh_${position}`,
      type: 'hiring',
      signalId: `${position}`,
      body: Buffer.from('{}'),
    }
    return { ...event, facts: { ...facts, company: { ...facts.company, ordinal } } }
  }
  const [first, second] = [eventOf(1, 11), eventOf(2, 12)]
  await settings().query(
    `insert into webhook_passes (webhook_id, run, company_ordinal, position, unix) values ($1, $1, 2, 10, $2)`,
    [id, second.facts.unix - 10 * DAY],
  )
  let wake = () => {}
  const passes = new CompanyPasses(id, new PassLoader(settings()).load, () => wake())
  const decided = async (event: OutboundEvent, days: number) => {
    const woken = new Promise<void>((resolve) => {
      wake = resolve
    })
    const known = passes.decide(event, days, () => [second])
    if (known !== undefined) return known
    await woken
    return passes.decide(event, days, () => [])
  }
  assert.equal(await decided(first, 1), true)
  assert.equal(await decided(second, 30), false)
})

test('a list as a filter: only its companies pass, one that appears later joins, and other teams’ lists can’t be named', async () => {
  const teamId = await newTeam(db)
  const stamper = new Stamper(db)
  const listId = await db.transaction('settings', async (tx) => {
    const { id } = await createList(tx, 'operator', teamId, { name: 'My accounts' })
    await addAccounts(tx, 'operator', teamId, { listId: id, accounts: 'listed.example later.example' })
    return id
  })
  const receiver = await startReceiver()
  await assert.rejects(
    saveWebhook(db, await newTeam(db), { url: receiver.url, filter: { list: 'My accounts' } }),
    /has no list/,
  )
  const engine = await startEngine(db)
  const write = async (...domains: string[]) => {
    await writeRecords(
      db,
      stamper,
      domains.map((domain) => signal(domain, `list ${domain}`)),
    )
    await stamper.stamp()
  }
  const all = await saveWebhook(db, teamId, { url: `${receiver.url}/all` })
  await write('unlisted-before.example')
  await receiver.waitFor(1)
  // The pages that are cached now don't know the list.
  const { id, filter } = await saveWebhook(db, teamId, {
    url: `${receiver.url}/listed`,
    filter: { list: 'my accounts' },
  })
  assert.equal(filter?.list, 'my accounts')
  await write('listed.example', 'unlisted.example')
  await write('later.example')
  await until(caughtUp(engine), 'the list never caught up')
  const domainsAt = (path: string) =>
    receiver.received
      .filter((each) => each.path === path)
      .map(({ event }) => (event.company as { domain: string }).domain)
  assert.deepEqual(domainsAt('/listed').sort(), ['later.example', 'listed.example'])
  assert.equal(domainsAt('/all').length, 4)
  const preview = await previewFilter(settings(), ['hiring'], { list: listId })
  assert.equal(preview.passed, 2)
  assert.deepEqual(await findWebhooksOfList(settings(), teamId, listId), [
    { kind: 'webhook', id, name: `${receiver.url}/listed` },
  ])
  await changeWebhook(db, teamId, id, { filter: null })
  assert.deepEqual(await findWebhooksOfList(settings(), teamId, listId), [])
  await write('unlisted-after.example')
  await until(() => domainsAt('/listed').includes('unlisted-after.example'), 'the filter never ended')
  assert.equal((await readWebhook(settings(), teamId, all.id))?.filter, null)
  await engine.stop()
})

test('the screen shows how many of the last seven days would have passed', async () => {
  const stamper = new Stamper(db)
  const titles = ['AI SDR', 'AI SDR', 'Accountant']
  await writeRecords(
    db,
    stamper,
    titles.map((jobTitle, i) =>
      signal(`preview-${i % 2}.example`, `preview ${i}`, { fields: { jobTitle }, label: jobTitle }),
    ),
  )
  await stamper.stamp()
  const before = await previewFilter(settings(), ['hiring'], {})
  assert.equal(before.passed, before.looked)
  const named = await previewFilter(settings(), ['hiring'], { signals: 'hiring(text ~ "AI SDR")' })
  assert.deepEqual([named.looked, named.since], [before.looked, undefined])
  assert.ok(named.passed >= 2 && named.passed < named.looked)
  const none = await previewFilter(settings(), ['velocity'], { signals: 'velocity(ratio >= 100)' })
  assert.equal(none.passed, 0)
})

test('an invalid filter is rejected with the reason and the position in the clause', () => {
  const problemOf = (request: Parameters<typeof readFilter>[0], types: readonly string[] = ['hiring', 'funding']) => {
    try {
      readFilter(request, types)
      return undefined
    } catch (error) {
      assert.ok(error instanceof AppError && error.kind === 'invalid', String(error))
      return error.message
    }
  }
  const signals = (text: string) => problemOf({ signals: text })
  assert.equal(signals('hiring(title ~ "AI SDR")'), undefined)
  assert.equal(signals('hiring(title ~ "AI SDR") OR funding(amount >= 5m)'), undefined)
  assert.match(signals('hiring(titel ~ "AI SDR")') ?? '', /^The filter is wrong at character 8: .*title/)
  assert.match(signals('hiring(title ~ "AI SDR"') ?? '', /at character/)
  assert.match(signals('hiring AND funding') ?? '', /one clause per signal type, joined by OR/)
  assert.match(signals('NOT hiring') ?? '', /one clause per signal type/)
  assert.match(signals('hiring THEN funding') ?? '', /one clause per signal type/)
  assert.match(signals('"AI SDR"') ?? '', /Name the signal type/)
  assert.match(signals('hiring(count >= 3)') ?? '', /one signal at a time/)
  assert.match(signals('hiring(ai: true) OR hiring(ai: false)') ?? '', /two clauses for hiring/)
  assert.match(signals('tool(name: hubspot)') ?? '', /has a clause for tool, but the webhook is not subscribed/)
  assert.match(problemOf({ company: { countries: ['Germny'] } }) ?? '', /did you mean DE/)
  assert.match(problemOf({ company: { employes: 5 } }) ?? '', /company filters are wrong/)
  assert.match(problemOf({ company: 'DE' }) ?? '', /company filters are wrong/)
  assert.match(
    problemOf({ company: { domains: ['acme.example'] } }) ?? '',
    /put the companies that you want on a list .*--list NAME/,
  )
  for (const onceDays of [0, 366, 1.5]) assert.match(problemOf({ onceDays }) ?? '', /1 to 365 whole days/)
  assert.equal(readFilter({ signals: ' ', company: {}, onceDays: null }, ['hiring']), undefined)
})
