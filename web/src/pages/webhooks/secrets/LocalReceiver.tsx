import { classes } from '../../../parts/class-names.ts'
import { ProgramBlock } from '../../../parts/copying/CodeBlock.tsx'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'

interface LocalReceiverProps {
  readonly url: string
  readonly authKey: string
  readonly signingSecret: string
}

/** For an endpoint on this machine, the command that starts the example receiver there. Only such an endpoint has no TLS. */
export function LocalReceiver({ url, authKey, signingSecret }: LocalReceiverProps) {
  if (!url.startsWith('http:')) return null
  const text = [
    `WEBHOOK_AUTH_KEY='${authKey.replaceAll("'", `'\\''`)}' \\`,
    `WEBHOOK_SIGNING_SECRET='${signingSecret}' \\`,
    `PORT=${new URL(url).port || '80'} node examples/receiver/server.js`,
  ].join('\n')
  return (
    <div>
      <p className={classes(typography.strong, typography.small)}>{texts.create.receiver}</p>
      <p className={classes(typography.muted, typography.small)}>{texts.create.receiverHint}</p>
      <ProgramBlock text={text} name={texts.create.receiver} />
    </div>
  )
}
