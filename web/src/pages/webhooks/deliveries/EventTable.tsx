import type { DeliveryEventReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { Status } from '../../../parts/notes/Status.tsx'
import { type Column, Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { shownEventStateOf } from '../state-tones.ts'
import { texts } from '../texts.ts'
import { AttemptDots } from './AttemptDots.tsx'
import styles from './EventTable.module.css'
import { keyOfEvent } from './event-key.ts'

interface EventTableProps {
  /** Undefined: still loading. */
  readonly events: readonly DeliveryEventReply[] | undefined
  readonly openKey: string | undefined
  readonly onOpen: (event: DeliveryEventReply) => void
}

/** One row per event. Its company opens the drawer. */
export function EventTable({ events, openKey, onOpen }: EventTableProps) {
  const columns: readonly Column<DeliveryEventReply>[] = [
    { label: texts.log.company, cell: (event) => <EventName event={event} onOpen={() => onOpen(event)} /> },
    { label: texts.log.type, cell: ({ type }) => type && <TypeMark type={type} /> },
    {
      label: texts.log.status,
      cell: (event) => {
        const { label, tone } = shownEventStateOf(event)
        return <Status tone={tone}>{label}</Status>
      },
    },
    { label: texts.attempts.title, cell: (event) => <AttemptDots event={event} /> },
    {
      label: texts.log.last,
      cell: ({ at, attempts }) => attempts.length > 0 && <Time at={at} />,
    },
    {
      label: texts.log.next,
      // One that is due waits for its turn.
      cell: ({ nextAttemptAt, isRetryAsked }) =>
        isRetryAsked || (nextAttemptAt && Date.parse(nextAttemptAt) <= Date.now())
          ? texts.log.now
          : nextAttemptAt && <Time at={nextAttemptAt} />,
    },
  ]
  return (
    <div className={styles.events}>
      <Table
        label={texts.log.label}
        rows={events}
        rowKey={keyOfEvent}
        rowProps={(event) => ({ 'data-row': keyOfEvent(event), 'data-open': keyOfEvent(event) === openKey })}
        skeletonRows={8}
        columns={columns}
      />
    </div>
  )
}

function EventName({ event, onOpen }: { event: DeliveryEventReply; onOpen: () => void }) {
  const { company, isTest, type } = event
  const name = isTest ? texts.log.testEvent : (company?.name ?? texts.log.eventGone)
  const detail = isTest ? undefined : company?.domain
  return (
    <div className={styles.company}>
      <button
        type="button"
        className={styles.name}
        title={name}
        aria-label={type ? `${name}, ${SIGNAL_TYPE_NAMES[type]}` : name}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <bdi>
          <Words text={name} />
        </bdi>
      </button>
      {detail && (
        <div className={classes(typography.small, typography.muted)}>
          <Words text={detail} />
        </div>
      )}
    </div>
  )
}
