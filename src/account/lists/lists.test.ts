import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company, DAY, JUNE, signal } from '../../../test/harness/signals.ts'
import { type Database, many, one, type Transaction } from '../../db/index.ts'
import type { IncomingLine } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { Stamper } from '../../write/log/index.ts'
import { mergeCompanies, resolveDomains, splitCompany, writeRecords } from '../../write/write-path/index.ts'
import { createTeam } from '../teams/index.ts'
import {
  addAccounts,
  createList,
  deleteList,
  type FindListUsers,
  ListSets,
  listsOf,
  previewAccounts,
  readEntries,
  readListVersions,
  readMembers,
  removeAccounts,
  renameList,
  requireListByName,
} from './index.ts'

let db: Database
let stamper: Stamper
before(async () => {
  db = await openTestDatabase()
  stamper = new Stamper(db)
})

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction('settings', work)
async function write(...lines: IncomingLine[]) {
  await writeRecords(db, stamper, lines)
  await stamper.stamp()
}
const nobody: FindListUsers = async () => []

let teams = 0
async function newTeam() {
  const owner = { email: `lists${teams++}@example.com`, password: 'a password' }
  const { id: teamId } = await createTeam(db, { name: 'Team', plan: 'pro' }, owner)
  const create = (name: string) => inTransaction((tx) => createList(tx, 'operator', teamId, { name }))
  const add = (listId: string, accounts: string) =>
    inTransaction((tx) => addAccounts(tx, 'operator', teamId, { listId, accounts }))
  const remove = async (listId: string, accounts: string) =>
    (await inTransaction((tx) => removeAccounts(tx, 'operator', teamId, { listId, accounts }))).removed
  const drop = (listId: string, options: { force?: boolean; usersOf?: FindListUsers } = {}) =>
    inTransaction((tx) => deleteList(tx, 'operator', teamId, { listId, force: false, usersOf: nobody, ...options }))
  const rename = (listId: string, name: string) =>
    inTransaction((tx) => renameList(tx, 'operator', teamId, { listId, name }))
  return { teamId, create, add, remove, drop, rename }
}

async function domainsOf(ordinals: Iterable<number>): Promise<string[]> {
  const rows = await many<{ domain: string }>(
    db.pool('read'),
    'select domain from companies where ordinal = any($1::int[]) order by domain',
    [[...ordinals]],
  )
  return rows.map(({ domain }) => domain)
}

const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected

test('the report lists what was added: new, already there, waiting, and unreadable lines', async () => {
  await write(company('known.example'), signal('lab.known.example', 'lab-job'))
  await splitCompany(db, stamper, { domain: 'lab.known.example' })
  const { create, add } = await newTeam()
  const { id } = await create('Accounts')
  const text = 'known.example\nbuyer@mail.known.example\nhttps://lab.known.example/x\nlater.example\nnonsense'
  const expected = {
    read: 3,
    added: 3,
    alreadyThere: 0,
    waiting: 1,
    waitingDomains: ['later.example'],
    unreadable: 1,
    unreadableLines: [{ line: 5, text: 'nonsense', reason: 'it has no domain, URL or email address' }],
  }
  const preview = await previewAccounts(db.pool('read'), id, text)
  assert.deepEqual(preview, expected)
  assert.deepEqual(await add(id, text), expected)
  assert.deepEqual(await previewAccounts(db.pool('read'), id, text), { ...expected, added: 0, alreadyThere: 3 })
  assert.deepEqual(await add(id, text), { ...expected, added: 0, alreadyThere: 3 })
  assert.deepEqual(await domainsOf(await readMembers(db.pool('read'), id)), ['known.example', 'lab.known.example'])
  const waiting = await readEntries(db.pool('read'), id, { state: 'waiting', offset: 0, limit: 10 })
  assert.deepEqual(
    waiting.entries.map(({ domain, companyId }) => [domain, companyId]),
    [['later.example', null]],
  )
  const found = await readEntries(db.pool('read'), id, { find: 'LAB', offset: 0, limit: 10 })
  assert.deepEqual([found.total, found.entries[0]?.companyDomain], [1, 'lab.known.example'])
})

