import { createInterface } from 'node:readline'
import { recordDeed } from '../features/audit/index.ts'
import { BUCKETS, type Bucket, PLAN_NAMES, type PlanName } from '../features/plans/index.ts'
import {
  createTeam,
  effectiveLimits,
  findTeam,
  listMembers,
  listTeams,
  setLimitOverride,
  setPlan,
  type Team,
} from '../features/teams/index.ts'
import { AppError } from '../platform/app-error.ts'
import { isUuid } from '../platform/ids.ts'
import { nearest } from '../platform/nearest.ts'
import { command, type Input } from './command.ts'
import { columns, table, time } from './table.ts'
import { parseIsoDate } from './parse-time.ts'
import { withDatabase } from './with-database.ts'

export const teamOption = { value: 'ID', description: "The team's id." } as const

export const teamsCommands = [
  command({
    name: 'teams create',
    summary: 'Make a team and its owner.',
    options: {
      name: { value: 'NAME', required: true, description: 'What the team is called.' },
      plan: { value: 'PLAN', required: true, description: `${PLAN_NAMES.join(' or ')}; only pro has API access.` },
      'owner-email': { value: 'EMAIL', required: true, description: "The owner's address, to sign in with." },
      'owner-password': {
        value: 'PASSWORD',
        required: true,
        description:
          "The owner's password, 8 characters or more; - reads it from standard input, where nobody sees it.",
      },
      anchor: { value: 'ISO-DATE', description: 'When the first billing month began; now, when left out.' },
    },
    examples: [
      'teams create --name "Acme Sales" --plan pro --owner-email owner@acme.example --owner-password "correct horse"',
      'teams create --name Acme --plan pro --owner-email owner@acme.example --owner-password "correct horse" --anchor 2026-01-31 --json',
    ],
    async run(input) {
      const plan = planOf(input.text('plan'))
      const anchor = input.maybe('anchor')
      const billingAnchor = anchor === undefined ? undefined : parseIsoDate('--anchor', anchor)
      const password = await passwordOf(input.text('owner-password'))
      const team = await withDatabase(input, (db) =>
        createTeam(
          db,
          { name: input.text('name'), plan, billingAnchor },
          { email: input.text('owner-email'), password },
        ),
      )
      return { text: `Made the team ${team.name}.\n${describe(team)}`, json: team }
    },
  }),
  command({
    name: 'teams list',
    summary: 'List all teams.',
    examples: ['teams list', 'teams list --json'],
    async run(input) {
      const teams = await withDatabase(input, (db) => listTeams(db.pool('settings')))
      const rows = teams.map((team) => [
        team.id,
        team.name,
        team.plan,
        `${team.members}`,
        `${team.keys}`,
        time(team.createdAt),
      ])
      const text =
        teams.length === 0
          ? 'There are no teams yet: make one with pro-signal teams create.'
          : table(['id', 'name', 'plan', 'members', 'active keys', 'created'], rows)
      return { text, json: teams }
    },
  }),
  command({
    name: 'teams show',
    words: '<team-id>',
    mostWords: 1,
    summary: 'Show a team with its members and limits.',
    options: { team: teamOption },
    examples: ['teams show 6f0c1a52-0000-4000-8000-000000000000'],
    async run(input) {
      return withDatabase(input, async (db) => {
        const team = found(await findTeam(db.pool('settings'), teamId(input)), teamId(input))
        const members = await listMembers(db.pool('settings'), team.id)
        const limits = await effectiveLimits(db.pool('settings'), team)
        const text = [
          describe(team),
          '',
          table(
            ['member', 'role', 'joined'],
            members.map((member) => [member.email, member.role, time(member.joinedAt)]),
          ),
          '',
          limitsTable(limits),
        ].join('\n')
        return { text, json: { ...team, members, limits } }
      })
    },
  }),
  command({
    name: 'teams set-plan',
    words: '<team-id>',
    mostWords: 1,
    summary: "Change a team's plan. API access follows within a second.",
    options: {
      team: teamOption,
      plan: { value: 'PLAN', required: true, description: `${PLAN_NAMES.join(' or ')}.` },
    },
    examples: ['teams set-plan --team 6f0c1a52-0000-4000-8000-000000000000 --plan free'],
    async run(input) {
      const plan = planOf(input.text('plan'))
      const id = teamId(input)
      const team = await withDatabase(input, (db) =>
        db.transaction('settings', async (tx) => {
          const changed = found(await setPlan(tx, id, plan), id)
          await recordDeed(tx, id, 'operator', { action: 'team.plan_changed', details: { plan } })
          return changed
        }),
      )
      return { text: `${team.name} is on the plan ${team.plan} now.`, json: team }
    },
  }),
  command({
    name: 'teams limits',
    words: '<team-id>',
    mostWords: 1,
    summary: "Show a team's limits, or change them for this team.",
    options: {
      team: teamOption,
      set: {
        value: 'BUCKET=NUMBER',
        multiple: true,
        description: `One of ${BUCKETS.join(', ')}. BUCKET=default follows the plan again.`,
      },
    },
    examples: [
      'teams limits --team 6f0c1a52-0000-4000-8000-000000000000',
      'teams limits --team 6f0c1a52-0000-4000-8000-000000000000 --set perMinute=60 --set dailyRequests=1000 --json',
    ],
    async run(input) {
      const changes = input.all('set').map(parseLimit)
      const id = teamId(input)
      return withDatabase(input, async (db) => {
        const team = found(await findTeam(db.pool('settings'), id), id)
        // All or none of the changes given in one command.
        await db.transaction('settings', async (tx) => {
          for (const { bucket, limit } of changes) await setLimitOverride(tx, team.id, bucket, limit)
          if (changes.length === 0) return
          const details = Object.fromEntries(changes.map(({ bucket, limit }) => [bucket, limit ?? 'default']))
          await recordDeed(tx, team.id, 'operator', { action: 'team.limits_changed', details })
        })
        const limits = await effectiveLimits(db.pool('settings'), team)
        return { text: limitsTable(limits), json: { team: team.id, limits } }
      })
    },
  }),
]

