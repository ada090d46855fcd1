import { Button } from '@mantine/core'
import { useApiMutation } from '../../../api/queries.ts'
import { contract, type ReplyOf } from '../../../contract.ts'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { Time } from '../../../parts/words/Time.tsx'
import { useCan } from '../../../session.ts'
import { texts } from '../texts.ts'

interface EventActionsProps {
  readonly webhookId: string
  readonly position: string
  readonly event: ReplyOf<typeof contract.getEvent>
}

/** What can be done about an event that wasn't delivered: retry it while it has attempts left, then ask for a replay. */
export function EventActions({ webhookId, position, event }: EventActionsProps) {
  const can = useCan()
  const invalidates = ['getEvent', 'listEvents', 'listFailures', 'listAudit'] as const
  const retry = useApiMutation(contract.retryEvent, { invalidates })
  const request = useApiMutation(contract.requestReplay, { invalidates })
  const { state, canRetry, isRetryAsked, attemptsLeft, replayRequestedAt } = event
  const input = { params: { webhookId }, body: { position } }
  const { event: words } = texts
  return (
    <>
      <div role="status">
        {isRetryAsked && <Note>{words.retryAsked}</Note>}
        {state === 'exhausted' && replayRequestedAt && (
          <Note>{words.replayRequested(<Time at={replayRequestedAt} />)}</Note>
        )}
      </div>
      {canRetry && can('retryEvent') && (
        <Note
          action={
            <Button size="xs" aria-disabled={retry.isPending} onClick={() => !retry.isPending && retry.mutate(input)}>
              {retry.isPending ? words.retrying : words.retry}
            </Button>
          }
        >
          {words.attemptsLeft(attemptsLeft)}
        </Note>
      )}
      {state === 'exhausted' && !replayRequestedAt && can('requestReplay') && (
        <Note
          action={
            <Button
              size="xs"
              variant="default"
              aria-disabled={request.isPending}
              onClick={() => !request.isPending && request.mutate(input)}
            >
              {request.isPending ? words.requesting : words.requestReplay}
            </Button>
          }
        >
          {words.replayHint}
        </Note>
      )}
      <ErrorNote error={retry.error ?? request.error} />
    </>
  )
}
