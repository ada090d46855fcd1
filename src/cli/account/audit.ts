import { once } from 'node:events'
import { type ExportFilter, exportAudit } from '../../account/audit/index.ts'
import { requireTeam } from '../../account/teams/index.ts'
import { EXAMPLE_TEAM, teamOption } from '../arguments.ts'
import { command, type Input } from '../command.ts'
import { parseIsoDate } from '../parse-time.ts'
import { wholeNumber } from '../whole-number.ts'
import { withDatabase } from '../with-database.ts'

export const auditCommand = command({
  name: 'audit export',
  summary: 'Write the audit log of all teams and of the installation to standard output as NDJSON, the oldest first.',
  options: {
    team: { ...teamOption, description: 'Only the log of this team.' },
    since: { value: 'DATE', description: 'Only records since then.' },
    until: { value: 'DATE', description: 'Only records before then.' },
    after: { value: 'ID', description: 'Only records after the one with this id, such as the last one that you have.' },
    follow: { description: 'Go on with new records, within about a second, until Ctrl-C.' },
  },
  examples: [
    'audit export > audit.ndjson',
    `audit export --team ${EXAMPLE_TEAM} --since 2026-11-01`,
    'audit export --follow --after 1042',
  ],
  async run(input) {
    const filter = filterOf(input)
    await withDatabase(input, async (db) => {
      if (filter.teamId !== undefined) await requireTeam(db.pool('settings'), filter.teamId)
      for await (const record of exportAudit(db.pool('settings'), filter, { follow: input.on('follow') })) {
        if (!input.stdout.write(`${JSON.stringify(record)}\n`)) await once(input.stdout, 'drain')
      }
    })
    return undefined
  },
})

function filterOf(input: Input): ExportFilter {
  const [since, until] = [input.maybe('since'), input.maybe('until')]
  return {
    teamId: input.maybe('team'),
    since: since === undefined ? undefined : parseIsoDate('--since', since),
    until: until === undefined ? undefined : parseIsoDate('--until', until),
    after: wholeNumber(input, 'after'),
  }
}
