// What a dossier says beyond its windows: jobs in a new country, features of the website, how often and when a job was posted. And what
// it asks only once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fact, job, KNOWN, NOW, round, SERIES_A, textAbout, tool } from '../../../../test/harness/note-facts.ts'
import type { Signal } from '../../../meaning/signals/index.ts'
import { SIGNAL_TYPES } from '../../../meaning/types/index.ts'
import { slicesOf } from '../membership.ts'
import { quietNotesOf } from '../quiet-notes.ts'
import { shippedSlices } from '../shipped.ts'

const LOOKED = { hiring: KNOWN, tool: KNOWN, web: KNOWN, funding: KNOWN }

const windowsOf = (signals: readonly Signal[]) =>
  slicesOf(shippedSlices(), signals, NOW, SIGNAL_TYPES, 'unknown', LOOKED, 120)
const textOfAll = (signals: readonly Signal[]) =>
  windowsOf(signals)
    .map(({ notebook: { whyNow, talkingPoints } }) => [whyNow, ...talkingPoints].join(' '))
    .join('\n')
const quiet = (signals: readonly Signal[]) =>
  quietNotesOf(shippedSlices(), { signals, asOf: NOW, coverage: LOOKED, employeeCount: 120 }, 'unknown') ??
  assert.fail('nothing is known')

const feature = fact('web', 16, { kind: 'ai_feature', change: 'launched' }, { label: 'AI forecasts announced' })
const abroad = { function: 'sales', country: 'US', newCountry: true }

test('a first job in a country is said and asked about, once, where it opens no window', () => {
  const seller = job('Account Executive', 3, { ...abroad, first: true })
  const told = /Among the first jobs seen there: “Account Executive” in the United States\./g
  for (const text of [textOfAll([seller]), textOfAll([seller, round(5, SERIES_A)]), quiet([seller]).known]) {
    assert.equal(text.match(told)?.length, 1, text)
  }
  assert.match(
    textOfAll([seller]),
    /You are hiring for “Account Executive” in the United States: what has to work there/,
  )
  const opening = job('Account Executive', 3, { ...abroad, first: true, opensCountry: true })
  assert.doesNotMatch(textOfAll([opening]), told)
  assert.doesNotMatch(quiet([job('Account Executive', 120, abroad)]).known, told)
})

test('a new AI feature of the website is said and asked about, in windows and without one', () => {
  const told = /New on the website: “AI forecasts announced”, first seen 16 days ago\./
  const asked = /Your website shows “AI forecasts announced”: who uses it so far/
  const windows = textOfAll([feature, job('AI SDR', 2, { function: 'sales' })])
  assert.match(windows, told)
  assert.match(windows, asked)
  assert.match(quiet([feature]).known, told)
  assert.match(quiet([feature]).talkingPoints.join(' '), asked)
})

test('beside an older search for a leader, a newer one is said to be new', () => {
  const lead = (title: string, days: number) => job(title, days, { function: 'sales', seniority: 'director' })
  const vp = job('VP of Sales', 55, { function: 'sales', seniority: 'vp' })
  const text = '{job.title} {job.open}[, with {jobs.others}][, {jobs.aged}].'
  const query = 'hiring(function: sales, seniority: director|vp)'
  assert.equal(
    textAbout(query, text, [vp, lead('Head of Sales DACH', 0), lead('Head of Sales UK', 45)]),
    '“VP of Sales” has been open for 55 days, with “Head of Sales DACH” and “Head of Sales UK”, one of them posted today, one open for 45 days.',
  )
  assert.match(textAbout(query, text, [vp, lead('Head of Sales DACH', 0)]), /“Head of Sales DACH”, posted today\.$/)
})

test('quiet: how many were posted this week, how often each, and when', () => {
  const agents = ['Utrecht', 'Paris', 'Lyon'].map((location, at) =>
    job('Support Agent', at, { function: 'support', location }),
  )
  const { known, talkingPoints } = quiet([...agents, job('Office Manager', 70, { function: 'operations' })])
  assert.match(
    known,
    /They have 4 open jobs, 3 of them in support, 3 of them posted in the last 7 days; the newest: “Support Agent” \(3 places, the newest posted today\) and “Office Manager” \(posted 70 days ago\)\./,
  )
  assert.match(
    talkingPoints[0] ?? '',
    /^You have posted 3 jobs “Support Agent” in the last 3 days: what is behind that/,
  )
  assert.doesNotMatch(talkingPoints.join(' '), /You are hiring most in support/)
})

