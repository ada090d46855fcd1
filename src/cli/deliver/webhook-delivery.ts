// Commands for the delivery of webhooks: pause, resume, test and replay.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/index.ts'
import {
  holdAll,
  listReplayRequests,
  pauseWebhook,
  prepareTestEvent,
  type ReplayRequest,
  readHold,
  readReplay,
  releaseHold,
  replayWebhook,
  resumeWebhook,
  sendTestEvent,
  type WebhookView,
} from '../../deliver/firehose/index.ts'
import { Sender } from '../../deliver/sending/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { command, type Output } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { parseIsoDate } from '../parse-time.ts'
import { columns, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'
import { EXAMPLE_WEBHOOK, refuseWebhookWith, webhookOf, webhookOption, webhookOptionsOf } from './webhook-arguments.ts'
import { describeWebhook, holdNotice, progressOf } from './webhook-output.ts'

export const webhookDeliveryCommands = [
  command({
    name: 'webhooks pause',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Pause a webhook, or all delivery with --all. The position is kept for 30 days.',
    options: { webhook: webhookOption, all: { description: 'Hold all delivery, for example during maintenance.' } },
    examples: [`webhooks pause ${EXAMPLE_WEBHOOK}`, 'webhooks pause --all'],
    async run(input) {
      refuseWebhookWith(input, 'all')
      return withDatabase(input, async (db) => {
        if (input.on('all')) {
          await holdAll(db)
          return {
            text: 'All delivery is held until you run bin/pro-signal webhooks resume --all.',
            json: { held: 'operator' },
          }
        }
        const { teamId, id } = await webhookOf(db, input)
        return outputOf(db, await db.transaction('settings', (tx) => pauseWebhook(tx, 'operator', teamId, id)))
      })
    },
  }),
  command({
    name: 'webhooks resume',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Resume a webhook, or all delivery with --all or --restored.',
    options: {
      webhook: webhookOption,
      all: { description: 'End the hold that webhooks pause --all started.' },
      restored: {
        description: 'Deliver from this database, which is a restored copy. Make sure that the original does not.',
      },
    },
    examples: [`webhooks resume ${EXAMPLE_WEBHOOK}`, 'webhooks resume --all', 'webhooks resume --restored'],
    async run(input) {
      refuseWebhookWith(input, 'all')
      refuseWebhookWith(input, 'restored')
      return withDatabase(input, async (db) => {
        if (input.on('restored') || input.on('all')) return resumeAll(db, input.on('restored'))
        const { teamId, id } = await webhookOf(db, input)
        return outputOf(db, await db.transaction('settings', (tx) => resumeWebhook(tx, 'operator', teamId, id)))
      })
    },
  }),
  command({
    name: 'webhooks test',
    words: '<webhook-id>',
    maxWords: 1,
    summary: 'Send a sample event to a webhook and show the result.',
    options: { webhook: webhookOption },
    examples: [`webhooks test ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      const sender = new Sender({ allowLoopback: input.config.ALLOW_LOOPBACK_WEBHOOKS })
      try {
        return await withDatabase(input, async (db) => {
          const { teamId, id } = await webhookOf(db, input)
          const test = await db.transaction('settings', async (tx) => prepareTestEvent(tx, 'operator', teamId, id))
          const { box } = webhookOptionsOf(input)
          const outcome = await sendTestEvent(db.pool('settings'), (post) => sender.send(post), box, test)
          const { result, diagnosis, succeeded } = outcome
          const heading = succeeded ? 'The event was received.' : 'The event was not received.'
          const excerpt = result.outcome === 'response' && result.excerpt ? `\n\n${result.excerpt}` : ''
          return {
            text: `${heading} ${diagnosis} (${result.latencyMs} ms)${excerpt}`,
            json: outcome,
            exitCode: succeeded ? EXIT.done : EXIT.failed,
          }
        })
      } finally {
        await sender.close()
      }
    },
  }),
  command({
    name: 'webhooks requests',
    summary: 'List the failed events for which teams requested a replay, with the command for each.',
    options: { webhook: webhookOption },
    examples: ['webhooks requests', `webhooks requests --webhook ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const webhookId = input.maybe('webhook') === undefined ? undefined : (await webhookOf(db, input)).id
        const requests = (await listReplayRequests(db.pool('settings'), webhookId)).map(({ url, ...request }) => ({
          ...request,
          url: maskUrl(url),
          replay: replayCommandOf(request),
        }))
        const text = requests.map(({ team, name, url, type, requestedBy, requestedAt, replay }) =>
          columns(
            [
              ['team', team],
              ['webhook', name ?? url],
              ['event', type],
              ['requested', `${time(requestedAt)} by ${requestedBy ?? 'an operator'}`],
              ['replay', replay ?? 'too late: the log no longer has the event'],
            ],
            '',
          ),
        )
        return { text: text.length === 0 ? 'No team has requested a replay.' : text.join('\n\n'), json: requests }
      })
    },
  }),
  command({
    name: 'webhooks replay',
    summary: 'Send past events again, with the same ids, alongside live delivery.',
    options: {
      webhook: { ...webhookOption, required: true },
      since: { value: 'TIME', required: true, description: 'The start: a date, or a time with its zone.' },
      until: { value: 'TIME', description: 'The end. Default: the position of live delivery.' },
      wait: { description: 'Show the progress until the replay is done. A firehose must be running.' },
    },
    examples: [
      `webhooks replay --webhook ${EXAMPLE_WEBHOOK} --since 2026-11-01T09:00:00Z --until 2026-11-01T12:00:00Z`,
      `webhooks replay --webhook ${EXAMPLE_WEBHOOK} --since 2026-11-01 --wait`,
    ],
    async run(input) {
      const since = parseIsoDate('--since', input.text('since'))
      const givenUntil = input.maybe('until')
      const until = givenUntil === undefined ? undefined : parseIsoDate('--until', givenUntil)
      return withDatabase(input, async (db) => {
        const { teamId, id } = await webhookOf(db, input)
        let replay = await db.transaction('settings', (tx) => replayWebhook(tx, 'operator', teamId, id, since, until))
        while (input.on('wait') && !replay.finishedAt) {
          if (!input.json) input.stderr.write(`${progressOf(replay)}\n`)
          await sleep(1_000)
          const current = await readReplay(db.pool('settings'), teamId, replay.id)
          if (!current) throw new AppError('not_found', `The webhook ${id} was deleted during the replay.`)
          replay = current
        }
        const hint = replay.finishedAt ? '' : `\nbin/pro-signal webhooks show ${id} shows the progress.`
        return { text: `Replay ${replay.id}: ${progressOf(replay)}${hint}`, json: replay }
      })
    },
  }),
]

/** Sends the events of the same batch of the log. Null: retention has dropped them. */
function replayCommandOf({ webhookId, loggedAt }: Pick<ReplayRequest, 'webhookId' | 'loggedAt'>): string | null {
  if (!loggedAt) return null
  const until = new Date(loggedAt.getTime() + 1)
  return `bin/pro-signal webhooks replay --webhook ${webhookId} --since ${loggedAt.toISOString()} --until ${until.toISOString()}`
}

async function resumeAll(db: Database, restored: boolean): Promise<Output> {
  const hold = await readHold(db.pool('settings'))
  if (hold === 'restored' && !restored) {
    throw new AppError(
      'conflict',
      'This database is a restored copy. To deliver from it, make sure that the original does not, and run bin/pro-signal resume.',
    )
  }
  const released = await releaseHold(db)
  return {
    text: released ? 'Delivery resumes within seconds.' : 'Delivery is not held.',
    json: { released: released ?? null },
  }
}

async function outputOf(db: Database, webhook: WebhookView): Promise<Output> {
  const hold = await readHold(db.pool('settings'))
  return { text: `${holdNotice(hold)}${describeWebhook(webhook)}`, json: webhook }
}
