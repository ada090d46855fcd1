// Commands for the webhooks themselves. webhook-delivery.ts has those for their delivery.

import { requireTeam } from '../../account/teams/index.ts'
import { OVERLAPS } from '../../closed-sets/webhooks.ts'
import {
  changeWebhook,
  createWebhook,
  listAttempts,
  listGaps,
  listReplays,
  listWebhooks,
  readHold,
  removeWebhook,
  requireWebhook,
  rotateSigningSecret,
  rotateWebhookKey,
} from '../../deliver/firehose/index.ts'
import { SIGNAL_TYPES } from '../../meaning/types/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { choiceOf, EXAMPLE_TEAM, teamIdOf, teamOption } from '../arguments.ts'
import { command } from '../command.ts'
import { columns, table, time } from '../table.ts'
import { wholeNumber } from '../whole-number.ts'
import { withDatabase } from '../with-database.ts'
import { EXAMPLE_WEBHOOK, webhookOf, webhookOption, webhookOptionsOf } from './webhook-arguments.ts'
import { filterOf, filterOptions } from './webhook-filters.ts'
import { describeWebhook, holdNotice, lagOf, progressOf } from './webhook-output.ts'

const MAX_ATTEMPTS_SHOWN = 20

export const webhooksCommands = [
  command({
    name: 'webhooks create',
    summary: 'Create a webhook for a team. It receives events from now on.',
    options: {
      team: { ...teamOption, required: true },
      name: { value: 'NAME', description: 'What to call it, up to 100 characters. Default: its URL.' },
      url: { value: 'URL', required: true, description: 'Where events are sent: a public HTTPS URL.' },
      types: {
        value: 'LIST',
        required: true,
        description: `The signal types, separated by commas: ${SIGNAL_TYPES.join(',')}.`,
      },
      ...filterOptions,
      'in-flight': { value: 'NUMBER', description: 'How many requests may be in flight at once. Default: 16.' },
      'per-second': { value: 'NUMBER', description: 'How many requests may be sent per second. Default: no limit.' },
    },
    examples: [
      `webhooks create --team ${EXAMPLE_TEAM} --url https://hooks.acme.example/pro-signal --types hiring,funding`,
      `webhooks create --team ${EXAMPLE_TEAM} --url https://hooks.acme.example/in --types tool --per-second 20 --json`,
      `webhooks create --team ${EXAMPLE_TEAM} --url https://hooks.acme.example/in --types hiring --filter 'hiring(title ~ "AI SDR")' --company-filters '{"countries": ["DE"]}' --once-per-company 30d`,
    ],
    async run(input) {
      const request = {
        name: input.maybe('name'),
        url: input.text('url'),
        types: typesOf(input.text('types')),
        filter: filterOf(input),
        mostInFlight: wholeNumber(input, 'in-flight'),
        mostPerSecond: wholeNumber(input, 'per-second'),
      }
      const teamId = teamIdOf(input)
      const webhook = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) =>
          createWebhook(tx, 'operator', teamId, request, webhookOptionsOf(input)),
        ),
      )
      return {
        text: `${columns(
          [
            ['webhook id', webhook.id],
            ['auth key', webhook.authKey],
            ['signing secret', webhook.signingSecret],
          ],
          '',
        )}\n\nThe auth key is sent as a bearer token with every event. The signing secret proves that a request is ours (Standard Webhooks). The team can reveal both again.`,
        json: webhook,
      }
    },
  }),
  command({
    name: 'webhooks update',
    words: '<webhook-id>',
    maxWords: 1,
    summary:
      'Change a webhook. Options that are left out stay unchanged; a filter applies to events written from now on.',
    options: {
      webhook: webhookOption,
      name: { value: 'NAME', description: 'What to call it, up to 100 characters. Empty: its URL.' },
      url: { value: 'URL', description: 'Where events are sent: a public HTTPS URL.' },
      types: { value: 'LIST', description: `The signal types, separated by commas: ${SIGNAL_TYPES.join(',')}.` },
      ...filterOptions,
      'in-flight': { value: 'NUMBER', description: 'How many requests may be in flight at once.' },
      'per-second': { value: 'NUMBER', description: 'How many requests may be sent per second.' },
    },
    examples: [
      `webhooks update ${EXAMPLE_WEBHOOK} --filter 'hiring(function: sales)' --once-per-company 7d`,
      `webhooks update ${EXAMPLE_WEBHOOK} --filter none --company-filters none --once-per-company none`,
    ],
    async run(input) {
      return withDatabase(input, async (db) => {
        const { teamId, id } = await webhookOf(db, input)
        const types = input.maybe('types')
        const webhook = await db.transaction('settings', async (tx) => {
          const { filter } = await requireWebhook(tx, teamId, id)
          const changes = {
            name: input.maybe('name'),
            url: input.maybe('url'),
            types: types === undefined ? undefined : typesOf(types),
            mostInFlight: wholeNumber(input, 'in-flight'),
            mostPerSecond: wholeNumber(input, 'per-second'),
            filter: filterOf(input, filter ?? {}),
          }
          if (Object.values(changes).every((change) => change === undefined)) {
            throw new AppError(
              'invalid',
              'Say what to change, for example --filter. See bin/pro-signal webhooks update --help.',
            )
          }
          return changeWebhook(tx, 'operator', teamId, id, changes, webhookOptionsOf(input))
        })
        return { text: describeWebhook(webhook), json: webhook }
      })
    },
  }),
  command({
    name: 'webhooks list',
    words: '<team-id>',
    maxWords: 1,
    summary: 'List the webhooks of a team with their state and lag.',
    options: { team: teamOption },
    examples: [`webhooks list --team ${EXAMPLE_TEAM}`],
    async run(input) {
      const teamId = teamIdOf(input)
      const { webhooks, hold } = await withDatabase(input, async (db) => {
        await requireTeam(db.pool('settings'), teamId)
        return {
          webhooks: await listWebhooks(db.pool('settings'), teamId),
          hold: await readHold(db.pool('settings')),
        }
      })
      const rows = webhooks.map((webhook) => [
        webhook.id,
        webhook.name ?? '',
        maskUrl(webhook.url),
        webhook.types.join(','),
        webhook.condition,
        lagOf(webhook),
        time(webhook.lastSuccessAt),
      ])
      const text =
        webhooks.length === 0
          ? 'The team has no webhooks yet: create one with bin/pro-signal webhooks create.'
          : table(['id', 'name', 'url', 'types', 'state', 'lag', 'last success'], rows)
      return { text: `${holdNotice(hold)}${text}`, json: webhooks }
    },
  }),
  command({
    name: 'webhooks show',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Show a webhook: its state, lag, gaps, replays and latest attempts.',
    options: { webhook: webhookOption },
    examples: [`webhooks show ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const pool = db.pool('settings')
        const { teamId, id } = await webhookOf(db, input)
        const webhook = await requireWebhook(pool, teamId, id)
        const [hold, gaps, replays, attempts] = [
          await readHold(pool),
          await listGaps(pool, teamId, id),
          await listReplays(pool, teamId, id),
          await listAttempts(pool, teamId, id, { limit: MAX_ATTEMPTS_SHOWN }),
        ]
        const rows = attempts.map((attempt) => [
          time(attempt.at),
          attempt.eventId ?? `position ${attempt.position}`,
          `${attempt.lane} ${attempt.attempt}`,
          attempt.reason === null ? `${attempt.status}` : `${attempt.status ?? attempt.reason}`,
          `${attempt.latencyMs} ms`,
        ])
        const text = [
          `${holdNotice(hold)}${describeWebhook(webhook)}`,
          ...replays.map((replay) => `replay ${replay.id}: ${progressOf(replay)}`),
          ...gaps.map(({ at, counts }) => `gap ${time(at)}: ${describeCounts(counts)}`),
          '',
          attempts.length === 0
            ? 'No attempts in the last 30 days.'
            : table(['at', 'event', 'attempt', 'outcome', 'took'], rows),
        ].join('\n')
        return { text, json: { ...webhook, firehoseHeld: hold ?? null, gaps, replays, attempts } }
      })
    },
  }),
  command({
    name: 'webhooks rotate',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Give a webhook a new auth key. During the overlap, a receiver that rejects it gets the old key once.',
    options: {
      webhook: webhookOption,
      overlap: { value: 'TIME', description: `How long the overlap lasts: ${OVERLAPS.join(', ')}. Default: 24h.` },
    },
    examples: [`webhooks rotate ${EXAMPLE_WEBHOOK} --overlap 1h`],
    async run(input) {
      const overlap = choiceOf('overlap', input.maybe('overlap') ?? '24h', OVERLAPS)
      return withDatabase(input, async (db) => {
        const { teamId, id } = await webhookOf(db, input)
        const webhook = await db.transaction('settings', async (tx) =>
          rotateWebhookKey(tx, 'operator', teamId, id, { overlap }, webhookOptionsOf(input).box),
        )
        return {
          text: `${webhook.authKey}\n\nThis key is sent from now on. ${overlapEnds(webhook.keyOverlapUntil, 'a receiver that rejects it gets the old key once')}`,
          json: webhook,
        }
      })
    },
  }),
  command({
    name: 'webhooks rotate-secret',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Give a webhook a new signing secret. During the overlap, requests have the signatures of both.',
    options: {
      webhook: webhookOption,
      overlap: { value: 'TIME', description: `How long the overlap lasts: ${OVERLAPS.join(', ')}. Default: 24h.` },
    },
    examples: [`webhooks rotate-secret ${EXAMPLE_WEBHOOK} --overlap 7d`],
    async run(input) {
      const overlap = choiceOf('overlap', input.maybe('overlap') ?? '24h', OVERLAPS)
      return withDatabase(input, async (db) => {
        const { teamId, id } = await webhookOf(db, input)
        const webhook = await db.transaction('settings', async (tx) =>
          rotateSigningSecret(tx, 'operator', teamId, id, overlap, webhookOptionsOf(input).box),
        )
        return {
          text: `${webhook.signingSecret}\n\nRequests are signed with this secret from now on. ${overlapEnds(webhook.secretOverlapUntil, 'they have the signatures of both secrets')}`,
          json: webhook,
        }
      })
    },
  }),
  command({
    name: 'webhooks delete',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Delete a webhook with its position and its log.',
    options: { webhook: webhookOption },
    examples: [`webhooks delete ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const { teamId, id } = await webhookOf(db, input)
        await db.transaction('settings', (tx) => removeWebhook(tx, 'operator', teamId, id))
        return { text: `Deleted the webhook ${id}.`, json: { id, deleted: true } }
      })
    },
  }),
]

function typesOf(list: string): string[] {
  return list
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')
}

/** An overlap of `now` leaves no old key. */
function overlapEnds(until: Date | null, meanwhile: string): string {
  return until === null ? 'The old one no longer works.' : `Until ${time(until)}, ${meanwhile}.`
}

function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ')
}
