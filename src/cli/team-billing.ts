import { type Billing, disconnect, findBilling, openBilling } from '../features/billing/index.ts'
import { findTeam, type Team } from '../features/teams/index.ts'
import { AppError } from '../platform/app-error.ts'
import { command } from './command.ts'
import { columns, time } from './table.ts'
import { found, teamId, teamOption } from './teams.ts'
import { withDatabase } from './with-database.ts'

export const teamBillingCommand = command({
  name: 'teams billing',
  words: '<team-id>',
  mostWords: 1,
  summary: "Show a team's billing month, or who bills it.",
  options: {
    team: teamOption,
    'stripe-customer': { value: 'CUSTOMER', description: 'The Stripe customer who pays for the team: cus_…' },
    disconnect: { description: 'Count months locally again; the plan stays as it is.' },
  },
  examples: [
    'teams billing --team 6f0c1a52-0000-4000-8000-000000000000',
    'teams billing --team 6f0c1a52-0000-4000-8000-000000000000 --stripe-customer cus_NffrFeUfNV2Hib',
    'teams billing --team 6f0c1a52-0000-4000-8000-000000000000 --disconnect --json',
  ],
  async run(input) {
    const id = teamId(input)
    const customer = input.maybe('stripe-customer')
    if (customer !== undefined && input.on('disconnect')) {
      throw new AppError('invalid', '--stripe-customer connects and --disconnect ends it: give one of them.')
    }
    return withDatabase(input, async (db) => {
      found(await findTeam(db.pool('settings'), id), id)
      if (input.on('disconnect') && !(await disconnect(db.pool('settings'), id))) {
        throw new AppError('conflict', `The team ${id} is not connected: its months are counted locally.`)
      }
      const connected =
        customer === undefined
          ? undefined
          : await (await openBilling(input.config, db, input.log)).connect(id, customer)
      const team = found(await findTeam(db.pool('settings'), id), id)
      const billing = found(await findBilling(db.pool('settings'), id), id)
      const unheard =
        connected?.heard === false
          ? ['Connected, but Stripe could not be asked about it yet: a process with the role worker will.']
          : []
      return {
        text: [...unheard, describeBilling(team, billing)].join('\n'),
        json: { team: id, plan: team.plan, ...billing },
      }
    })
  },
})

function describeBilling(team: Team, billing: Billing): string {
  const provisional = billing.provisional ? ' (provisional)' : ''
  const rows: [string, string][] = [
    ['team', team.name],
    ['plan', team.plan],
    ['billed by', billing.customerId === null ? 'nobody: months are counted locally' : 'Stripe'],
    ['month', `${time(billing.monthStart)} to ${time(billing.monthEnd)}${provisional}`],
  ]
  if (billing.customerId !== null) {
    rows.push(
      ['customer', billing.customerId],
      ['subscription', billing.subscriptionId ?? 'none with the Pro price'],
      ['status', billing.status ?? ''],
      ['last heard', billing.heardAt ? time(billing.heardAt) : 'never'],
      ['asked again', billing.dueAt ? time(billing.dueAt) : ''],
    )
  }
  return columns(rows, '')
}
