// Verdicts through the settings API and the command line, on a real database.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { reportFeedback } from '../../../eval/feedback.ts'
import { saveSearch } from '../../../test/harness/alerts.ts'
import { errorOf } from '../../../test/harness/browser.ts'
import { temporaryFolder } from '../../../test/harness/folders.ts'
import { type SettingsService, startSettings, type TestTeam } from '../../../test/harness/settings.ts'
import { company, signal } from '../../../test/harness/signals.ts'
import { typeCommand } from '../../../test/harness/type-command.ts'
import { deleteTeam } from '../../account/teams/index.ts'
import { feedbackCommands } from '../../cli/data/feedback.ts'
import { many, one } from '../../db/index.ts'
import { loadConfig } from '../../platform/config/config.ts'
import editions from '../../platform/rule-editions.json' with { type: 'json' }
import { contract, type FeedbackAboutReply, feedbackKey, type Verdict } from '../../settings-contract/index.ts'
import { Stamper } from '../../write/log/index.ts'
import { companyId, signalId, writeRecords } from '../../write/write-path/index.ts'
import { storedVerdicts } from './index.ts'

let settings: SettingsService
let team: TestTeam
let judgedSignal: { readonly kind: 'signal'; readonly signalId: string }
const acme = companyId('acme.example')

before(async () => {
  settings = await startSettings()
  await writeRecords(settings.db, new Stamper(settings.db), [company('acme.example'), signal('acme.example', 'job')])
  const { id } = await one<{ id: string }>(settings.pool, 'select id from signals')
  judgedSignal = { kind: 'signal', signalId: id }
  team = await settings.newTeam()
})

const statement = (text: string, evidence: { readonly signalId?: string } = {}): FeedbackAboutReply => ({
  kind: 'statement',
  companyId: acme,
  slice: 'ai-sdr-hiring',
  part: 'why_now',
  text,
  ...(evidence.signalId && { signalId: evidence.signalId }),
})

async function as(person: 'owner' | 'member', of = team) {
  const browser = await settings.browserOf(of[person], of.teamId)
  const give = (about: FeedbackAboutReply, verdict: Verdict, word: string | null = null) =>
    browser.send(contract.giveFeedback, { body: { about, verdict, word } })
  const withdraw = (about: FeedbackAboutReply) => browser.send(contract.withdrawFeedback, { body: { about } })
  const list = async (query: { company?: string; search?: string } = { company: acme }) =>
    (await browser.call(contract.listFeedback, { query })).entries
  return { give, withdraw, list }
}

async function stored(teamId: string) {
  const verdicts = []
  for await (const verdict of storedVerdicts(settings.pool, { teamId })) verdicts.push(verdict)
  return verdicts
}
const config = () => loadConfig({ DATABASE_URL: settings.databaseUrl })

test('each person has one verdict on a signal, which replaces the last one and can be withdrawn', async () => {
  const [owner, member] = [await as('owner'), await as('member')]
  assert.equal((await owner.give(judgedSignal, 'useful')).status, 200)
  assert.equal((await owner.give(judgedSignal, 'wrong', '  not a job \u202e ')).status, 200)
  assert.equal((await member.give(judgedSignal, 'useful')).status, 200)
  const mine = (await owner.list()).map(({ verdict, word, by, isMine }) => ({ verdict, word, by, isMine }))
  assert.deepEqual(mine, [
    { verdict: 'useful', word: null, by: team.member.email, isMine: false },
    { verdict: 'wrong', word: 'not a job', by: team.owner.email, isMine: true },
  ])
  for (let times = 0; times < 2; times++) assert.equal((await member.withdraw(judgedSignal)).status, 200)
  assert.deepEqual(
    (await member.list()).map(({ isMine }) => isMine),
    [false],
  )
})

test('a verdict keeps what it judged when the signal changes or is removed', async () => {
  const of = await settings.newTeam()
  const { give } = await as('owner', of)
  await give(judgedSignal, 'wrong')
  const [before] = await stored(of.teamId)
  const { type, source, confidence, label } = await one<Record<string, string>>(
    settings.pool,
    'select type, source, confidence, label from signals',
  )
  const kept = { kind: 'signal', type, source, confidence, statement: label, rule: 'titles', edition: editions.lines }
  assert.deepEqual({ ...before, ...kept }, before)
  assert.equal(before?.companyId, acme)
  await settings.pool.query(`update signals set label = 'Other', confidence = 1`)
  assert.deepEqual(await stored(of.teamId), [before])
  await settings.pool.query(`update signals set label = $1, confidence = $2`, [label, confidence])
})

