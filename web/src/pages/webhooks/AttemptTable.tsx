import type { AttemptReply } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { Status } from '../../parts/Status.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { Link } from '../../routing/Link.tsx'
import { milliseconds, TYPE_NAMES } from './words.ts'

const LANES: Readonly<Record<AttemptReply['lane'], string>> = { first: 'As it came', late: 'Retry', replay: 'Replay' }

interface Props {
  readonly webhookId: string
  readonly attempts: readonly AttemptReply[] | undefined
  /** On an event's own page its name and link would say nothing. */
  readonly ofOneEvent?: boolean
}

export function AttemptTable({ webhookId, attempts, ofOneEvent = false }: Props) {
  const event: Column<AttemptReply> = {
    label: 'Event',
    cell: ({ position, eventId, type }) => (
      <Link href={`/webhooks/${webhookId}/events/${position}`}>
        {type ? TYPE_NAMES[type] : 'Event'}
        <div
          className={classes(typography.small, typography.muted, typography.mono, 'clip')}
          title={eventId ?? undefined}
        >
          {eventId ?? `position ${position}, no longer in the log`}
        </div>
      </Link>
    ),
  }
  const columns: Column<AttemptReply>[] = [
    {
      label: 'Outcome',
      cell: ({ succeeded, problem, excerpt }) => (
        <>
          <Status tone={succeeded ? 'success' : 'danger'}>{succeeded ? 'Succeeded' : 'Failed'}</Status>
          {problem && (
            <div className={classes(typography.small, typography.muted, typography.breakWord)}>{problem}</div>
          )}
          {excerpt && ofOneEvent && <pre className={classes('code', 'wrap', typography.small)}>{excerpt}</pre>}
        </>
      ),
    },
    { label: 'Status', cell: ({ status }) => <span className={typography.tabular}>{status ?? 'No answer'}</span> },
    {
      label: 'Took',
      align: 'end',
      cell: (each) => (
        <span className={classes(typography.tabular, typography.nowrap)}>{milliseconds(each.milliseconds)}</span>
      ),
    },
    {
      label: 'Attempt',
      cell: ({ attempt, lane }) => (
        <span className={typography.nowrap}>
          {attempt} <span className={classes(typography.muted, typography.small)}>{LANES[lane]}</span>
        </span>
      ),
    },
    { label: 'When', cell: ({ at }) => <Time at={at} /> },
  ]
  return (
    <Table
      label="Attempts"
      rows={attempts}
      rowKey={({ at, position, attempt }) => `${position} ${attempt} ${at}`}
      skeletonRows={6}
      columns={ofOneEvent ? columns : [event, ...columns]}
    />
  )
}
