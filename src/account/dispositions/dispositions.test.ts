import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openTestDatabase } from '../../../test/harness/database.ts'
import { company } from '../../../test/harness/signals.ts'
import { MAX_DISPOSITIONS, MAX_SNOOZE_DAYS } from '../../closed-sets/dispositions.ts'
import { type Database, one, type Transaction } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { Stamper } from '../../write/log/index.ts'
import { companyId, mergeCompanies, writeRecords } from '../../write/write-path/index.ts'
import { insertAccount } from '../accounts/index.ts'
import { createTeam } from '../teams/index.ts'
import { clearDisposition, setDisposition } from './change-dispositions.ts'
import { type Decision, type Member, readHiddenCompanies, selectDispositions } from './queries.ts'

let db: Database
let teamId: string
const NOT_A_FIT: Decision = { kind: 'not_a_fit', until: null }

before(async () => {
  db = await openTestDatabase()
  const domains = ['acme.example', 'globex.example', 'old-brand.example', 'brand.example']
  await writeRecords(
    db,
    new Stamper(db),
    domains.map((domain) => company(domain)),
  )
  const owner = { email: 'owner@example.com', password: 'a password' }
  teamId = (await createTeam(db, { name: 'Team', plan: 'pro' }, owner)).id
})

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction('settings', work)
const settings = () => db.pool('settings')
let members = 0

async function newMember(): Promise<Member> {
  const accountId = await insertAccount(settings(), `m${members++}@example.com`, 'none', { proven: false })
  await settings().query(`insert into team_members (team_id, account_id, role) values ($1, $2, 'member')`, [
    teamId,
    accountId,
  ])
  return { teamId, accountId }
}

const set = (member: Member, domain: string, decision: Decision) =>
  inTransaction((tx) => setDisposition(tx, member, companyId(domain), decision))
const shownOf = async (member: Member) =>
  (await selectDispositions(settings(), member)).map(({ companyId: id, kind, until }) => ({ id, kind, until }))

async function dayIn(days: number): Promise<string> {
  const { day } = await one<{ day: string }>(
    settings(),
    `select to_char((now() at time zone 'utc')::date + $1::int, 'YYYY-MM-DD') as day`,
    [days],
  )
  return day
}

const invalid = (error: unknown) => error instanceof AppError && error.kind === 'invalid'

test('a person’s decisions affect only that person, and setting the previous one undoes a change', async () => {
  const [ann, bob] = [await newMember(), await newMember()]
  const until = await dayIn(7)
  assert.equal((await set(ann, 'acme.example', { kind: 'snoozed', until })).previous, undefined)
  const { previous } = await set(ann, 'acme.example', NOT_A_FIT)
  assert.deepEqual(previous, { kind: 'snoozed', until })
  assert.deepEqual(await shownOf(ann), [{ id: companyId('acme.example'), ...NOT_A_FIT }])
  assert.deepEqual(await shownOf(bob), [])
  await set(ann, 'acme.example', previous as Decision)
  assert.deepEqual(await shownOf(ann), [{ id: companyId('acme.example'), kind: 'snoozed', until }])
  await inTransaction((tx) => clearDisposition(tx, ann, companyId('acme.example')))
  await inTransaction((tx) => clearDisposition(tx, ann, companyId('acme.example')))
  assert.deepEqual(await shownOf(ann), [])
})

test('a snoozed company is hidden until its day, and a day must be ahead, within a year', async () => {
  const ann = await newMember()
  for (const days of [-1, 0, MAX_SNOOZE_DAYS + 1]) {
    await assert.rejects(set(ann, 'acme.example', { kind: 'snoozed', until: await dayIn(days) }), invalid)
  }
  await assert.rejects(set(ann, 'acme.example', { kind: 'snoozed', until: null }), invalid)
  await assert.rejects(set(ann, 'acme.example', { kind: 'not_a_fit', until: await dayIn(1) }), invalid)
  await set(ann, 'acme.example', { kind: 'snoozed', until: await dayIn(1) })
  assert.equal((await readHiddenCompanies(settings(), ann)).size, 1)
  // The day has come.
  await settings().query(`update dispositions set until = until - 1 where account_id = $1`, [ann.accountId])
  assert.equal((await readHiddenCompanies(settings(), ann)).size, 0)
  assert.deepEqual(await shownOf(ann), [])
})

test('a decision about a company applies to the one that it is merged into', async () => {
  const ann = await newMember()
  await set(ann, 'old-brand.example', NOT_A_FIT)
  await mergeCompanies(db, new Stamper(db), { from: 'old-brand.example', into: 'brand.example' })
  assert.deepEqual(await shownOf(ann), [{ id: companyId('brand.example'), ...NOT_A_FIT }])
  await inTransaction((tx) => clearDisposition(tx, ann, companyId('brand.example')))
  assert.deepEqual(await shownOf(ann), [])
})

test('a person has a bounded number of them, expired snoozes don’t count, and all are deleted with the membership', async () => {
  const ann = await newMember()
  const values = [ann.teamId, ann.accountId]
  await settings().query(`alter table dispositions drop constraint dispositions_company_fkey`)
  await settings().query(
    `insert into dispositions (team_id, account_id, company, kind)
     select $1, $2, n, 'not_a_fit' from generate_series(100001, 100000 + ${MAX_DISPOSITIONS}) n`,
    values,
  )
  await assert.rejects(
    set(ann, 'globex.example', NOT_A_FIT),
    (error) => error instanceof AppError && error.code === 'too_many_dispositions',
  )
  await settings().query(
    `update dispositions set kind = 'snoozed', until = '2020-01-01' where account_id = $1 and company = 100001`,
    [ann.accountId],
  )
  await set(ann, 'globex.example', NOT_A_FIT)
  await settings().query(`delete from team_members where team_id = $1 and account_id = $2`, values)
  const { n } = await one<{ n: number }>(
    settings(),
    `select count(*)::int as n from dispositions where account_id = $1`,
    [ann.accountId],
  )
  assert.equal(n, 0)
})
