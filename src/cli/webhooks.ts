import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, inside, type Queryable, type Transaction } from '../db/index.ts'
import { type Deed, recordDeed } from '../features/audit/index.ts'
import {
  createWebhook,
  findTeamOfWebhook,
  holdAll,
  listAttempts,
  listGaps,
  listReplays,
  listWebhooks,
  OVERLAPS,
  type Overlap,
  pauseWebhook,
  type ReplayRecord,
  readHold,
  readReplay,
  readWebhook,
  releaseHold,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhookKey,
  testWebhook,
  type WebhookView,
} from '../features/firehose/index.ts'
import { Sender } from '../features/sending/index.ts'
import { SIGNAL_TYPES } from '../features/signals/index.ts'
import { AppError } from '../platform/app-error.ts'
import { isUuid } from '../platform/ids.ts'
import { SecretBox } from '../platform/secret-box.ts'
import { readSecretKeys } from '../platform/secret-keys.ts'
import { command, type Input, type Output } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { columns, table, time } from './table.ts'
import { teamId } from './teams.ts'
import { parseIsoDate } from './parse-time.ts'
import { withDatabase } from './with-database.ts'

const EXAMPLE_TEAM = '6f0c1a52-0000-4000-8000-000000000000'
const EXAMPLE_WEBHOOK = '3d9f2b60-0000-4000-8000-000000000000'
const webhookOption = { value: 'ID', description: "The webhook's id; pro-signal webhooks list shows it." } as const
const overlaps = Object.keys(OVERLAPS) as Overlap[]

