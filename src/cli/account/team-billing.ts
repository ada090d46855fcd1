import { type Billing, disconnectBilling, findBilling, openBilling } from '../../account/billing/index.ts'
import { requireTeam, type Team } from '../../account/teams/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { EXAMPLE_TEAM, teamIdOf, teamOption } from '../arguments.ts'
import { command } from '../command.ts'
import { columns, time } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const teamBillingCommand = command({
  name: 'teams billing',
  words: '<team-id>',
  maxWords: 1,
  summary: 'Show the billing month of a team, or connect it to a Stripe customer.',
  options: {
    team: teamOption,
    'stripe-customer': { value: 'CUSTOMER', description: 'The Stripe customer who pays for the team: cus_…' },
    disconnect: { description: 'Count months locally again. The plan stays as it is.' },
  },
  examples: [
    `teams billing --team ${EXAMPLE_TEAM}`,
    `teams billing --team ${EXAMPLE_TEAM} --stripe-customer cus_NffrFeUfNV2Hib`,
    `teams billing --team ${EXAMPLE_TEAM} --disconnect --json`,
  ],
  async run(input) {
    const id = teamIdOf(input)
    const customer = input.maybe('stripe-customer')
    if (customer !== undefined && input.on('disconnect')) {
      throw new AppError('invalid', 'Use either --stripe-customer or --disconnect, not both.')
    }
    return withDatabase(input, async (db) => {
      const pool = db.pool('settings')
      await requireTeam(pool, id)
      if (input.on('disconnect')) await db.transaction('settings', (tx) => disconnectBilling(tx, id))
      const connected =
        customer === undefined
          ? undefined
          : await (await openBilling(input.config, db, input.log)).connect(id, customer)
      const team = await requireTeam(pool, id)
      const billing = await findBilling(pool, id)
      if (!billing) throw new AppError('not_found', `The team ${id} was deleted.`)
      const warning =
        connected?.refreshed === false
          ? ['Connected, but Stripe could not be reached. A process with the role worker will try again.']
          : []
      return {
        text: [...warning, describeBilling(team, billing)].join('\n'),
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
    ['billed by', billing.customerId === null ? 'no provider: months are counted locally' : 'Stripe'],
    ['month', `${time(billing.monthStart)} to ${time(billing.monthEnd)}${provisional}`],
  ]
  if (billing.customerId !== null) {
    rows.push(
      ['customer', billing.customerId],
      ['subscription', billing.subscriptionId ?? (billing.heardAt ? 'none with the Pro price' : 'not known yet')],
      ['status', billing.status ?? ''],
      ['last refreshed', billing.heardAt ? time(billing.heardAt) : 'never'],
      ['next refresh', billing.dueAt ? time(billing.dueAt) : ''],
    )
  }
  return columns(rows, '')
}
