import { recordInstallationAudit } from '../../account/audit/index.ts'
import { SECOND_FACTOR_SECRETS } from '../../account/second-factor/index.ts'
import { countByKey, reencrypt } from '../../db/index.ts'
import { SEARCH_SECRETS } from '../../deliver/alerts/index.ts'
import { CRM_SECRETS } from '../../deliver/crm/index.ts'
import { WEBHOOK_SECRETS } from '../../deliver/firehose/index.ts'
import { MAIL_SECRETS } from '../../mail/index.ts'
import { SecretBox } from '../../platform/config/secret-box.ts'
import { readSecretKeys } from '../../platform/config/secret-keys.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { EXIT } from '../exit-codes.ts'
import { withDatabase } from '../with-database.ts'

/** Everything in the database that is encrypted with SECRET_KEYS. */
export const SEALED_COLUMNS = [
  ...WEBHOOK_SECRETS,
  ...SEARCH_SECRETS,
  ...CRM_SECRETS,
  ...MAIL_SECRETS,
  ...SECOND_FACTOR_SECRETS,
]

const MAX_SHOWN = 20

export const secretsCommands = [
  command({
    name: 'secrets reencrypt',
    summary: 'Encrypt all stored secrets with the first key of SECRET_KEYS, so that older keys can be dropped.',
    examples: ['secrets reencrypt', 'secrets reencrypt --json'],
    async run(input) {
      const box = new SecretBox(readSecretKeys(input.config))
      return withDatabase(input, async (db) => {
        const pool = db.pool('settings')
        const { changed, unreadable } = await reencrypt(pool, SEALED_COLUMNS, box, (count) =>
          input.stderr.write(`${counted(count, 'secret')} so far\n`),
        )
        if (changed > 0) {
          const record = { action: 'secrets.reencrypted', target: { name: box.keyId }, details: { changed } } as const
          await db.transaction('settings', (tx) => recordInstallationAudit(tx, record))
        }
        const byKey = await countByKey(pool, SEALED_COLUMNS)
        const older = [...byKey.keys()].filter((key) => key !== box.keyId).toSorted()
        const text = [
          `${counted(changed, 'secret')} re-encrypted with the key "${box.keyId}".`,
          ...unreadable.slice(0, MAX_SHOWN).map(({ noun, id, reason }) => `Left as it is: ${noun} ${id}. ${reason}`),
          unreadable.length > MAX_SHOWN ? `… and ${unreadable.length - MAX_SHOWN} more.` : '',
          older.length === 0
            ? 'No stored secret needs an older key. Links in mails that were sent before stop working when you drop it.'
            : `Still needed: ${older.map((key) => `"${key}" by ${counted(byKey.get(key) ?? 0, 'secret')}`).join(', ')}.`,
        ]
        return {
          text: text.filter(Boolean).join('\n'),
          json: { key: box.keyId, changed, unreadable, byKey: Object.fromEntries(byKey) },
          exitCode: older.length === 0 ? EXIT.done : EXIT.failed,
        }
      })
    },
  }),
]