export const webhooksCommands = [
  command({
    name: 'webhooks create',
    summary: 'Make a webhook for a team. It gets what is written from now on.',
    options: {
      team: { value: 'ID', required: true, description: "The team's id." },
      url: { value: 'URL', required: true, description: 'Where events are sent: a public HTTPS URL.' },
      types: {
        value: 'LIST',
        required: true,
        description: `Which signals, separated by commas: ${SIGNAL_TYPES.join(',')}.`,
      },
      'in-flight': { value: 'NUMBER', description: 'How many requests may be under way at once; 16 when left out.' },
      'per-second': { value: 'NUMBER', description: 'How many requests a second; as many as it takes when left out.' },
    },
    examples: [
      `webhooks create --team ${EXAMPLE_TEAM} --url https://hooks.acme.example/pro-signal --types hiring,funding`,
      `webhooks create --team ${EXAMPLE_TEAM} --url https://hooks.acme.example/in --types tool --per-second 20 --json`,
    ],
    async run(input) {
      const request = {
        url: input.text('url'),
        types: input
          .text('types')
          .split(',')
          .map((type) => type.trim())
          .filter((type) => type !== ''),
        mostInFlight: numberOf(input, 'in-flight'),
        mostPerSecond: numberOf(input, 'per-second'),
      }
      const id = teamId(input)
      const webhook = await withDatabase(input, (db) =>
        done(db, id, { action: 'webhook.created' }, (tx) =>
          createWebhook({ db: inside(tx), ...savingOf(input) }, id, request),
        ),
      )
      return {
        text: `${webhook.authKey}\n\nThis key is sent as a bearer with every event; the team can reveal it again. The webhook's id is ${webhook.id}.`,
        json: webhook,
      }
    },
  }),
  command({
    name: 'webhooks list',
    words: '<team-id>',
    mostWords: 1,
    summary: "List a team's webhooks with their state and lag.",
    options: { team: { value: 'ID', description: "The team's id." } },
    examples: [`webhooks list --team ${EXAMPLE_TEAM}`],
    async run(input) {
      const id = teamId(input)
      const { webhooks, hold } = await withDatabase(input, async (db) => ({
        webhooks: await listWebhooks(db.pool('settings'), id),
        hold: await readHold(db.pool('settings')),
      }))
      const rows = webhooks.map((webhook) => [
        webhook.id,
        webhook.url,
        webhook.types.join(','),
        webhook.condition,
        lagOf(webhook),
        time(webhook.lastSuccessAt),
      ])
      const text =
        webhooks.length === 0
          ? 'The team has no webhooks yet: make one with pro-signal webhooks create.'
          : table(['id', 'url', 'types', 'state', 'lag', 'last success'], rows)
      return { text: `${holdLine(hold)}${text}`, json: webhooks }
    },
  }),
  command({
    name: 'webhooks show',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Show a webhook: its state in words, lag, gaps, replays and last attempts.',
    options: { webhook: webhookOption },
    examples: [`webhooks show ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const pool = db.pool('settings')
        const { team, id } = await webhookOf(db, input)
        const webhook = await found(pool, team, id)
        const [hold, gaps, replays, attempts] = [
          await readHold(pool),
          await listGaps(pool, team, id),
          await listReplays(pool, team, id),
          await listAttempts(pool, team, id, { most: 20 }),
        ]
        const rows = attempts.map((attempt) => [
          time(attempt.at),
          attempt.eventId ?? `position ${attempt.position}`,
          `${attempt.lane} ${attempt.attempt}`,
          attempt.reason === null ? `${attempt.status}` : `${attempt.status ?? attempt.reason}`,
          `${attempt.latencyMs} ms`,
        ])
        const text = [
          `${holdLine(hold)}${describe(webhook)}`,
          ...replays.map((replay) => `replay ${replay.id}: ${progressOf(replay)}`),
          ...gaps.map(
            ({ at, counts }) =>
              `gap ${time(at)}: ${Object.entries(counts)
                .map(([type, count]) => `${count} ${type}`)
                .join(', ')}`,
          ),
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
    name: 'webhooks pause',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Pause a webhook, or with --all all delivery. Its place is kept for 30 days.',
    options: { webhook: webhookOption, all: { description: 'Hold the whole firehose, as for a maintenance.' } },
    examples: [`webhooks pause ${EXAMPLE_WEBHOOK}`, 'webhooks pause --all'],
    async run(input) {
      return withDatabase(input, async (db) => {
        if (input.on('all')) {
          await holdAll(db)
          return { text: 'All delivery is held until pro-signal webhooks resume --all.', json: { held: 'operator' } }
        }
        const { team, id } = await webhookOf(db, input)
        const work = (tx: Transaction) => pauseWebhook(inside(tx), team, id, 'operator')
        return changed(db, await done(db, team, { action: 'webhook.paused' }, work))
      })
    },
  }),
  command({
    name: 'webhooks resume',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Resume a webhook, or with --all or --restored all delivery.',
    options: {
      webhook: webhookOption,
      all: { description: 'End the hold of pause --all.' },
      restored: {
        description: 'This database is a restored copy and shall deliver from now on. See that the original does not.',
      },
    },
    examples: [`webhooks resume ${EXAMPLE_WEBHOOK}`, 'webhooks resume --all', 'webhooks resume --restored'],
    async run(input) {
      return withDatabase(input, async (db) => {
        if (input.on('restored') || input.on('all')) return resumeAll(db, input.on('restored'))
        const { team, id } = await webhookOf(db, input)
        const work = (tx: Transaction) => resumeWebhook(inside(tx), team, id)
        return changed(db, await done(db, team, { action: 'webhook.resumed' }, work))
      })
    },
  }),
  command({
    name: 'webhooks rotate',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Give a webhook a new auth key; where it is refused, the old one is tried once until the overlap ends.',
    options: {
      webhook: webhookOption,
      overlap: { value: 'TIME', description: `How long: ${overlaps.join(', ')}. 24h when left out.` },
    },
    examples: [`webhooks rotate ${EXAMPLE_WEBHOOK} --overlap 1h`],
    async run(input) {
      const given = input.maybe('overlap') ?? '24h'
      const overlap =
        overlaps.find((each) => each === given) ??
        usage(`--overlap must be one of ${overlaps.join(', ')}, not ${JSON.stringify(given)}.`)
      return withDatabase(input, async (db) => {
        const { team, id } = await webhookOf(db, input)
        const deed = { action: 'webhook.key_rotated', details: { overlap } } as const
        const webhook = await done(db, team, deed, (tx) =>
          rotateWebhookKey({ db: inside(tx), ...savingOf(input) }, team, id, overlap),
        )
        return { text: `${webhook.authKey}\n\nThis key is sent from now on.`, json: webhook }
      })
    },
  }),
  command({
    name: 'webhooks delete',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Delete a webhook with its place and its log.',
    options: { webhook: webhookOption },
    examples: [`webhooks delete ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const { team, id } = await webhookOf(db, input)
        await done(db, team, { action: 'webhook.deleted' }, async (tx) => {
          const webhook = await found(tx, team, id)
          await removeWebhook(inside(tx), team, id)
          return webhook
        })
        return { text: `Deleted the webhook ${id}.`, json: { id, deleted: true } }
      })
    },
  }),
  command({
    name: 'webhooks test',
    words: '<webhook-id>',
    mostWords: 1,
    summary: 'Send a sample event to a webhook and say what came of it.',
    options: { webhook: webhookOption },
    examples: [`webhooks test ${EXAMPLE_WEBHOOK}`],
    async run(input) {
      const sender = new Sender({ allowLoopback: input.config.ALLOW_LOOPBACK_WEBHOOKS })
      try {
        return await withDatabase(input, async (db) => {
          const { team, id } = await webhookOf(db, input)
          await done(db, team, { action: 'webhook.tested' }, (tx) => found(tx, team, id))
          const outcome = await testWebhook({ db, ...savingOf(input) }, (post) => sender.send(post), team, id)
          const { result, diagnosis, succeeded } = outcome
          const heading = succeeded ? 'It was received.' : 'It was not received.'
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
    name: 'webhooks replay',
    summary: 'Send the events of a past time again, with the same ids, beside live delivery.',
    options: {
      webhook: { ...webhookOption, required: true },
      since: { value: 'TIME', required: true, description: 'From when: a date or a time with its zone.' },
      until: { value: 'TIME', description: 'Up to when; without it, up to where live delivery stands.' },
      wait: { description: 'Show the progress until it is done; a firehose must be running.' },
    },
    examples: [
      `webhooks replay --webhook ${EXAMPLE_WEBHOOK} --since 2026-11-01T09:00:00Z --until 2026-11-01T12:00:00Z`,
      `webhooks replay --webhook ${EXAMPLE_WEBHOOK} --since 2026-11-01 --wait`,
    ],
    async run(input) {
      const since = parseIsoDate('--since', input.text('since'))
      const until = input.maybe('until')
      const end = until === undefined ? undefined : parseIsoDate('--until', until)
      return withDatabase(input, async (db) => {
        const { team, id } = await webhookOf(db, input)
        const details = { since: since.toISOString(), ...(end && { until: end.toISOString() }) }
        let { replay } = await done(db, team, { action: 'webhook.replayed', details }, async (tx) => ({
          ...(await found(tx, team, id)),
          replay: await replayWebhook(inside(tx), team, id, since, end),
        }))
        while (input.on('wait') && !replay.finishedAt) {
          if (!input.json) process.stderr.write(`${progressOf(replay)}\n`)
          await sleep(1_000)
          replay = (await readReplay(db.pool('settings'), team, replay.id)) ?? missing(id)
        }
        const follow = replay.finishedAt ? '' : `\npro-signal webhooks show ${id} shows how far it is.`
        return { text: `Replay ${replay.id}: ${progressOf(replay)}${follow}`, json: replay }
      })
    },
  }),
]

async function resumeAll(db: Database, restored: boolean): Promise<Output> {
  const hold = await readHold(db.pool('settings'))
  if (hold === 'restored' && !restored) {
    throw new AppError(
      'conflict',
      'This database is a restored copy. If it shall deliver, and the original does not: pro-signal webhooks resume --restored.',
    )
  }
  const released = await releaseHold(db)
  return {
    text: released ? 'Delivery goes on within seconds.' : 'Nothing is held.',
    json: { released: released ?? null },
  }
}

function savingOf({ config }: Input): { box: SecretBox; allowLoopback: boolean } {
  return { box: new SecretBox(readSecretKeys(config)), allowLoopback: config.ALLOW_LOOPBACK_WEBHOOKS }
}

async function webhookOf(db: Database, input: Input): Promise<{ team: string; id: string }> {
  const id = input.maybe('webhook') ?? input.words[0]
  if (id === undefined || !isUuid(id)) {
    return usage(
      `${id === undefined ? "a webhook's id is needed" : `${JSON.stringify(id)} is no webhook id`}: pro-signal webhooks list shows them.`,
    )
  }
  return { team: (await findTeamOfWebhook(db.pool('settings'), id)) ?? missing(id), id }
}

async function found(db: Queryable, team: string, id: string): Promise<WebhookView> {
  return (await readWebhook(db, team, id)) ?? missing(id)
}

/** What is done to a webhook is one transaction with its line in the team's audit log. */
function done<T extends { readonly id: string; readonly url: string }>(
  db: Database,
  team: string,
  deed: Omit<Deed, 'target'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction('settings', async (tx) => {
    const webhook = await work(tx)
    await recordDeed(tx, team, 'operator', { ...deed, target: { id: webhook.id, name: webhook.url } })
    return webhook
  })
}

async function changed(db: Database, webhook: WebhookView): Promise<Output> {
  return { text: `${holdLine(await readHold(db.pool('settings')))}${describe(webhook)}`, json: webhook }
}

function describe(webhook: WebhookView): string {
  const rows = [
    ['id', webhook.id],
    ['team', webhook.teamId],
    ['url', webhook.url],
    ['types', webhook.types.join(', ')],
    ['state', `${webhook.condition}: ${webhook.reason}`],
    ['lag', lagOf(webhook)],
    ['open retries', `${webhook.openRetries}`],
    ['exhausted', `${webhook.exhausted}`],
    [
      'limits',
      `${webhook.mostInFlight} in flight${webhook.mostPerSecond ? `, ${webhook.mostPerSecond} a second` : ''}`,
    ],
    ['last success', time(webhook.lastSuccessAt)],
    ['created', time(webhook.createdAt)],
  ]
  if (webhook.keyOverlapUntil) rows.push(['old key until', time(webhook.keyOverlapUntil)])
  if (webhook.gapEvents > 0) rows.push(['lost to retention', `${webhook.gapEvents} events`])
  return columns(rows, '')
}

function lagOf({ lag }: WebhookView): string {
  return lag.events === 0 ? 'none' : `${lag.exact ? '' : 'at least '}${lag.events} events, ${lag.seconds} s`
}

function progressOf({ fromPosition, toPosition, position, sent, failed, finishedAt }: ReplayRecord): string {
  const share = Math.floor((100 * (position - fromPosition)) / (toPosition - fromPosition))
  return `${finishedAt ? 'done' : `${share} %`}, ${sent} sent, ${failed} failed`
}

function holdLine(hold: Awaited<ReturnType<typeof readHold>>): string {
  if (hold === 'restored')
    return 'All delivery is held: this database is a restored copy (webhooks resume --restored).\n\n'
  return hold ? 'All delivery is held by an operator (webhooks resume --all).\n\n' : ''
}

function numberOf(input: Input, option: string): number | undefined {
  const text = input.maybe(option)
  if (text === undefined) return undefined
  return /^\d{1,6}$/.test(text)
    ? Number(text)
    : usage(`--${option} must be a whole number, not ${JSON.stringify(text)}.`)
}

function usage(message: string): never {
  throw new AppError('invalid', message)
}

function missing(id: string): never {
  throw new AppError('not_found', `There is no webhook ${id}.`)
}
