// Whether mail can be sent, and whether waiting mails are sent.

import type { Database } from '../../../db/index.ts'
import { checkSmtp, mailServerOf, readOutbox } from '../../../mail/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { counted } from '../../counted.ts'
import { hintOf, nameOf } from '../mail.ts'
import { duration, type Finding } from './finding.ts'

const LATE_SECONDS = 900

export async function checkMail(db: Database, config: Config): Promise<Finding> {
  const check = 'mail'
  const configured = mailServerOf(config)
  const { waiting, oldestSeconds, failedToday } = await readOutbox(db.pool('settings'))
  const details = { configured: configured !== undefined, waiting, oldestSeconds, failedToday }
  if (!configured) {
    const left = waiting > 0 ? `; ${counted(waiting, 'mail')} wait until it is set again` : ''
    const message = `no mail server (SMTP_URL): invite and reset links are handed over${left}`
    return { check, verdict: waiting > 0 ? 'warning' : 'ok', message, details }
  }
  const { server } = configured
  const result = await checkSmtp(server)
  if (result.outcome !== 'sent') {
    const message = `${nameOf(server)} can't be used: ${result.answer}. ${hintOf(result, server)}`
    return { check, verdict: 'problem', message, details: { ...details, answer: result.answer } }
  }
  const troubles = [
    oldestSeconds > LATE_SECONDS ? `the oldest mail has been waiting for ${duration(oldestSeconds)}` : '',
    failedToday > 0 ? `${counted(failedToday, 'mail')} given up within a day (see the log of serve)` : '',
    config.PUBLIC_URL === undefined ? 'PUBLIC_URL is not set, so links in mails lead to this machine' : '',
  ].filter(Boolean)
  const works = `${nameOf(server)} ${server.login ? 'accepts the sign-in' : 'answers'}, ${counted(waiting, 'mail')} waiting`
  if (troubles.length === 0) return { check, verdict: 'ok', message: works, details }
  return { check, verdict: 'warning', message: `${works}; ${troubles.join('; ')}`, details }
}
