import { grantReporting } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { command } from '../command.ts'
import { readSecretOption } from '../read-secret.ts'
import { withDatabase } from '../with-database.ts'

export const reportingCommands = [
  command({
    name: 'reporting grant',
    words: '<role>',
    maxWords: 1,
    summary:
      'Let a role of the database read the views for reports, and nothing else. Creates the role if it is missing.',
    options: {
      'password-file': {
        value: 'FILE',
        description:
          'The first line is the password of a new role, or the new one of a role. "-" reads it from standard input.',
      },
    },
    examples: ['reporting grant reports --password-file reports.txt', 'reporting grant reports --json'],
    async run(input) {
      const [role] = input.words
      if (role === undefined)
        throw new AppError('invalid', 'reporting grant needs the name of the role, such as reports.')
      const password = await readSecretOption(input, 'password-file', 'password')
      return withDatabase(input, async (db) => {
        const granted = await db.transaction('settings', (tx) => grantReporting(tx, role, password))
        const { created, database, views } = granted
        const socket = db.kind === 'embedded' ? String(db.direct.host) : null
        const text = [
          `${created ? 'Created the role' : 'The role'} ${role}${created ? ': it' : ''} may read ${views.map((view) => `reporting.${view}`).join(', ')} in the database ${database}, and nothing else.`,
          ...(socket === null
            ? []
            : [
                `The embedded database listens only on a socket, for programs of its own user on this machine: host=${socket} port=5432 dbname=${database} user=${role}`,
              ]),
        ].join('\n')
        return { text, json: { ...granted, socket } }
      })
    },
  }),
]
