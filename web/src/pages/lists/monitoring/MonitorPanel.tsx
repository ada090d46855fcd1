import { Button } from '@mantine/core'
import { useApiMutation } from '../../../api/queries.ts'
import { contract, type MonitoringReply, type RouteName } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { Meter } from '../../../parts/notes/Meter.tsx'
import { Note } from '../../../parts/notes/Note.tsx'
import { useToast } from '../../../parts/notes/Toasts.tsx'
import typography from '../../../parts/typography.module.css'
import { limitTone } from '../../../parts/words/limit-tone.ts'
import { useCan } from '../../../session.ts'
import styles from './Monitoring.module.css'
import { texts } from './texts.ts'

const CHANGED: readonly RouteName[] = [
  ...(['getMonitoring', 'getLists', 'getList', 'listWaitingBoards', 'getFirstSteps', 'listAudit'] as const),
]

interface MonitorPanelProps {
  readonly listId: string
  readonly entries: number
  readonly monitoring: MonitoringReply
  /** It was begun here. */
  readonly onStart?: () => void
}

/** Whether the list is monitored, what that takes of the allowance, and how to change it. */
export function MonitorPanel(props: MonitorPanelProps) {
  const { state } = props.monitoring
  return state === 'off' ? <Off {...props} /> : state === 'asked' ? <Asked {...props} /> : <On {...props} />
}

/** Why no list can be monitored here. */
export function hindranceTo({ mode, collects, allowance }: MonitoringReply): string | undefined {
  if (mode === 'off') return texts.off.isOff
  if (!collects) return texts.off.noCollecting
  return allowance.limit === 0 ? texts.off.noAllowance : undefined
}

function Off({ listId, entries, monitoring, onStart }: MonitorPanelProps) {
  const can = useCan()
  const start = useApiMutation(contract.monitorList, { invalidates: CHANGED })
  const { allowance, mode } = monitoring
  // A promise, because the panel is gone when its list is monitored.
  const run = () => start.mutateAsync({ params: { listId }, body: {} }).then(onStart, () => {})
  const hindrance = hindranceTo(monitoring)
  if (hindrance !== undefined) return <Note>{hindrance}</Note>
  const left = Math.max(0, allowance.limit - allowance.used)
  const sentences = [
    texts.off.allowance(allowance),
    texts.off.fits(entries),
    ...(entries > left ? [texts.off.left(left)] : []),
    ...(mode === 'approval' ? [texts.off.approval] : []),
    ...(can('monitorList') ? [] : [texts.off.owners]),
  ]
  return (
    <>
      <Note
        title={texts.off.title}
        action={
          can('monitorList') && (
            <Button aria-disabled={start.isPending} onClick={() => !start.isPending && void run()}>
              {start.isPending ? texts.off.starting : texts.off.start}
            </Button>
          )
        }
      >
        <p>{texts.off.body}</p>
        <p className={typography.muted}>{sentences.join(' ')}</p>
        <p>
          <a href="/docs/data-and-law">{texts.off.law}</a>
        </p>
      </Note>
      <ErrorNote error={start.error} />
    </>
  )
}

function Asked({ listId }: MonitorPanelProps) {
  return (
    <Note title={texts.asked.title} action={<Stop listId={listId} label={texts.asked.withdraw} />}>
      {texts.asked.body}
    </Note>
  )
}

function On({ listId, monitoring: { counts, allowance, mode, collects } }: MonitorPanelProps) {
  const { queued, looking, beyond, part, ...done } = counts
  const visited = Object.values(done).reduce((sum, count) => sum + count, 0)
  const all = visited + queued + looking
  return (
    <>
      {mode === 'off' && <Note tone="warning">{texts.on.isOff}</Note>}
      {mode !== 'off' && !collects && <Note tone="warning">{texts.on.noCollecting}</Note>}
      <div className={classes(layout.panel, styles.panel)}>
        <div className={styles.figure}>
          <strong className={typography.tabular}>{texts.on.visitedOf(visited, all)}</strong>
          <Meter name={texts.on.visited} value={visited} max={all} text={texts.on.visitedOf(visited, all)} />
          {beyond > 0 && <span className={typography.small}>{texts.on.beyond(beyond)}</span>}
        </div>
        <div className={styles.figure}>
          <strong className={typography.tabular}>{texts.on.allowanceOf(allowance)}</strong>
          <Meter
            name={texts.on.allowance}
            value={allowance.used}
            max={allowance.limit}
            text={texts.on.allowanceOf(allowance)}
            tone={limitTone(allowance)}
          />
          <span className={classes(typography.muted, typography.small)}>{texts.on.allTeam}</span>
        </div>
        <Stop listId={listId} label={texts.on.stop} />
      </div>
    </>
  )
}

function Stop({ listId, label }: { listId: string; label: string }) {
  const can = useCan()
  const toast = useToast()
  const stop = useApiMutation(contract.stopMonitoringList, { invalidates: CHANGED })
  if (!can('stopMonitoringList')) return null
  const run = () =>
    stop.mutateAsync({ params: { listId } }).then(
      () => toast(texts.on.stopped),
      ({ message }: Error) => toast(message),
    )
  return (
    <div>
      <Button variant="default" size="xs" aria-disabled={stop.isPending} onClick={() => !stop.isPending && void run()}>
        {label}
      </Button>
    </div>
  )
}
