// Sends a test message to the destination of a saved search, the way alerts are sent. It has no side effects: it is not
// an attempt of an alert, doesn't count as a failure, and a 410 doesn't pause. Two steps: the first reads and records
// in a transaction; the second waits for the receiver with no transaction open.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockTeam } from '../../account/accounts/index.ts'
import { type Actor, recordAudit } from '../../account/audit/index.ts'
import { type MessageState, SLACK_HOSTS } from '../../closed-sets/alerts.ts'
import { maybeOne, one, type Queryable, type Transaction } from '../../db/index.ts'
import { type MailContent, noMail, readProgress } from '../../mail/index.ts'
import { publicSignal } from '../../meaning/signals/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { matchAt, parseSignalQuery, ranking } from '../../query/index.ts'
import type { SummaryFacts } from '../../settings-contract/index.ts'
import { isSuccess, type Send } from '../firehose/index.ts'
import { readCompanies } from './matching/read-companies.ts'
import {
  type AlertCompany,
  type AlertLinks,
  MAX_SIGNALS,
  type TestContent,
  webhookTestBody,
} from './messages/alert-content.ts'
import { testMail } from './messages/alert-mail.ts'
import { alertPost, type StoredTarget } from './messages/alert-post.ts'
import { alertLinks } from './messages/mute-links.ts'
import { statedNotMonitored } from './messages/not-monitored.ts'
import { COMPANY_FACTS } from './messages/outbox-queries.ts'
import { slackTestMessage } from './messages/slack-message.ts'
import { explainAnswer } from './searches/answer-texts.ts'
import { type DestinationOptions, INSTEAD_OF_MAIL } from './searches/destination.ts'
import { recordTest, type StoredSearch } from './searches/saved-search-queries.ts'
import { requireSearch } from './searches/saved-searches.ts'
import { readNow } from './searches/watcher-queries.ts'

export interface TestOptions extends DestinationOptions {
  /** Where people reach the screen, without a trailing slash. */
  readonly publicUrl: () => string
  readonly send: Send
}

/** Of one team. */
const MAX_TESTS = 10
const TESTS_MINUTES = 10

interface TestMessage {
  readonly stored: StoredTarget
  readonly content: TestContent
  readonly links: AlertLinks
  /** Of a mail, which waits in the outbox. */
  readonly about: string
}

export interface TestOutcome {
  readonly state: MessageState
  readonly status: number | null
  readonly milliseconds: number
  /** The first part of the answer. */
  readonly excerpt: string | null
  /** In words. */
  readonly diagnosis: string
}

/** The test is recorded before it is sent, whatever the result. A mail is put into the outbox here. */
export async function prepareTestMessage(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  id: string,
  options: TestOptions,
): Promise<TestMessage> {
  // Counting and recording are one step: tests of one team wait for each other.
  await lockTeam(tx, teamId)
  const search = await requireSearch(tx, teamId, id)
  if (!search.hasAccess) {
    throw new AppError('forbidden', 'The team has no API access: its saved searches send no alerts.', {
      code: 'api_access_required',
    })
  }
  if (search.destination === 'today') throw sendsNothing()
  if (search.isAllowed === false) throw notConfirmed()
  await limitTests(tx, teamId)
  await recordAudit(tx, actor, teamId, { action: 'search.tested', target: { id, name: search.name } })
  const now = await readNow(tx)
  const content = await contentOf(tx, search, now)
  const links = alertLinks(options.publicUrl(), options.box(), id, now)
  const about = `alert-test:${content.messageId}`
  const { target } = search
  if (search.destination === 'mail') {
    if (!options.mailer) throw noMail(INSTEAD_OF_MAIL)
    const mail: MailContent = testMail(content, links)
    await options.mailer.enqueue(tx, { kind: 'alert', to: target, teamId, about, content: mail })
  }
  const secrets = await one<Pick<StoredTarget, 'signingSecret' | 'previousSecret' | 'previousSecretUntil'>>(
    tx,
    `select signing_secret as "signingSecret", previous_secret as "previousSecret",
            (extract(epoch from previous_secret_until) * 1000)::float8 as "previousSecretUntil"
       from saved_searches where n = $1`,
    [search.n],
  )
  return { stored: { searchId: id, destination: search.destination, target, ...secrets }, content, links, about }
}

export async function sendTestMessage(
  db: Queryable,
  test: TestMessage,
  options: Pick<TestOptions, 'send' | 'box'>,
): Promise<TestOutcome> {
  const outcome = await sendAndWait(db, test, options)
  if (outcome.state === 'sent') await recordTest(db, test.stored.searchId)
  return outcome
}

