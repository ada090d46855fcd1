import type { Queryable } from '../db/index.ts'
import { recordDeed } from '../features/audit/index.ts'
import {
  type ApiKey,
  createKey,
  findTeamOfKey,
  GRACES,
  type Grace,
  type IssuedKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../features/keys/index.ts'
import { AppError } from '../platform/app-error.ts'
import { isUuid } from '../platform/ids.ts'
import { command, type Input } from './command.ts'
import { table, time } from './table.ts'
import { teamId } from './teams.ts'
import { parseFuture } from './parse-time.ts'
import { withDatabase } from './with-database.ts'

const keyOption = { value: 'ID', description: "The key's id; pro-signal keys list shows it." } as const
const graces = Object.keys(GRACES) as Grace[]

export const keysCommands = [
  command({
    name: 'keys create',
    summary: 'Make an API key for a team. It is shown once.',
    options: {
      team: { value: 'ID', required: true, description: "The team's id." },
      name: { value: 'NAME', required: true, description: 'What the key is for.' },
      expires: {
        value: 'WHEN',
        description: 'A date, or a time from now such as 90d; without it the key does not expire.',
      },
    },
    examples: [
      'keys create --team 6f0c1a52-0000-4000-8000-000000000000 --name "CRM sync"',
      'keys create --team 6f0c1a52-0000-4000-8000-000000000000 --name "Trial" --expires 30d --json',
    ],
    async run(input) {
      const expires = input.maybe('expires')
      const request = {
        name: input.text('name'),
        expiresAt: expires === undefined ? undefined : parseFuture('--expires', expires),
      }
      const issued = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const created = await createKey(tx, teamId(input), request)
          await recordDeed(tx, created.teamId, 'operator', { action: 'key.created', target: created })
          return created
        }),
      )
      return { text: shownOnce(issued), json: issued }
    },
  }),
  command({
    name: 'keys list',
    words: '<team-id>',
    mostWords: 1,
    summary: "List a team's keys.",
    options: { team: { value: 'ID', description: "The team's id." } },
    examples: ['keys list --team 6f0c1a52-0000-4000-8000-000000000000'],
    async run(input) {
      const keys = await withDatabase(input, (db) => listKeys(db.pool('settings'), teamId(input)))
      const rows = keys.map((key) => [
        key.id,
        key.name,
        shortForm(key),
        key.state,
        time(key.createdAt),
        time(key.lastUsedAt),
        time(key.expiresAt),
      ])
      const text =
        keys.length === 0
          ? 'The team has no keys yet: make one with pro-signal keys create.'
          : table(['id', 'name', 'key', 'state', 'created', 'last used', 'expires'], rows)
      return { text, json: keys }
    },
  }),
  command({
    name: 'keys revoke',
    words: '<key-id>',
    mostWords: 1,
    summary: 'Revoke a key. It stops on every node within a second.',
    options: { key: keyOption, team: { value: 'ID', description: "Only if it is this team's key." } },
    examples: ['keys revoke 0b7e4d1c-0000-4000-8000-000000000000'],
    async run(input) {
      const id = keyId(input)
      const key = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const revoked = (await revokeKey(tx, await teamOf(tx, input, id), id)) ?? missing(id)
          await recordDeed(tx, revoked.teamId, 'operator', { action: 'key.revoked', target: revoked })
          return revoked
        }),
      )
      return { text: `Revoked ${key.name} (${shortForm(key)}).`, json: key }
    },
  }),
  command({
    name: 'keys rotate',
    words: '<key-id>',
    mostWords: 1,
    summary: 'Make a successor of a key; the old one goes on for a while.',
    options: {
      key: keyOption,
      team: { value: 'ID', description: "Only if it is this team's key." },
      grace: { value: 'TIME', description: `How long the old key goes on: ${graces.join(', ')}. 24h when left out.` },
    },
    examples: [
      'keys rotate 0b7e4d1c-0000-4000-8000-000000000000',
      'keys rotate 0b7e4d1c-0000-4000-8000-000000000000 --grace now --json',
    ],
    async run(input) {
      const id = keyId(input)
      const grace = graceOf(input.maybe('grace') ?? '24h')
      const issued = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const successor = await rotateKey(tx, await teamOf(tx, input, id), id, grace)
          const target = { id, name: successor.name }
          await recordDeed(tx, successor.teamId, 'operator', { action: 'key.rotated', target, details: { grace } })
          return successor
        }),
      )
      const old = grace === 'now' ? 'The old key has ended.' : `The old key goes on for ${grace}.`
      return { text: `${shownOnce(issued)}\n${old}`, json: issued }
    },
  }),
]

function shownOnce(issued: IssuedKey): string {
  return `${issued.key}\n\nThis is the only time that the key is shown. Its id is ${issued.id}${issued.expiresAt ? `, and it expires ${time(issued.expiresAt)}` : ''}.`
}

function shortForm(key: ApiKey): string {
  return `${key.prefix}…${key.lastFour}`
}

async function teamOf(db: Queryable, input: Input, key: string): Promise<string> {
  return input.maybe('team') === undefined ? ((await findTeamOfKey(db, key)) ?? missing(key)) : teamId(input)
}

function keyId(input: Input): string {
  const id = input.maybe('key') ?? input.words[0]
  if (id === undefined || !isUuid(id)) {
    throw new AppError(
      'invalid',
      `${id === undefined ? "a key's id is needed" : `${JSON.stringify(id)} is no key id`}: pro-signal keys list shows them.`,
    )
  }
  return id
}

function graceOf(text: string): Grace {
  const grace = graces.find((candidate) => candidate === text)
  if (!grace) throw new AppError('invalid', `--grace must be one of ${graces.join(', ')}, not ${JSON.stringify(text)}.`)
  return grace
}

function missing(id: string): never {
  throw new AppError('not_found', `There is no key ${id}.`)
}