test('a company that appears later joins automatically; merges, splits and aliases are followed', async () => {
  const { teamId, create, add } = await newTeam()
  const sets = new ListSets(db.pool('read'))
  const { id } = await create('Followed')
  await add(id, 'late.example old-brand.example other-name.example')
  const now = async () => {
    const set = await sets.find(teamId, 'followed')
    assert.deepEqual([...set.ordinals], [...(await readMembers(db.pool('read'), id))])
    return domainsOf(set.ordinals)
  }
  assert.deepEqual(await now(), [])
  await write(company('late.example'))
  assert.deepEqual(await now(), ['late.example'])
  await write(company('brand.example'), signal('old-brand.example', 'brand-job', { occurredAt: JUNE + DAY }))
  assert.deepEqual(await now(), ['late.example', 'old-brand.example'])
  await mergeCompanies(db, stamper, { from: 'old-brand.example', into: 'brand.example' })
  assert.deepEqual(await now(), ['brand.example', 'late.example'])
  await write({ ...company('brand.example'), aliases: ['other-name.example'] })
  assert.deepEqual(await now(), ['brand.example', 'late.example'])
  await splitCompany(db, stamper, { domain: 'old-brand.example' })
  assert.deepEqual(await now(), ['brand.example', 'late.example', 'old-brand.example'])
  await splitCompany(db, stamper, { domain: 'other-name.example' })
  assert.deepEqual(await now(), ['late.example', 'old-brand.example'])
})

