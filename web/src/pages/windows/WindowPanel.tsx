import { Button, CloseButton, Drawer } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { companySummary, contract, type WindowBriefReply, type WindowRowReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import { Initials } from '../../parts/company/Initials.tsx'
import { addToListTexts } from '../../parts/company/texts.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import typography from '../../parts/typography.module.css'
import { Time } from '../../parts/words/Time.tsx'
import { TypeMark } from '../../parts/words/TypeMark.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { texts } from './texts.ts'
import styles from './WindowPanel.module.css'

const { panel } = texts
/** Below, there is no room beside the table. */
const WIDE = '(min-width: 1180px)'

interface WindowPanelProps {
  readonly row: WindowRowReply
  readonly onClose: () => void
  readonly onAddToList?: (() => void) | undefined
  /** The person is about to leave for the dossier. */
  readonly onLeave: () => void
}

/** The short dossier of a row: beside the table, or over it on a narrow screen. Free, like the row. */
export function WindowPanel({ row, ...props }: WindowPanelProps) {
  const isWide = useIsWide()
  const content = <Brief row={row} {...props} />
  if (isWide) {
    return (
      <aside className={classes(layout.panel, styles.aside)} aria-label={panel.label(row.name)}>
        <CloseButton className={styles.close} aria-label={panel.close} onClick={props.onClose} />
        {content}
      </aside>
    )
  }
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size={420}
      title={<span className={typography.strong}>{row.label}</span>}
      closeButtonProps={{ 'aria-label': panel.close }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      {content}
    </Drawer>
  )
}

function Brief({ row, onAddToList, onLeave }: WindowPanelProps) {
  const { data, error, refetch } = useApiQuery(contract.getWindowCompany, { params: { companyId: row.companyId } })
  return (
    <div className={layout.stack}>
      <div className={styles.header}>
        <Initials name={row.name} />
        <div className={typography.breakWord}>
          <h2 id="short-dossier" tabIndex={-1}>
            <Words text={row.name} />
          </h2>
          <p className={classes(typography.muted, typography.small)}>{companySummary(row) || panel.noFacts}</p>
        </div>
      </div>
      <div className={layout.row}>
        <Button component={Link} href={`/explore/companies/${row.companyId}`} size="xs" onClick={onLeave}>
          {panel.dossier}
        </Button>
        {onAddToList && (
          <Button variant="default" size="xs" onClick={onAddToList}>
            {addToListTexts.action}
          </Button>
        )}
      </div>
      {error && !data ? (
        <ErrorNote title={panel.error} error={error} retry={refetch} />
      ) : data ? (
        <Notes row={row} brief={data} />
      ) : (
        <>
          <Loading height={90} radius={8} />
          <Loading height={130} radius={8} />
        </>
      )}
    </div>
  )
}

/** The window of the row first. */
function Notes({ row, brief: { windows, signals } }: { row: WindowRowReply; brief: WindowBriefReply }) {
  const shown = windows.find(({ slug }) => slug === row.slug) ?? windows[0]
  const others = windows.filter((each) => each !== shown)
  return (
    <>
      {shown && (
        <section className={layout.stackTight}>
          <h3>
            {shown.label}
            <Left windowEndsAt={shown.windowEndsAt} />
          </h3>
          <p>{shown.whyNow}</p>
          {shown.talkingPoints.length > 0 && (
            <>
              <h4 className={styles.heading}>{panel.talkingPoints}</h4>
              <ul className={styles.points}>
                {shown.talkingPoints.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
      {others.length > 0 && (
        <section className={layout.stackTight}>
          <h3>{panel.also}</h3>
          <ul className={styles.plain}>
            {others.map(({ slug, label, windowEndsAt }) => (
              <li key={slug}>
                {label}
                <Left windowEndsAt={windowEndsAt} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={layout.stackTight}>
        <h3>{panel.signals}</h3>
        {signals.length === 0 && <p className={typography.muted}>{panel.noSignals}</p>}
        <ul className={styles.plain}>
          {signals.map(({ id, type, label, status, occurredAt }) => (
            <li key={id}>
              <Words text={label} />
              <div className={classes(layout.row, typography.muted, typography.small)}>
                <TypeMark type={type} />
                <Time at={occurredAt} />
                {status !== 'active' && <span>{panel.ended}</span>}
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Left({ windowEndsAt }: { windowEndsAt: string }) {
  return (
    <>
      {' '}
      <Muted>{panel.closes(texts.table.daysLeft(daysLeftOf(windowEndsAt, Date.now())))}</Muted>
    </>
  )
}

function Muted({ children }: { children: ReactNode }) {
  return <span className={classes(typography.muted, typography.small, styles.muted)}>{children}</span>
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(WIDE)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(WIDE).matches,
  )
}
