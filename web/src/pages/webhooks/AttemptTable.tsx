import type { AttemptReply } from '../../contract.ts'
import { State } from '../../parts/State.tsx'
import { type Column, Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
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
        <div className="small quiet mono clip" title={eventId ?? undefined}>
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
          <State tone={succeeded ? 'good' : 'bad'}>{succeeded ? 'Succeeded' : 'Failed'}</State>
          {problem && <div className="small quiet break">{problem}</div>}
          {excerpt && ofOneEvent && <pre className="code wrap small">{excerpt}</pre>}
        </>
      ),
    },
    { label: 'Status', cell: ({ status }) => <span className="number">{status ?? 'No answer'}</span> },
    {
      label: 'Took',
      align: 'end',
      cell: (each) => <span className="number nowrap">{milliseconds(each.milliseconds)}</span>,
    },
    {
      label: 'Attempt',
      cell: ({ attempt, lane }) => (
        <span className="nowrap">
          {attempt} <span className="quiet small">{LANES[lane]}</span>
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
      skeletons={6}
      columns={ofOneEvent ? columns : [event, ...columns]}
    />
  )
}