function limitsTable(limits: Awaited<ReturnType<typeof effectiveLimits>>): string {
  const rows = limits.map(({ bucket, limit, overridden }) => [
    bucket,
    limit.toLocaleString('en'),
    overridden ? 'this team' : 'plan',
  ])
  return table(['bucket', 'limit', 'set by'], rows)
}

function describe(team: Team): string {
  return columns(
    [
      ['id', team.id],
      ['name', team.name],
      ['plan', team.plan],
      ['billing months from', time(team.billingAnchor)],
      ['created', time(team.createdAt)],
    ],
    '',
  )
}

function parseLimit(text: string): { bucket: Bucket; limit: number | null } {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
  const bucket = BUCKETS.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (!bucket) {
    const [guess] = nearest(name || text, BUCKETS, 1)
    throw new AppError(
      'invalid',
      `--set ${text}: ${guess ? `did you mean ${guess}=…?` : `the buckets are ${BUCKETS.join(', ')}.`}`,
    )
  }
  if (value === 'default') return { bucket, limit: null }
  if (!/^\d{1,12}$/.test(value)) {
    throw new AppError('invalid', `--set ${text}: a limit is a whole number from 0, or the word default.`)
  }
  return { bucket, limit: Number(value) }
}

/** A word on the command line can be seen by others on the machine; a line of standard input cannot. */
async function passwordOf(given: string): Promise<string> {
  if (given !== '-') return given
  if (process.stdin.isTTY) {
    throw new AppError(
      'invalid',
      '--owner-password - reads the password from a pipe or a file, not from the terminal, which would show it.',
    )
  }
  try {
    for await (const line of createInterface({ input: process.stdin })) return line
  } finally {
    process.stdin.destroy()
  }
  throw new AppError('invalid', '--owner-password - needs the password on standard input.')
}

function planOf(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text.toLowerCase())
  if (!plan)
    throw new AppError('invalid', `There is no plan ${JSON.stringify(text)}: it is ${PLAN_NAMES.join(' or ')}.`)
  return plan
}

export function teamId(input: Input): string {
  const id = input.maybe('team') ?? input.words[0]
  if (id === undefined) throw new AppError('invalid', "a team's id is needed: pro-signal teams list shows them.")
  if (!isUuid(id))
    throw new AppError('invalid', `${JSON.stringify(id)} is no team id: pro-signal teams list shows them.`)
  return id
}

export function found<T>(what: T | undefined, id: string): T {
  if (what === undefined) throw new AppError('not_found', `There is no team ${id}: pro-signal teams list shows them.`)
  return what
}
