import { lockTeam } from '../../account/accounts/index.ts'
import { changeDomains, describeTeamSignOn, setRequired } from '../../account/sign-on/index.ts'
import { requireTeam } from '../../account/teams/index.ts'
import { providerSettingsOf } from '../../platform/config/oidc.ts'
import { ROLES, type TeamSignOnReply } from '../../settings-contract/index.ts'
import { choiceOf, EXAMPLE_TEAM, teamIdOf, teamOption } from '../arguments.ts'
import { command } from '../command.ts'
import { columns } from '../table.ts'
import { withDatabase } from '../with-database.ts'

export const teamSignOnCommand = command({
  name: 'teams sign-on',
  words: '<team-id>',
  maxWords: 1,
  summary: 'Show or change who joins a team by signing in with the OpenID Connect provider.',
  options: {
    team: teamOption,
    add: {
      value: 'DOMAIN',
      multiple: true,
      description: 'People with an address of this domain join the team when they sign in for the first time.',
    },
    role: { value: 'ROLE', description: `What they join as: ${ROLES.join(' or ')}. Default: member.` },
    remove: { value: 'DOMAIN', multiple: true, description: 'Nobody joins by this domain any more. Members stay.' },
    require: {
      value: 'on|off',
      description: 'on: passwords no longer open the team. Owners can do it on the Team page.',
    },
  },
  examples: [
    `teams sign-on --team ${EXAMPLE_TEAM}`,
    `teams sign-on --team ${EXAMPLE_TEAM} --add acme.example --add acme.co.example --role member`,
    `teams sign-on --team ${EXAMPLE_TEAM} --require off --json`,
  ],
  async run(input) {
    const teamId = teamIdOf(input)
    const role = choiceOf('role', input.maybe('role') ?? 'member', ROLES)
    const given = input.maybe('require')
    const required = given === undefined ? undefined : choiceOf('require', given, ['on', 'off']) === 'on'
    const provider = providerSettingsOf(input.config)
    return withDatabase(input, async (db) => {
      await db.transaction('settings', async (tx) => {
        await requireTeam(tx, teamId)
        await lockTeam(tx, teamId)
        // In this order, both can be done in one call: the last domain is removed, and sign-on is no longer required.
        if (required === false) await setRequired(tx, 'operator', teamId, false)
        const changes = { add: input.all('add'), remove: input.all('remove'), defaultRole: role }
        await changeDomains(tx, 'operator', teamId, changes)
        if (required === true) await setRequired(tx, 'operator', teamId, true)
      })
      const signOn = await describeTeamSignOn(db.pool('settings'), teamId, provider)
      return { text: describe(signOn), json: { team: teamId, ...signOn } }
    })
  },
})

function describe({ label, domains, required, withoutProvider }: TeamSignOnReply): string {
  const names = domains.map(({ domain, defaultRole }) => `${domain} (as ${defaultRole})`)
  const rows: [string, string][] = [
    ['provider', label ?? 'none: OIDC_ISSUER is not set'],
    ['domains', names.join(', ') || 'none: nobody joins by signing in'],
    ['passwords', required ? 'don’t open this team' : 'open this team, too'],
  ]
  if (required && label === null) {
    rows.push(['way in', 'bin/pro-signal accounts sign-in-link, or --require off'])
  }
  if (label !== null && withoutProvider.length > 0) {
    rows.push([required ? 'locked out' : 'by password only', withoutProvider.join(', ')])
  }
  return columns(rows, '')
}