test('quiet: jobs that were all asked about by their age are not asked about again', () => {
  const builder = (title: string, days: number) => job(title, days, { function: 'engineering', ai: true })
  const [old, older] = [builder('ML Engineer', 73), builder('AI Engineer', 113)]
  const asked = (signals: readonly Signal[]) => quiet(signals).talkingPoints.join(' ')
  assert.match(asked([old, older]), /an “AI Engineer” for 113 days and an “ML Engineer” for 73 days: which of the two/)
  assert.doesNotMatch(asked([old, older]), /what will they build/)
  assert.match(
    asked([old, older, builder('NLP Engineer', 2)]),
    /You are hiring for “NLP Engineer”.*what will they build/,
  )
})

test('quiet: a job of last season is not named among the newest', () => {
  const clerks = [job('Clerk', 8), job('Driver', 9), job('Cook', 101)]
  assert.match(quiet(clerks).known, /the newest: “Clerk” \(posted 8 days ago\) and “Driver”/)
  assert.match(quiet([job('Clerk', 8), job('Cook', 101)]).known, /They are hiring for “Clerk” \(posted 8 days ago\)\./)
})

test('quiet: a move that an ad states is asked about, though another ad works in the old tool', () => {
  const desk = (name: string, evidence: string) =>
    tool(name, 0, 'in_use', { category: 'customer_support', evidence }, { confidence: 0.6 })
  const old = desk('Zendesk', 'Our support team answers 2,000 tickets a week in Zendesk.')
  const moving = quiet([old, desk('Intercom', 'We are moving from Zendesk to Intercom this quarter.')])
  assert.match(moving.known, /A job ad says: “We are moving from Zendesk to Intercom this quarter”\./)
  assert.match(moving.known, /Likely in use: Zendesk;/)
  assert.match(moving.talkingPoints[0] ?? '', /^Your ad speaks of a move from Zendesk to Intercom: how far along/)
  const both = quiet([old, desk('Intercom', 'We answer in Intercom, and in Zendesk for Japan.')])
  assert.doesNotMatch(`${both.known} ${both.talkingPoints}`, /move|moving/)
})

test('quiet: an AI tool and a single job are asked about by what they are for', () => {
  const model = tool('LangChain', 300, 'in_use', { category: 'ai_framework', ai: true })
  assert.deepEqual(quiet([model, job('Accountant', 5, { function: 'finance' })]).talkingPoints, [
    'You use LangChain: what is built with it, and how do you test what it answers?',
    'You are hiring for “Accountant”: how long does the close of a month take without it?',
  ])
})

test('an older post of a title that matched is another one', () => {
  const engineer = (title: string, days: number) => job(title, days, { function: 'security' })
  const recent = [engineer('Security Engineer', 3), engineer('Security Engineer', 9)]
  assert.match(
    textOfAll([...recent, engineer('Security Engineer', 106)]),
    /; another “Security Engineer” has been open for 106/,
  )
  assert.match(textOfAll([...recent, engineer('CISO Assistant', 106)]), /; “CISO Assistant” has been open for 106 days/)
})

test('one job is asked about once in a window, also where it has been open for long', () => {
  const page = fact('web', 1, { kind: 'mcp_endpoint', change: 'launched' })
  const engineer = job('Vision Engineer', 87, { function: 'engineering', ai: true })
  const text = textOfAll([page, engineer])
  assert.match(text, /You are hiring for “Vision Engineer”: is that for/)
  assert.doesNotMatch(text, /You have been looking for a “Vision Engineer”/)
})

test('a round is asked about by the jobs that were posted since, and by one of function and titles', () => {
  const engineers = ['Backend Engineer', 'Data Engineer', 'QA Engineer'].map((title, at) =>
    job(title, 5 + at, { function: 'engineering' }),
  )
  const asked = (signals: readonly Signal[]) =>
    textOfAll([round(40, { ...SERIES_A, instrument: 'equity' }), ...signals])
  assert.match(asked([job('SDR', 38, { function: 'sales' })]), /You are hiring for “SDR”: is that what the \$9M/)
  assert.doesNotMatch(asked([job('SDR', 48, { function: 'sales' })]), /is that what the \$9M/)
  assert.match(asked(engineers), /You are hiring most in engineering: is that where the money goes first/)
  assert.doesNotMatch(asked(engineers), /is that what the \$9M/)
})

test('a tool that takes the place of another is asked about from one side', () => {
  const warehouse = { category: 'data_warehouse' }
  const text = textOfAll([
    job('Data Engineer', 5, { function: 'data' }),
    tool('Snowflake', 35, 'adopted', warehouse),
    tool('Amazon Redshift', 30, 'dropped', warehouse),
  ])
  assert.match(text, /You dropped Amazon Redshift: has all of it moved to Snowflake/)
  assert.doesNotMatch(text, /Does Snowflake do all that/)
})
