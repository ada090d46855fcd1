// Commands for saved searches and their alerts.

import { requireTeam } from '../../account/teams/index.ts'
import { ALERT_INTERVALS } from '../../closed-sets/alerts.ts'
import { OVERLAPS } from '../../closed-sets/webhooks.ts'
import type { Database, Transaction } from '../../db/index.ts'
import {
  type ChangeView,
  changeSearch,
  createSearch,
  type DestinationOptions,
  listSearches,
  MAX_AWAY_DAYS,
  pauseSearch,
  prepareTestMessage,
  readHistory,
  removeSearch,
  requireSearch,
  resumeSearch,
  rotateSearchSecret,
  type SearchChanges,
  type SearchView,
  type StoredSearch,
  searchView,
  selectTeamOfSearch,
  sendTestMessage,
} from '../../deliver/alerts/index.ts'
import type { Send } from '../../deliver/firehose/index.ts'
import { Sender } from '../../deliver/sending/index.ts'
import { ownUrl } from '../../http/index.ts'
import { openMailer } from '../../mail/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { lazySecretBox } from '../../platform/config/secret-box.ts'
import { choiceOf, EXAMPLE_TEAM, idOf, teamIdOf, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { table, time } from '../table.ts'
import { wholeNumber } from '../whole-number.ts'
import { withDatabase } from '../with-database.ts'
import { destinationOf, destinationOptions, requiredDestination } from './search-destination.ts'
import { webhookOptionsOf } from './webhook-arguments.ts'

const EXAMPLE_SEARCH = '9b1d7c40-0000-4000-8000-000000000000'
const HISTORY_SHOWN = 50
const MAX_HISTORY = 1_000

const searchOption = {
  value: 'ID',
  description: 'The id of the saved search: bin/pro-signal searches list shows it.',
} as const

export const searchesCommands = [
  command({
    name: 'searches create',
    summary: 'Save a search and send an alert when a new company matches it, not for those that match already.',
    options: {
      team: { ...teamOption, required: true },
      name: { value: 'NAME', required: true, description: 'The name of the search.' },
      query: { value: 'QUERY', required: true, description: 'The signal query, as in POST /api/v1/companies.' },
      filters: { value: 'JSON', description: 'Company filters as JSON, such as \'{ "countries": ["DE"] }\'.' },
      list: { value: 'NAME', description: 'Only companies of this account list.' },
      every: {
        value: 'INTERVAL',
        description: `How often alerts are sent: ${ALERT_INTERVALS.join(', ')}. Default: now. Others collect a digest.`,
      },
      away: {
        value: 'DAYS',
        description: 'How long a company must have left before it sends an alert again. Default: 7.',
      },
      ...destinationOptions,
    },
    examples: [
      `searches create --team ${EXAMPLE_TEAM} --name "AI SDRs" --query 'hiring(title ~ "AI SDR")' --slack-url-file slack-url.txt`,
      `searches create --team ${EXAMPLE_TEAM} --name "Funded, hiring" --query 'funding_ai THEN hiring:sales WITHIN 90d' --filters '{ "countries": ["DE"] }' --every day --to webhook:https://hooks.acme.example/alerts --json`,
    ],
    async run(input) {
      const teamId = teamIdOf(input)
      const request = {
        name: input.text('name'),
        query: input.text('query'),
        filters: filtersOf(input),
        every: input.maybe('every'),
        awayDays: wholeNumber(input, 'away', { to: MAX_AWAY_DAYS }),
        to: await requiredDestination(input),
      }
      const { search, signingSecret } = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) =>
          createSearch(tx, 'operator', teamId, request, destinationOptionsOf(input)),
        ),
      )
      const secret = signingSecret === undefined ? '' : secretText(signingSecret)
      return {
        text: `${secret}${unconfirmedText(search)}The id of the search is ${search.id}. It first finds the companies that match already; they send no alerts.`,
        json: { id: search.id, ...(signingSecret !== undefined && { signingSecret }) },
      }
    },
  }),
  command({
    name: 'searches list',
    words: '<team-id>',
    maxWords: 1,
    summary: 'List the saved searches of a team.',
    options: { team: teamOption },
    examples: [`searches list --team ${EXAMPLE_TEAM}`],
    async run(input) {
      const searches = await withDatabase(input, async (db) => {
        const { id } = await requireTeam(db.pool('settings'), teamIdOf(input))
        return listSearches(db.pool('settings'), id, lazySecretBox(input.config))
      })
      const rows = searches.map(({ id, name, state, companies, every, destination }) => [
        id,
        name,
        state,
        String(companies),
        every,
        destination,
      ])
      const text =
        searches.length === 0
          ? 'The team has no saved searches yet: create one with bin/pro-signal searches create.'
          : table(['id', 'name', 'state', 'companies', 'alerts', 'to'], rows)
      return { text, json: searches }
    },
  }),
  command({
    name: 'searches show',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Show a saved search: its query, state and destination.',
    options: { search: searchOption },
    examples: [`searches show ${EXAMPLE_SEARCH}`],
    run: (input) =>
      withSearch(input, async (db, teamId, id) =>
        shown(searchView(await requireSearch(db.pool('settings'), teamId, id), lazySecretBox(input.config))),
      ),
  }),
  command({
    name: 'searches edit',
    words: '<search-id>',
    maxWords: 1,
    summary:
      'Change a saved search. Options that are left out stay unchanged. With another query, filters or list it starts over, and what matches already sends no alerts.',
    options: {
      search: searchOption,
      team: { ...teamOption, description: 'The id of its team, to be sure that it is the right search.' },
      name: { value: 'NAME', description: 'The new name.' },
      query: { value: 'QUERY', description: 'The new signal query.' },
      filters: { value: 'JSON', description: "Company filters in place of all that it has. '{}' removes them." },
      list: { value: 'NAME', description: 'Only companies of this account list.' },
      'no-list': { description: 'No account list.' },
      every: { value: 'INTERVAL', description: `How often alerts are sent: ${ALERT_INTERVALS.join(', ')}.` },
      away: { value: 'DAYS', description: 'How long a company must have left before it sends an alert again.' },
      ...destinationOptions,
    },
    examples: [
      `searches edit ${EXAMPLE_SEARCH} --query 'hiring(title ~ "AI SDR") NOT tool(name: hubspot)' --every day`,
      `searches edit ${EXAMPLE_SEARCH} --filters '{ "countries": ["DE", "AT"] }' --no-list`,
      `searches edit ${EXAMPLE_SEARCH} --slack-url-file slack-url.txt`,
    ],
    run: (input) =>
      withSearch(input, async (db, teamId, id) => {
        const changes = changesOf(input, await destinationOf(input))
        const { search, signingSecret } = await db.transaction('settings', async (tx) =>
          changeSearch(tx, 'operator', teamId, id, changes, destinationOptionsOf(input)),
        )
        const { text, json } = shown(searchView(search, lazySecretBox(input.config)))
        if (signingSecret === undefined) return { text: `${unconfirmedText(search)}${text}`, json }
        return { text: `${secretText(signingSecret)}${text}`, json: { ...json, signingSecret } }
      }),
  }),
  command({
    name: 'searches rotate-secret',
    words: '<search-id>',
    maxWords: 1,
    summary:
      'Give a saved search with a webhook a new signing secret. During the overlap, requests have the signatures of both.',
    options: {
      search: searchOption,
      overlap: { value: 'TIME', description: `How long the overlap lasts: ${OVERLAPS.join(', ')}. Default: 24h.` },
    },
    examples: [`searches rotate-secret ${EXAMPLE_SEARCH} --overlap 7d`],
    run: (input) =>
      withSearch(input, async (db, teamId, id) => {
        const overlap = choiceOf('overlap', input.maybe('overlap') ?? '24h', OVERLAPS)
        const { search, signingSecret } = await db.transaction('settings', async (tx) =>
          rotateSearchSecret(tx, 'operator', teamId, id, overlap, webhookOptionsOf(input).box),
        )
        return {
          text: `${signingSecret}\n\nRequests are signed with this secret from now on.`,
          json: { ...searchView(search, lazySecretBox(input.config)), signingSecret },
        }
      }),
  }),
  command({
    name: 'searches pause',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Pause the alerts of a saved search. It keeps watching, so a resume sends nothing late.',
    options: { search: searchOption },
    examples: [`searches pause ${EXAMPLE_SEARCH}`],
    run: (input) => changed(input, (tx, teamId, id) => pauseSearch(tx, 'operator', teamId, id)),
  }),
  command({
    name: 'searches resume',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Resume the alerts of a paused or muted search.',
    options: { search: searchOption },
    examples: [`searches resume ${EXAMPLE_SEARCH}`],
    run: (input) => changed(input, (tx, teamId, id) => resumeSearch(tx, 'operator', teamId, id)),
  }),
  command({
    name: 'searches delete',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Delete a saved search with its history.',
    options: { search: searchOption },
    examples: [`searches delete ${EXAMPLE_SEARCH}`],
    run: (input) =>
      withSearch(input, async (db, teamId, id) => {
        await db.transaction('settings', async (tx) => removeSearch(tx, 'operator', teamId, id))
        return { text: `Deleted the saved search ${id}.`, json: { id, deleted: true } }
      }),
  }),
  command({
    name: 'searches test',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Send a test message to the destination of a saved search, and show the answer.',
    options: { search: searchOption },
    examples: [`searches test ${EXAMPLE_SEARCH}`, `searches test ${EXAMPLE_SEARCH} --json`],
    async run(input) {
      const sender = new Sender({ allowLoopback: input.config.ALLOW_LOOPBACK_WEBHOOKS })
      const send: Send = (post) => sender.send(post)
      try {
        return await withSearch(input, async (db, teamId, id) => {
          const options = { ...destinationOptionsOf(input), publicUrl: () => publicUrlOf(input), send }
          const test = await db.transaction('settings', (tx) => prepareTestMessage(tx, 'operator', teamId, id, options))
          const outcome = await sendTestMessage(db.pool('settings'), test, options)
          const { state, diagnosis, milliseconds, excerpt } = outcome
          return {
            text: `${diagnosis} (${milliseconds} ms)${excerpt ? `\n\n${excerpt}` : ''}`,
            json: outcome,
            exitCode: state === 'failed' ? EXIT.failed : EXIT.done,
          }
        })
      } finally {
        await sender.close()
      }
    },
  }),
  command({
    name: 'searches history',
    words: '<search-id>',
    maxWords: 1,
    summary: 'Show which companies entered and left, the signals that caused it, and which alerts were sent.',
    options: {
      search: searchOption,
      limit: { value: 'NUMBER', description: `How many to show, at most ${MAX_HISTORY}. Default: ${HISTORY_SHOWN}.` },
    },
    examples: [`searches history ${EXAMPLE_SEARCH}`, `searches history ${EXAMPLE_SEARCH} --limit 500 --json`],
    run: (input) =>
      withSearch(input, async (db, teamId, id) => {
        const limit = wholeNumber(input, 'limit', { from: 1, to: MAX_HISTORY }) ?? HISTORY_SHOWN
        const history = await readHistory(db.pool('settings'), teamId, id, { limit })
        const rows = history.map((change) => [
          time(change.at),
          change.action,
          change.company?.domain ?? '(removed)',
          ringOf(change),
          change.signals.map(({ label }) => String(label)).join('; '),
        ])
        const text =
          history.length === 0
            ? 'No company has entered or left yet.'
            : table(['at', 'what', 'company', 'rang', 'signals'], rows)
        return { text, json: history }
      }),
  }),
]

