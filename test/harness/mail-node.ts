// A node that only sends mails, to be killed. Settings come from the environment.

import { openDatabase } from '../../src/db/index.ts'
import { MailOutbox, mailServerOf } from '../../src/mail/index.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { lazySecretBox } from '../../src/platform/config/secret-box.ts'
import { silentLog } from './log.ts'

const config = loadConfig(process.env)
const configured = mailServerOf(config)
if (!configured) throw new Error('SMTP_URL and MAIL_FROM are missing')
const db = await openDatabase({ config, log: silentLog })
process.on('disconnect', () => process.exit(0))
new MailOutbox({ db, log: silentLog, ...configured, box: lazySecretBox(config), isHeld: async () => false }).start()
