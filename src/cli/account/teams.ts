import { findBilling } from '../../account/billing/index.ts'
import { LIMITS, PLAN_NAMES, PLANS, type PlanName } from '../../account/plans/index.ts'
import {
  changeLimits,
  changePlan,
  createTeam,
  deleteTeam,
  effectiveLimits,
  findTeamsByName,
  type LimitChange,
  listMembers,
  listTeams,
  requireTeam,
  type Team,
} from '../../account/teams/index.ts'
import type { Database } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { nearest } from '../../platform/text/edit-distance.ts'
import { EXAMPLE_TEAM, teamIdOf, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { counted } from '../counted.ts'
import { parseIsoDate } from '../parse-time.ts'
import { readSecret, readSecretOption } from '../read-secret.ts'
import { columns, table, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const teamsCommands = [
  command({
    name: 'teams create',
    summary: 'Create a team and its owner.',
    options: {
      name: { value: 'NAME', required: true, description: 'The name of the team.' },
      plan: { value: 'PLAN', required: true, description: `${PLAN_NAMES.join(' or ')}; only pro has API access.` },
      'owner-email': { value: 'EMAIL', required: true, description: 'The address that the owner signs in with.' },
      'owner-password-file': {
        value: 'FILE',
        description:
          'A file whose first line is the password of the owner, at least 8 characters. - reads it from a pipe. Without it, the command asks for the password and does not show it.',
      },
      'owner-password': {
        value: 'PASSWORD',
        description: 'The password itself, which others on the machine can see. - is like --owner-password-file -.',
      },
      anchor: { value: 'ISO-DATE', description: 'When the first billing month began. Default: now.' },
      yes: { description: 'Create it even if there is a team with this name.' },
    },
    examples: [
      'teams create --name "Acme Sales" --plan pro --owner-email owner@acme.example',
      'teams create --name Acme --plan pro --owner-email owner@acme.example --owner-password-file owner.txt --anchor 2026-01-31 --json',
    ],
    async run(input) {
      const plan = planOf(input.text('plan'))
      const anchor = input.maybe('anchor')
      const billingAnchor = anchor === undefined ? undefined : parseIsoDate('--anchor', anchor)
      const password = await ownerPasswordOf(input)
      const name = input.text('name')
      const team = await withDatabase(input, async (db) => {
        if (!input.on('yes')) await requireNewName(db, name)
        return createTeam(db, { name, plan, billingAnchor }, { email: input.text('owner-email'), password })
      })
      const { displaced } = team
      const note =
        displaced === undefined
          ? ''
          : `\n\nThe address belonged to an account that someone made with an invite link. That account is now ${displaced}.`
      const next = PLANS[team.plan].apiAccess
        ? `\n\nNext: bin/pro-signal keys create --team ${team.id} --name "My first key"`
        : ''
      return { text: `Created the team ${team.name}.\n${describeTeam(team)}${note}${next}`, json: team }
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
          ? 'There are no teams yet: create one with bin/pro-signal teams create.'
          : table(['id', 'name', 'plan', 'members', 'active keys', 'created'], rows)
      return { text, json: teams }
    },
  }),
  command({
    name: 'teams show',
    words: '<team-id>',
    maxWords: 1,
    summary: 'Show a team with its members and limits.',
    options: { team: teamOption },
    examples: [`teams show ${EXAMPLE_TEAM}`],
    async run(input) {
      return withDatabase(input, async (db) => {
        const team = await requireTeam(db.pool('settings'), teamIdOf(input))
        const members = await listMembers(db.pool('settings'), team.id)
        const limits = await effectiveLimits(db.pool('settings'), team)
        const text = [
          describeTeam(team),
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
    name: 'teams delete',
    words: '<team-id>',
    maxWords: 1,
    summary: 'Delete a team with its keys, webhooks, usage and audit log. This cannot be undone.',
    options: {
      team: teamOption,
      yes: { description: 'Delete it. Without this, the command only shows what it would delete.' },
    },
    examples: [`teams delete --team ${EXAMPLE_TEAM}`, `teams delete --team ${EXAMPLE_TEAM} --yes --json`],
    async run(input) {
      const id = teamIdOf(input)
      return withDatabase(input, async (db) => {
        if (!input.on('yes')) throw await confirmDeletion(db, id)
        const billing = await findBilling(db.pool('settings'), id)
        const { team, accounts } = await db.transaction('settings', (tx) => deleteTeam(tx, id))
        const customer = billing?.customerId ?? null
        const text = [
          `Deleted the team ${team.name}. Its keys stop working within a second.`,
          ...(accounts.length > 0
            ? [`Also deleted, because they belonged to no other team: ${accounts.join(', ')}.`]
            : []),
          ...(customer === null
            ? []
            : [`The Stripe customer ${customer} was not changed: end the subscription there.`]),
        ].join('\n')
        return { text, json: { deleted: team, accounts, stripeCustomer: customer } }
      })
    },
  }),
  command({
    name: 'teams set-plan',
    words: '<team-id>',
    maxWords: 1,
    summary: 'Change the plan of a team. API access changes within a second.',
    options: {
      team: teamOption,
      plan: { value: 'PLAN', required: true, description: `${PLAN_NAMES.join(' or ')}.` },
    },
    examples: [`teams set-plan --team ${EXAMPLE_TEAM} --plan free`],
    async run(input) {
      const plan = planOf(input.text('plan'))
      const id = teamIdOf(input)
      const team = await withDatabase(input, (db) =>
        db.transaction('settings', (tx) => changePlan(tx, 'operator', id, plan)),
      )
      return { text: `${team.name} is now on the ${team.plan} plan.`, json: team }
    },
  }),
  command({
    name: 'teams limits',
    words: '<team-id>',
    maxWords: 1,
    summary: 'Show the limits of a team, or change them.',
    options: {
      team: teamOption,
      set: {
        value: 'BUCKET=NUMBER',
        multiple: true,
        description: `One of ${LIMITS.join(', ')}. BUCKET=default restores the limit of the plan.`,
      },
    },
    examples: [
      `teams limits --team ${EXAMPLE_TEAM}`,
      `teams limits --team ${EXAMPLE_TEAM} --set perMinute=60 --set dailyRequests=1000 --json`,
      `teams limits --team ${EXAMPLE_TEAM} --set dailyPeopleCompanies=3000 --set dailyMemberCompanies=500`,
    ],
    async run(input) {
      const changes = input.all('set').map(parseLimit)
      const id = teamIdOf(input)
      return withDatabase(input, async (db) => {
        const team = await requireTeam(db.pool('settings'), id)
        await db.transaction('settings', (tx) => changeLimits(tx, 'operator', id, changes))
        const limits = await effectiveLimits(db.pool('settings'), team)
        return { text: limitsTable(limits), json: { team: team.id, limits } }
      })
    },
  }),
]

/** Two teams may share a name, but rarely on purpose. */
async function requireNewName(db: Database, name: string): Promise<void> {
  const [existing] = await findTeamsByName(db.pool('settings'), name)
  if (!existing) return
  throw new AppError(
    'conflict',
    `There is already a team ${existing.name} (${existing.id}, created ${time(existing.createdAt)}): add --yes to create another one.`,
  )
}

async function confirmDeletion(db: Database, id: string): Promise<AppError> {
  const team = await requireTeam(db.pool('settings'), id)
  const listed = (await listTeams(db.pool('settings'))).find((each) => each.id === id)
  const members = counted(listed?.members ?? 0, 'member')
  const keys = counted(listed?.keys ?? 0, 'active key')
  return new AppError(
    'conflict',
    `Nothing was deleted. The team ${team.name} has ${members} and ${keys}: add --yes to delete it with its keys, webhooks, usage and audit log.`,
  )
}

function limitsTable(limits: Awaited<ReturnType<typeof effectiveLimits>>): string {
  const rows = limits.map(({ bucket, limit, overridden }) => [
    bucket,
    limit.toLocaleString('en'),
    overridden ? 'this team' : 'plan',
  ])
  return table(['bucket', 'limit', 'set by'], rows)
}

function describeTeam(team: Team): string {
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

function parseLimit(text: string): LimitChange {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
  const bucket = LIMITS.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (!bucket) {
    const [guess] = nearest(name || text, LIMITS, 1)
    throw new AppError(
      'invalid',
      `--set ${text}: ${guess ? `did you mean ${guess}=…?` : `the buckets are ${LIMITS.join(', ')}.`}`,
    )
  }
  if (value === 'default') return { bucket, limit: null }
  if (!/^\d{1,12}$/.test(value)) {
    throw new AppError('invalid', `--set ${text}: a limit must be a whole number, or the word default.`)
  }
  return { bucket, limit: Number(value) }
}

async function ownerPasswordOf(input: Input): Promise<string> {
  const given = input.maybe('owner-password')
  const fromFile = await readSecretOption(input, 'owner-password-file', 'password')
  if (given !== undefined && fromFile !== undefined) {
    throw new AppError('invalid', 'Give either --owner-password-file or --owner-password, not both.')
  }
  if (fromFile !== undefined) return fromFile
  if (given !== undefined && given !== '-') return given
  if (given === undefined && input.stdin.isTTY !== true) {
    throw new AppError('invalid', 'teams create needs --owner-password-file FILE, or - to read one line from a pipe.')
  }
  return readSecret('--owner-password', 'password', input)
}

function planOf(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text.toLowerCase())
  if (!plan) throw new AppError('invalid', `There is no plan ${JSON.stringify(text)}: use ${PLAN_NAMES.join(' or ')}.`)
  return plan
}