function destinationOptionsOf(input: Input): DestinationOptions {
  const { box, allowLoopback } = webhookOptionsOf(input)
  return { box: () => box, allowLoopback, mailer: openMailer(input.config, () => publicUrlOf(input)) }
}

const publicUrlOf = ({ config }: Input) => config.PUBLIC_URL ?? ownUrl(config)

const secretText = (secret: string) =>
  `${secret}\n\nThis secret signs every request (Standard Webhooks). Owners can reveal it on the screen. `

function unconfirmedText({ isAllowed, target }: Pick<StoredSearch, 'isAllowed' | 'target'>): string {
  return isAllowed === false ? `${target} gets a mail with a link first: alerts begin when it is opened. ` : ''
}

function changesOf(input: Input, to: string | undefined): SearchChanges {
  const filters = input.maybe('filters')
  const changes = {
    name: input.maybe('name'),
    query: input.maybe('query'),
    filters: filters === undefined ? undefined : parseFilters(filters),
    list: input.on('no-list') ? null : input.maybe('list'),
    every: input.maybe('every'),
    awayDays: wholeNumber(input, 'away', { to: MAX_AWAY_DAYS }),
    to,
  }
  if (Object.values(changes).some((change) => change !== undefined)) return changes
  throw new AppError('invalid', 'Say what to change, such as --query or --to: searches edit --help has examples.')
}

