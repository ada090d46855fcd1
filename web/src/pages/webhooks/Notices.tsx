import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { Note } from '../../parts/notes/Note.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { useCan } from '../../session.ts'
import styles from './Notices.module.css'
import { texts } from './texts.ts'

const MAX_SHOWN = 5

/** The undismissed notices about the team's webhooks. */
export function Notices({
  webhooks,
  notices,
}: {
  webhooks: readonly WebhookReply[]
  notices: ReplyOf<typeof contract.listNotices>['notices']
}) {
  const can = useCan()
  const toast = useToast()
  const dismiss = useApiMutation(contract.dismissNotices, { invalidates: ['listNotices'] })
  const open = notices.filter(({ seenAt }) => seenAt === null)
  const newest = open[0]
  if (!newest) return null
  const urlOf = (webhookId: string) => webhooks.find(({ id }) => id === webhookId)?.shownUrl
  return (
    <Note
      tone="warning"
      title={texts.notices.title(open.length)}
      action={
        can('dismissNotices') && (
          <Button
            variant="default"
            size="xs"
            onClick={() => dismiss.mutate({ body: { upTo: newest.id } }, { onError: ({ message }) => toast(message) })}
          >
            {texts.notices.dismiss}
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {open.slice(0, MAX_SHOWN).map(({ id, webhookId, message, at }) => (
          <li key={id}>
            {urlOf(webhookId) && <code className={typography.breakWord}>{urlOf(webhookId)}</code>} {message}{' '}
            <span className={typography.muted}>
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {open.length > MAX_SHOWN && <p>{texts.notices.older(open.length - MAX_SHOWN)}</p>}
    </Note>
  )
}