/** A generator of numbers, the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

test('after random changes of lists and companies, sets and membership equal a naive look-up of every domain', async () => {
  const random = randomNumbers(7)
  const { teamId, create, add, remove } = await newTeam()
  const sets = new ListSets(db.pool('read'))
  const lists = [await create('One'), await create('Two')]
  const entries = new Map(lists.map(({ id }) => [id, new Set<string>()]))
  const listAt = (n: number) => lists[n] ?? assert.fail()
  const domain = () => `r${random(12)}.example`
  const refused = (error: unknown) => assert.ok(error instanceof AppError, String(error))
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const [list, each] = [listAt(random(2)), domain()]
      entries.get(list.id)?.add(each)
      await add(list.id, each)
    },
    async () => {
      const [list, each] = [listAt(random(2)), domain()]
      entries.get(list.id)?.delete(each)
      await remove(list.id, each)
    },
    () => write(signal(domain(), `random-${random(40)}`, { occurredAt: JUNE + random(90) * DAY })).catch(refused),
    () => write({ ...company(domain()), aliases: [domain()] }),
    () => mergeCompanies(db, stamper, { from: domain(), into: domain() }).catch(refused),
    () => splitCompany(db, stamper, { domain: domain() }).catch(refused),
  ]
  for (let step = 0; step < 100; step++) {
    await steps[random(steps.length)]?.()
    if (step % 4 !== 0) continue
    for (const { id, name } of lists) {
      const listed = [...(entries.get(id) ?? [])]
      const { companies } = await resolveDomains(db.pool('read'), listed)
      const expected = [...new Set(listed.flatMap((each) => companies.get(each)?.ordinal ?? []))].sort((a, b) => a - b)
      assert.deepEqual([...(await sets.find(teamId, name)).ordinals], expected, `step ${step}`)
      const all = (await many<{ ordinal: number }>(db.pool('read'), 'select ordinal from companies')).map(
        ({ ordinal }) => ordinal,
      )
      const membership = await listsOf(db.pool('read'), [id], all)
      assert.deepEqual(
        [...membership.keys()].sort((a, b) => a - b),
        expected,
        `step ${step}`,
      )
    }
  }
})

test('a set keeps its stamp while it is the same, and unused lists are evicted', async () => {
  await write(company('stamp-a.example'), company('stamp-b.example'))
  const { teamId, create, add } = await newTeam()
  const sets = new ListSets(db.pool('read'), { maxOrdinals: 2 })
  const [one, two] = [await create('One'), await create('Two')]
  await add(one.id, 'stamp-a.example')
  await add(two.id, 'stamp-b.example')
  const first = await sets.find(teamId, 'one')
  await write(company('stamp-a.example', { employeeCount: 7 }))
  assert.equal((await sets.find(teamId, ' ONE ')).stamp, first.stamp)
  const other = await sets.find(teamId, 'Two')
  assert.notEqual(other.stamp, first.stamp)
  const again = await sets.find(teamId, 'One')
  assert.deepEqual([...again.ordinals], [...first.ordinals])
  assert.notEqual(again.stamp, first.stamp, 'it was evicted and read again')
})

test('a list has another version exactly when its entries have changed', async () => {
  await write(company('moved-a.example'), company('moved-b.example'))
  const { create, add, remove } = await newTeam()
  const { id } = await create('Followed')
  const version = async () => (await readListVersions(db.pool('read'), [id])).get(id) ?? 0
  await add(id, 'moved-a.example')
  const first = await version()
  await add(id, 'moved-a.example')
  await remove(id, 'moved-b.example')
  assert.equal(await version(), first, 'nothing was added or removed')
  await add(id, 'moved-b.example')
  await remove(id, 'moved-a.example')
  assert.equal(await version(), first + 2)
})

test('a team has at most 50 lists, however many are created at once', async () => {
  const { create, drop } = await newTeam()
  const results = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => create(`List ${n}`)))
  const created = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.deepEqual([created.length, rejected.length], [50, 10])
  assert.ok(rejected.every(code('too_many_lists')), String(rejected[0]))
  await drop(created[17]?.id ?? '')
  await create('One more')
  await assert.rejects(create('Too many'), code('too_many_lists'))
})

test('a list has at most 20,000 companies, however many are added at once; a batch that doesn’t fit adds none', async () => {
  const { create, add, remove, teamId } = await newTeam()
  const { id } = await create('Full')
  const part = (n: number) => Array.from({ length: 9_000 }, (_, i) => `part${n}-${i}.example`).join('\n')
  const results = await Promise.allSettled([add(id, part(0)), add(id, part(1)), add(id, part(2))])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  const failed = results.find((result) => result.status === 'rejected')
  assert.ok(code('list_full')(failed?.reason), String(failed?.reason))
  assert.match(String(failed?.reason), /"Full" has 18,000 of 20,000 companies: there is no room for 9,000 more/)
  const counted = async () =>
    one<{ entries: number; rows: number }>(
      db.pool('read'),
      `select entries, (select count(*)::int from list_entries where list_id = id) as rows from lists where id = $1`,
      [id],
    )
  assert.deepEqual(await counted(), { entries: 18_000, rows: 18_000 })
  const loaded = results.findIndex(({ status }) => status === 'fulfilled')
  assert.equal(await remove(id, part(loaded)), 9_000)
  assert.deepEqual(await counted(), { entries: 9_000, rows: 9_000 })
  const list = await requireListByName(db.pool('read'), teamId, 'full')
  assert.equal(list.version, 3)
})

test('names are unique in a team in any case, and free in another', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  const list = await ours.create('  My accounts ')
  assert.equal(list.name, 'My accounts')
  const results = await Promise.allSettled([ours.create('Twice'), ours.create('TWICE')])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await assert.rejects(ours.create('MY ACCOUNTS'), code('list_exists'))
  await assert.rejects(ours.rename(list.id, 'twice'), code('list_exists'))
  assert.equal((await ours.rename(list.id, 'MY Accounts')).name, 'MY Accounts')
  await theirs.create('My accounts')
  const nordics = await ours.create('NORDEN ÅÄÖ')
  await assert.rejects(ours.create('norden åäö'), code('list_exists'))
  await assert.rejects(ours.rename(list.id, 'Norden Åäö'), code('list_exists'))
  const sets = new ListSets(db.pool('read'))
  assert.equal((await sets.find(ours.teamId, ' norden åäö')).id, nordics.id)
  await assert.rejects(sets.find(ours.teamId, '\0'), /has no list/)
  for (const name of ['', '  ', 'x'.repeat(101), 'a\u200bb']) await assert.rejects(ours.create(name), AppError)
})

test('a list that something uses is only deleted with force, and the message says what uses it', async () => {
  const { teamId, create, drop } = await newTeam()
  const list = await create('Used')
  const usersOf: FindListUsers = async () => [{ kind: 'saved search', id: 'x', name: 'AI SDRs at my accounts' }]
  await assert.rejects(drop(list.id, { usersOf }), (error: AppError) => {
    assert.equal(error.code, 'list_in_use')
    assert.match(error.message, /"Used" is used by saved search "AI SDRs at my accounts"/)
    return true
  })
  await drop(list.id, { usersOf, force: true })
  await assert.rejects(requireListByName(db.pool('read'), teamId, 'Used'), /no list "Used"/)
  const { n } = await one<{ n: number }>(
    db.pool('read'),
    `select count(*)::int as n from audit_log where team_id = $1 and action = 'list.deleted' and target_name = 'Used'`,
    [teamId],
  )
  assert.equal(n, 1)
})

test('another team can’t read, change or delete a list, nor learn its name', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  const list = await ours.create('Secret targets')
  await ours.add(list.id, 'known.example')
  await theirs.create('Open targets')
  const missing = /^The team has no such list\.$/
  await assert.rejects(theirs.add(list.id, 'known.example'), { message: missing })
  await assert.rejects(theirs.remove(list.id, 'known.example'), { message: missing })
  await assert.rejects(theirs.rename(list.id, 'Mine now'), { message: missing })
  await assert.rejects(theirs.drop(list.id, { force: true }), { message: missing })
  const sets = new ListSets(db.pool('read'))
  await sets.find(ours.teamId, 'Secret targets')
  await assert.rejects(sets.find(theirs.teamId, 'Secret targets'), (error: Error) => {
    assert.match(error.message, /no list "Secret targets"/)
    assert.doesNotMatch(error.message, /did you mean/)
    return true
  })
  await assert.rejects(
    requireListByName(db.pool('read'), theirs.teamId, 'Open target'),
    /did you mean "Open targets"\?/,
  )
  assert.deepEqual((await sets.find(ours.teamId, 'Secret targets')).ordinals.length, 1)
})
