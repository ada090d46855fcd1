import type { Registry } from 'prom-client'
import type { Database } from '../db/index.ts'
import type { Config } from '../platform/config/config.ts'
import { lazySecretBox } from '../platform/config/secret-box.ts'
import { type MailSender, readMailSender, readSmtpUrl, type SmtpServer } from '../platform/config/smtp-url.ts'
import type { Logger } from '../platform/logger.ts'
import { mailMetrics } from './metrics.ts'
import { MailOutbox, type MailOutboxOptions } from './sender.ts'

/** Undefined without a mail server. */
export function mailServerOf(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
): { server: SmtpServer; from: MailSender } | undefined {
  const server = config.SMTP_URL === undefined ? undefined : readSmtpUrl(config.SMTP_URL)
  const from = config.MAIL_FROM === undefined ? undefined : readMailSender(config.MAIL_FROM)
  return server && from ? { server, from } : undefined
}

interface MailParts extends Pick<MailOutboxOptions, 'isHeld' | 'prepare'> {
  /** Calls back when there may be work. Returns a function that stops it. */
  readonly listen: (wake: () => void) => Promise<() => Promise<void>>
}

/** Sends mails for as long as the process runs, if there is a mail server. Returns a function that stops it. */
export async function startMail(
  db: Database,
  config: Config,
  log: Logger,
  registry: Registry,
  { listen, ...parts }: MailParts,
): Promise<() => Promise<void>> {
  const configured = mailServerOf(config)
  if (!configured) return async () => {}
  const onEnd = mailMetrics(registry, db.pool('settings'))
  const outbox = new MailOutbox({ db, log, ...configured, box: lazySecretBox(config), onEnd, ...parts })
  const stopListening = await listen(() => outbox.wake())
  outbox.start()
  return async () => {
    await stopListening()
    await outbox.stop()
  }
}