test('a statement is stored as it was read, with its slice as the rule and its evidence', async () => {
  const of = await settings.newTeam()
  const { give, list } = await as('owner', of)
  await give(statement('“AI SDR” has been open for 12 days.', judgedSignal), 'useful')
  const [verdict] = await stored(of.teamId)
  assert.deepEqual(
    [verdict?.rule, verdict?.edition, verdict?.statement, verdict?.type],
    ['why_now/ai-sdr-hiring', editions.notes, '“AI SDR” has been open for 12 days.', 'hiring'],
  )
  await give(statement('“AI SDR” has been open for 13 days.'), 'wrong')
  assert.deepEqual(
    (await list()).map(({ verdict }) => verdict),
    ['wrong'],
    'the next day it is the same statement',
  )
  const overTime = ['was posted today', 'was posted yesterday', 'was posted 14 days ago', 'has been open for 15 days']
  assert.equal(new Set(overTime.map((open) => feedbackKey(statement(`“AI SDR” ${open}.`)))).size, 1)
  assert.notEqual(feedbackKey(statement('It raised $12M.')), feedbackKey(statement('It raised $13M.')))
})

test('an entry of an alert is judged by its own team only', async () => {
  const of = await settings.newTeam()
  const search = await saveSearch(settings.db, of.teamId, { name: 'Hiring', query: 'hiring' })
  const { id: changeId } = await one<{ id: string }>(
    settings.pool,
    `insert into search_changes (search, company, action, at, match)
     select s.n, c.ordinal, 'entered', now(), 50 from saved_searches s, companies c
      where s.id = $1 and c.id = $2 returning id`,
    [search.id, acme],
  )
  const about: FeedbackAboutReply = { kind: 'alert', changeId }
  await errorOf(await (await as('owner')).give(about, 'wrong'), 404, 'not_found')
  const { give, list } = await as('member', of)
  assert.equal((await give(about, 'wrong')).status, 200)
  assert.deepEqual(
    (await list({ search: search.id })).map((entry) => entry.about),
    [about],
  )
  const [verdict] = await stored(of.teamId)
  assert.deepEqual([verdict?.kind, verdict?.rule, verdict?.companyId], ['alert', 'alert', acme])
})

test('what does not exist can’t be judged, and a team has 1,000 verdicts a day', async () => {
  const of = await settings.newTeam()
  const { give } = await as('owner', of)
  await errorOf(await give({ kind: 'signal', signalId: signalId('nobody', 'nothing') }, 'wrong'), 404, 'not_found')
  await settings.pool.query(
    `insert into feedback (team_id, account_id, subject, kind, verdict, about, rule, edition, statement)
     select $1, $2, sha256(n::text::bytea), 'signal', 'useful', '{}', 'titles', 'e', 's' from generate_series(1, 1000) n`,
    [of.teamId, of.owner.accountId],
  )
  await errorOf(await give(judgedSignal, 'wrong'), 429, 'too_much_feedback')
  await settings.pool.query(`update feedback set given_at = now() - interval '25 hours' where team_id = $1`, [
    of.teamId,
  ])
  assert.equal((await give(judgedSignal, 'wrong')).status, 200)
})

test('operators see the shares, and the evaluation reads their export', async () => {
  const of = await settings.newTeam()
  const { give } = await as('owner', of)
  await give(judgedSignal, 'wrong', 'closed long ago')
  await give(statement('A job is open.'), 'useful')
  const { text, json } = await typeCommand(feedbackCommands, `feedback --team ${of.teamId}`, config())
  assert.match(text, /^2 verdicts of 1 team, 1 wrong: 50 %, with 95 % confidence 9–91 %\.$/m)
  assert.match(text, /^RULE +JUDGED +TEAMS +WRONG +SHARE +95 % INTERVAL$/m)
  assert.match(text, /^titles +1 +1 +1 +100 % +21–100 %$/m)
  assert.equal((json as { by: { rule: unknown[] } }).by.rule.length, 2)

  const lines = (await stored(of.teamId)).map((verdict) => JSON.stringify(verdict))
  assert.ok(!lines.join().includes(of.owner.email) && !lines.join().includes(of.owner.accountId))
  const file = join(temporaryFolder(), 'feedback.ndjson')
  writeFileSync(file, `${lines.join('\n')}\nnonsense\n`)
  const said: string[] = []
  assert.equal(await reportFeedback(file, true, (line) => said.push(line)), 1)
  assert.match(said.join('\n'), /^line 3 is not a verdict$/m)
  assert.match(said.join('\n'), /^titles +1 of 1 +100 % +21–100 %$/m)
  assert.match(said.join('\n'), /^titles \w+ {2}.*\(closed long ago\)$/m)
})

test('verdicts are deleted with their team, and lose their person with the account', async () => {
  const of = await settings.newTeam()
  await (await as('member', of)).give(judgedSignal, 'useful')
  await settings.pool.query('delete from team_members where account_id = $1', [of.member.accountId])
  await settings.pool.query('delete from accounts where id = $1', [of.member.accountId])
  const rows = () => many(settings.pool, 'select account_id from feedback where team_id = $1', [of.teamId])
  assert.deepEqual(await rows(), [{ account_id: null }])
  await settings.db.transaction('settings', (tx) => deleteTeam(tx, of.teamId))
  assert.deepEqual(await rows(), [])
})
