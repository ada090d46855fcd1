import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf, type WebhookReply } from '../../contract.ts'
import { Note } from '../../parts/notes/Note.tsx'
import { useToast } from '../../parts/notes/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { withLocalTimes } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { useCan } from '../../session.ts'
import { groupNotices } from './group-notices.ts'
import styles from './Notices.module.css'
import { texts } from './texts.ts'

const MAX_SHOWN = 5

/** The undismissed notices about the team's webhooks, equal ones together. */
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
  const groups = groupNotices(open)
  const older = groups.slice(MAX_SHOWN).reduce((sum, { count }) => sum + count, 0)
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
        {groups.slice(0, MAX_SHOWN).map(({ message, at, webhookIds, count }) => (
          <li key={message}>
            {webhookIds.map(urlOf).map((url) => (
              <span key={url}>
                <code className={typography.breakWord}>{url}</code>{' '}
              </span>
            ))}
            {withLocalTimes(message)}{' '}
            <span className={typography.muted}>
              <Time at={at} /> {count > webhookIds.length && texts.notices.times(count)}
            </span>
          </li>
        ))}
      </ul>
      {older > 0 && <p>{texts.notices.older(older)}</p>}
    </Note>
  )
}
