import {
  type ApiKey,
  createKey,
  findTeamOfKey,
  type IssuedKey,
  listKeys,
  restrictKey,
  revokeKey,
  rotateKey,
} from '../../account/keys/index.ts'
import { requireTeam } from '../../account/teams/index.ts'
import { GRACES, KEY_SCOPES, type KeyScope } from '../../closed-sets/keys.ts'
import type { Queryable } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { choiceOf, EXAMPLE_TEAM, idOf, teamIdOf, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { parseFuture } from '../parse-time.ts'
import { table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

const EXAMPLE_KEY = '0b7e4d1c-0000-4000-8000-000000000000'
const keyOption = { value: 'ID', description: 'The id of the key: bin/pro-signal keys list shows it.' } as const
const scopesOption = {
  value: 'LIST',
  description: `What the key may call: ${KEY_SCOPES.join(', ')}, separated by commas, or all. Every key may call health and stats.`,
} as const
const networksOption = {
  value: 'LIST',
  description: 'Where the key is accepted from: addresses or networks, separated by commas, or any.',
} as const
const expectedTeamOption = { value: 'ID', description: 'Fail unless the key belongs to this team.' } as const

export const keysCommands = [
  command({
    name: 'keys create',
    summary: 'Create an API key for a team. It is shown only once.',
    options: {
      team: { ...teamOption, required: true },
      name: { value: 'NAME', required: true, description: 'What the key is for.' },
      expires: {
        value: 'WHEN',
        description: 'A date, or a time from now such as 90d. Default: the key does not expire.',
      },
      scopes: scopesOption,
      networks: networksOption,
    },
    examples: [
      `keys create --team ${EXAMPLE_TEAM} --name "CRM sync"`,
      `keys create --team ${EXAMPLE_TEAM} --name "Trial" --expires 30d --json`,
      `keys create --team ${EXAMPLE_TEAM} --name "Dossiers" --scopes dossiers --networks 203.0.113.0/24`,
    ],
    async run(input) {
      const expires = input.maybe('expires')
      const request = {
        name: input.text('name'),
        expiresAt: expires === undefined ? undefined : parseFuture('--expires', expires),
        scopes: scopesOf(input.maybe('scopes')),
        networks: networksOf(input.maybe('networks')),
      }
      const issued = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => createKey(tx, 'operator', teamIdOf(input), request)),
      )
      return { text: describeIssued(issued), json: issued }
    },
  }),
  command({
    name: 'keys list',
    words: '<team-id>',
    maxWords: 1,
    summary: 'List the keys of a team.',
    options: { team: teamOption },
    examples: [`keys list --team ${EXAMPLE_TEAM}`],
    async run(input) {
      const keys = await withDatabase(input, async (db) => {
        const { id } = await requireTeam(db.pool('settings'), teamIdOf(input))
        return listKeys(db.pool('settings'), id)
      })
      const rows = keys.map((key) => [
        key.id,
        key.name,
        shortForm(key),
        key.state,
        time(key.createdAt),
        time(key.lastUsedAt),
        time(key.expiresAt),
        key.scopes?.join(', ') ?? 'all',
        key.networks?.join(', ') ?? 'any',
      ])
      const text =
        keys.length === 0
          ? 'The team has no keys yet: create one with bin/pro-signal keys create.'
          : table(['id', 'name', 'key', 'state', 'created', 'last used', 'expires', 'may call', 'from'], rows)
      return { text, json: keys }
    },
  }),
  command({
    name: 'keys restrict',
    words: '<key-id>',
    maxWords: 1,
    summary: 'Change what a key may call, and from where. It takes effect on every node within a second.',
    options: { key: keyOption, team: expectedTeamOption, scopes: scopesOption, networks: networksOption },
    examples: [
      `keys restrict ${EXAMPLE_KEY} --scopes search,dossiers --networks 203.0.113.0/24,2001:db8::/48`,
      `keys restrict ${EXAMPLE_KEY} --networks any --json`,
    ],
    async run(input) {
      const id = idOf(input, 'key')
      const [scopes, networks] = [input.maybe('scopes'), input.maybe('networks')]
      if (scopes === undefined && networks === undefined) {
        throw new AppError('invalid', 'Give --scopes or --networks. Omitted options stay unchanged.')
      }
      const key = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const teamId = await teamOfKey(tx, input, id)
          const before = (await listKeys(tx, teamId)).find((each) => each.id === id)
          return restrictKey(tx, 'operator', teamId, id, {
            scopes: scopes === undefined ? (before?.scopes ?? undefined) : scopesOf(scopes),
            networks: networks === undefined ? (before?.networks ?? undefined) : networksOf(networks),
          })
        }),
      )
      const may = key.scopes?.join(', ') ?? 'everything'
      const from = key.networks?.join(', ') ?? 'every network'
      return { text: `${key.name} (${shortForm(key)}) may call ${may}, from ${from}.`, json: key }
    },
  }),
  command({
    name: 'keys revoke',
    words: '<key-id>',
    maxWords: 1,
    summary: 'Revoke a key. It stops working on every node within a second.',
    options: { key: keyOption, team: expectedTeamOption },
    examples: [`keys revoke ${EXAMPLE_KEY}`],
    async run(input) {
      const id = idOf(input, 'key')
      const key = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => revokeKey(tx, 'operator', await teamOfKey(tx, input, id), id)),
      )
      return { text: `Revoked ${key.name} (${shortForm(key)}).`, json: key }
    },
  }),
  command({
    name: 'keys rotate',
    words: '<key-id>',
    maxWords: 1,
    summary: 'Replace a key with a new one. The old key keeps working for a grace period.',
    options: {
      key: keyOption,
      team: expectedTeamOption,
      grace: { value: 'TIME', description: `How long the old key keeps working: ${GRACES.join(', ')}. Default: 24h.` },
    },
    examples: [`keys rotate ${EXAMPLE_KEY}`, `keys rotate ${EXAMPLE_KEY} --grace now --json`],
    async run(input) {
      const id = idOf(input, 'key')
      const grace = choiceOf('grace', input.maybe('grace') ?? '24h', GRACES)
      const issued = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => rotateKey(tx, 'operator', await teamOfKey(tx, input, id), id, grace)),
      )
      const old = grace === 'now' ? 'The old key no longer works.' : `The old key keeps working for ${grace}.`
      return { text: `${describeIssued(issued)}\n${old}`, json: issued }
    },
  }),
]

const listOf = (text: string) => text.split(',').map((part) => part.trim())

/** Undefined: all. */
function scopesOf(text: string | undefined): KeyScope[] | undefined {
  return text === undefined || text === 'all'
    ? undefined
    : listOf(text).map((each) => choiceOf('scopes', each, KEY_SCOPES))
}

/** Undefined: any. */
function networksOf(text: string | undefined): string[] | undefined {
  return text === undefined || text === 'any' ? undefined : listOf(text)
}

function describeIssued(issued: IssuedKey): string {
  return `${issued.key}\n\nThe key is not shown again. Its id is ${issued.id}${issued.expiresAt ? `, and it expires ${time(issued.expiresAt)}` : ''}.`
}

function shortForm(key: ApiKey): string {
  return `${key.prefix}…${key.lastFour}`
}

async function teamOfKey(db: Queryable, input: Input, keyId: string): Promise<string> {
  if (input.maybe('team') !== undefined) return teamIdOf(input)
  const teamId = await findTeamOfKey(db, keyId)
  if (teamId === undefined) throw new AppError('not_found', `There is no key ${keyId}.`)
  return teamId
}
