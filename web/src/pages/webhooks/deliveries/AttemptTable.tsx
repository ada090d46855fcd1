import type { AttemptReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { TextBlock } from '../../../parts/copying/CodeBlock.tsx'
import { Status } from '../../../parts/notes/Status.tsx'
import { type Column, Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { Link } from '../../../routing/Link.tsx'
import { texts } from '../texts.ts'
import styles from './AttemptTable.module.css'

interface AttemptTableProps {
  readonly webhookId: string
  readonly attempts: readonly AttemptReply[] | undefined
  /** For the page of one event: hides the event column and shows response bodies. */
  readonly singleEvent?: boolean
}

export function AttemptTable({ webhookId, attempts, singleEvent = false }: AttemptTableProps) {
  const eventColumn: Column<AttemptReply> = {
    label: texts.attempts.event,
    cell: ({ position, eventId, type, lane }) => {
      const event = (
        <>
          {type ? SIGNAL_TYPE_NAMES[type] : texts.attempts.event}
          <div
            className={classes(typography.small, typography.muted, typography.mono, styles.eventId)}
            title={eventId ?? undefined}
          >
            {eventId ?? texts.attempts.eventGone(position)}
          </div>
        </>
      )
      // A test event isn't in the log, so it has no page.
      return lane === 'test' ? event : <Link href={`/webhooks/${webhookId}/events/${position}`}>{event}</Link>
    },
  }
  const columns: Column<AttemptReply>[] = [
    {
      label: texts.attempts.outcome,
      cell: ({ succeeded, problem, excerpt, lane }) => (
        <>
          <Status tone={succeeded ? 'success' : 'danger'}>
            {succeeded ? texts.attempts.succeeded : texts.attempts.failed}
          </Status>
          {problem && (
            <div className={classes(typography.small, typography.muted, typography.breakWord)}>{problem}</div>
          )}
          {excerpt && (singleEvent || lane === 'test') && <TextBlock text={excerpt} />}
        </>
      ),
    },
    {
      label: texts.attempts.status,
      cell: ({ status }) => <span className={typography.tabular}>{status ?? texts.attempts.noResponse}</span>,
    },
    {
      label: texts.attempts.duration,
      align: 'end',
      cell: ({ milliseconds }) => (
        <span className={classes(typography.tabular, typography.nowrap)}>{texts.milliseconds(milliseconds)}</span>
      ),
    },
    {
      label: texts.attempts.attempt,
      cell: ({ attempt, lane }) => (
        <span className={typography.nowrap}>
          {attempt} <span className={classes(typography.muted, typography.small)}>{texts.attempts.lanes[lane]}</span>
        </span>
      ),
    },
    { label: texts.attempts.when, cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <Table
      label={texts.attempts.title}
      rows={attempts}
      rowKey={({ at, position, attempt }) => `${position} ${attempt} ${at}`}
      skeletonRows={6}
      columns={singleEvent ? columns : [eventColumn, ...columns]}
    />
  )
}