async function sendAndWait(
  db: Queryable,
  { stored, content, links, about }: TestMessage,
  { send, box }: Pick<TestOptions, 'send' | 'box'>,
): Promise<TestOutcome> {
  const { destination } = stored
  if (destination === 'mail') return mailOutcome(db, about)
  const body = destination === 'slack' ? slackTestMessage(content, links) : webhookTestBody(content)
  const post = alertPost(stored, body, box)
  const result = await send({ ...post, test: true })
  const hasAnswer = result.outcome === 'response'
  const status = result.status ?? null
  const excerpt = hasAnswer ? result.excerpt : null
  const milliseconds = Math.round(result.latencyMs)
  if (isSuccess(result)) {
    const receiver = SLACK_HOSTS.includes(new URL(post.url).hostname) ? 'Slack' : 'The endpoint'
    return { state: 'sent', status, milliseconds, excerpt, diagnosis: `${receiver} accepted the test message.` }
  }
  const answer = hasAnswer
    ? { status, reason: null, excerpt }
    : { status, reason: result.reason, excerpt: result.message }
  return { state: 'failed', status, milliseconds, excerpt, diagnosis: explainAnswer(destination, answer) }
}

const MAIL_WAIT_MS = 8_000
const MAIL_POLL_MS = 250

/** The node that sends mail picks it up within a moment. If not, the mail is still sent later. */
async function mailOutcome(db: Queryable, about: string): Promise<TestOutcome> {
  const begun = performance.now()
  for (;;) {
    const progress = (await readProgress(db, [about])).get(about)
    const milliseconds = Math.round(performance.now() - begun)
    const { state = 'waiting', answer = null } = progress ?? {}
    const reply = { state, status: null, milliseconds, excerpt: answer }
    if (state === 'sent') return { ...reply, diagnosis: 'The mail server accepted the test message.' }
    if (state === 'failed') return { ...reply, diagnosis: 'The mail server refused the test message.' }
    if (milliseconds >= MAIL_WAIT_MS)
      return { ...reply, diagnosis: 'The mail server hasn’t accepted it yet. We’ll try again.' }
    await sleep(MAIL_POLL_MS)
  }
}

async function limitTests(tx: Transaction, teamId: string): Promise<void> {
  const { tests } = await one<{ tests: number }>(
    tx,
    `select count(*)::int as tests from audit_log
      where team_id = $1 and action = 'search.tested' and at > now() - interval '${TESTS_MINUTES} minutes'`,
    [teamId],
  )
  if (tests < MAX_TESTS) return
  const message = `A team can send ${MAX_TESTS} test messages in ${TESTS_MINUTES} minutes: try again later.`
  throw new AppError('throttled', message, { code: 'too_many_tests', retryAfterSeconds: TESTS_MINUTES * 60 })
}

const sendsNothing = () =>
  new AppError(
    'invalid',
    'This alert sends no messages: its companies are shown on Today. Choose a destination first.',
    {
      field: 'to',
    },
  )

const notConfirmed = () =>
  new AppError('conflict', 'This address hasn’t been confirmed yet: open the link in the confirmation email.', {
    code: 'not_confirmed',
  })

async function contentOf(tx: Transaction, search: StoredSearch, now: number): Promise<TestContent> {
  const { id, name, isNew, members, problem } = search
  const isKnown = !isNew && problem === null
  return {
    messageId: randomUUID(),
    search: { id, name },
    matching: isKnown ? members : undefined,
    example: isKnown && members > 0 ? await exampleOf(tx, search, now) : undefined,
    sentAt: new Date(now * 1_000).toISOString(),
  }
}

interface ExampleRow {
  readonly ordinal: number
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly logo: string | null
  readonly facts: SummaryFacts
  readonly at: Date
  readonly [column: string]: unknown
}

/** The most active one, with the signals that make it match now. */
async function exampleOf(tx: Transaction, { n, query }: StoredSearch, now: number): Promise<AlertCompany | undefined> {
  const row = await maybeOne<ExampleRow>(
    tx,
    `select o.ordinal, o.id, o.name, o.domain, o.logo, ${COMPANY_FACTS} as facts, m.entered_at as at
       from search_members m join companies o on o.ordinal = m.company
       left join company_ranks r on r.company_ordinal = o.ordinal
      where m.search = $1 and m.left_at is null order by r.heat_key desc nulls last, m.company limit 1`,
    [n],
  )
  if (!row) return undefined
  const { ordinal, id, name, domain, logo, facts, at } = row
  const read = (await readCompanies(tx, [ordinal])).get(ordinal)
  const ranked =
    read &&
    ranking(parseSignalQuery(query), read.signals, now, {
      limit: MAX_SIGNALS,
      employeeCount: read.company.employeeCount,
    })
  if (!ranked) return undefined
  return {
    eventId: '',
    company: { id, name, domain, logo },
    facts,
    match: matchAt(ranked.matchKey, now),
    signals: ranked.shown.map(publicSignal),
    ...statedNotMonitored(query, read.company.looked),
    occurredAt: at.toISOString(),
  }
}
