import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '../../api/queries.ts'
import { contract, type WebhookReply } from '../../contract.ts'
import { Note } from '../../parts/Note.tsx'
import { Time } from '../../parts/Time.tsx'
import { useToast } from '../../parts/Toasts.tsx'
import typography from '../../parts/typography.module.css'
import { useCan } from '../../session.ts'

/** What the team is to be told about its webhooks and has not yet put away. */
export function Notices({ webhooks }: { webhooks: readonly WebhookReply[] }) {
  const can = useCan()
  const toast = useToast()
  const { data } = useApiQuery(contract.listNotices, {})
  const dismiss = useApiMutation(contract.dismissNotices, { invalidates: ['listNotices'] })
  const open = data?.notices.filter(({ seenAt }) => seenAt === null) ?? []
  const newest = open[0]
  if (!newest) return null
  const urlOf = (webhookId: string) => webhooks.find(({ id }) => id === webhookId)?.url
  return (
    <Note
      tone="warning"
      title={open.length === 1 ? 'Something happened to a webhook' : 'Something happened to your webhooks'}
      action={
        can('dismissNotices') && (
          <Button
            variant="default"
            size="xs"
            onClick={() => dismiss.mutate({ body: { upTo: newest.id } }, { onError: ({ message }) => toast(message) })}
          >
            Dismiss
          </Button>
        )
      }
    >
      <ul style={{ paddingLeft: 18 }}>
        {open.slice(0, 5).map(({ id, webhookId, message, at }) => (
          <li key={id}>
            {urlOf(webhookId) && <code className={typography.breakWord}>{urlOf(webhookId)}</code>} {message}{' '}
            <span className={typography.muted}>
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
      {open.length > 5 && <p>And {open.length - 5} more before.</p>}
    </Note>
  )
}