function filtersOf(input: Input): Record<string, unknown> {
  const text = input.maybe('filters')
  const list = input.maybe('list')
  return { ...(text === undefined ? {} : parseFilters(text)), ...(list !== undefined && { list }) }
}

function parseFilters(text: string): Record<string, unknown> {
  try {
    const filters: unknown = JSON.parse(text)
    if (typeof filters === 'object' && filters !== null && !Array.isArray(filters)) return { ...filters }
  } catch {
    // Reported below.
  }
  throw new AppError('invalid', `--filters must be a JSON object, such as '{ "countries": ["DE"] }'.`)
}

async function withSearch<T>(input: Input, work: (db: Database, teamId: string, id: string) => Promise<T>): Promise<T> {
  const id = idOf(input, 'search')
  return withDatabase(input, async (db) => {
    const teamId = await selectTeamOfSearch(db.pool('settings'), id)
    if (teamId === undefined || (input.maybe('team') ?? teamId) !== teamId)
      throw new AppError('not_found', `There is no saved search ${id}.`)
    return work(db, teamId, id)
  })
}

function changed(
  input: Input,
  change: (tx: Transaction, teamId: string, id: string) => ReturnType<typeof pauseSearch>,
): Promise<{ text: string; json: SearchView }> {
  return withSearch(input, async (db, teamId, id) =>
    shown(
      searchView(await db.transaction('settings', async (tx) => change(tx, teamId, id)), lazySecretBox(input.config)),
    ),
  )
}

function shown(search: SearchView): { text: string; json: SearchView } {
  const { name, query, filters, list, every, awayDays, destination, target, state, reason } = search
  const lines = [
    `${name} (${search.id})`,
    `query: ${query}`,
    ...(Object.keys(filters).length > 0 ? [`filters: ${JSON.stringify(filters)}`] : []),
    ...(list === null ? [] : [`list: ${list}`]),
    `state: ${state}. ${reason}`,
    destination === 'today' ? 'alerts: none, shown on Today' : `alerts: ${every}, to ${destination} ${target}`,
    `a company must have left for ${awayDays} days before it sends an alert again`,
  ]
  return { text: lines.join('\n'), json: search }
}

function ringOf({ action, silence, message }: ChangeView): string {
  if (action === 'left') return ''
  if (silence) return `no: ${silence}`
  return message ? message.state : 'yes'
}
