import type { TodayRowReply } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { CompanyMenu } from '../../parts/company/CompanyMenu.tsx'
import { DaysLeftBar } from '../../parts/company/DaysLeftBar.tsx'
import { daysLeftOf } from '../../parts/company/days-left.ts'
import { Initials } from '../../parts/company/Initials.tsx'
import { inAWeek } from '../../parts/company/snooze-days.ts'
import { addToListTexts, dispositionTexts } from '../../parts/company/texts.ts'
import { type NamedCompany, useDecide } from '../../parts/company/use-dispositions.ts'
import { WindowName } from '../../parts/company/WindowName.tsx'
import layout from '../../parts/layout.module.css'
import { Loading } from '../../parts/notes/Loading.tsx'
import typography from '../../parts/typography.module.css'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { navigate } from '../../routing/location.ts'
import styles from './TodayRows.module.css'
import { texts } from './texts.ts'

const SKELETON_ROWS = [1, 2, 3]
const MAX_LISTS = 2

interface TodayRowsProps {
  /** Undefined: loading. */
  readonly rows: readonly TodayRowReply[] | undefined
  readonly label: string
  /** Undefined if the person may not change lists. */
  readonly add?: ((company: NamedCompany) => void) | undefined
}

export function TodayRows({ rows, label, add }: TodayRowsProps) {
  return (
    <ul className={classes(layout.panel, styles.rows)} aria-label={label} aria-busy={rows === undefined}>
      {rows
        ? rows.map((row) => <TodayRow key={row.company.id} row={row} add={add} />)
        : SKELETON_ROWS.map((n) => (
            <li key={n} className={styles.row}>
              <Loading height={36} width={36} radius={7} />
              <div className={styles.about}>
                <Loading height={14} width="30%" my={4} />
                <Loading height={12} width="80%" my={5} />
              </div>
            </li>
          ))}
    </ul>
  )
}

function TodayRow({ row, add }: { row: TodayRowReply; add: TodayRowsProps['add'] }) {
  const { company, evidence, window, otherWindows, searches, lists, newAt } = row
  const href = `/explore/companies/${company.id}`
  return (
    <li className={styles.row} data-row={company.id}>
      <Initials name={company.name} size="medium" />
      <div className={styles.about}>
        <h3 className={styles.name}>
          <Link href={href}>
            <Words text={company.name} />
          </Link>
        </h3>
        <p className={styles.evidence} dir="auto">
          {evidence}
        </p>
        <p className={classes(styles.sources, typography.muted, typography.small)}>
          <span>{texts.found(<Time at={newAt} />)}</span>
          {searches.map(({ id, name }) => (
            <Link key={id} href={`/alerts/${id}`}>
              <Words text={name} />
            </Link>
          ))}
          {lists.slice(0, MAX_LISTS).map((name) => (
            <Tag key={name}>{name}</Tag>
          ))}
          {lists.length > MAX_LISTS && (
            <span title={lists.slice(MAX_LISTS).join(', ')}>{texts.moreLists(lists.length - MAX_LISTS)}</span>
          )}
          <QuickActions company={company} add={add} />
        </p>
      </div>
      {window && (
        <div className={styles.window}>
          <p className={styles.windowName}>
            <WindowName slug={window.slug} label={window.label} />
            {otherWindows > 0 && (
              <span className={classes(typography.muted, typography.small, typography.nowrap)}>
                <span aria-hidden="true">{texts.otherWindows(otherWindows)}</span>
                <span className={typography.visuallyHidden}>{texts.otherWindowsLabel(otherWindows)}</span>
              </span>
            )}
          </p>
          <DaysLeft windowEndsAt={window.windowEndsAt} windowDays={window.windowDays} />
        </div>
      )}
      <div className={styles.menu}>
        <CompanyMenu
          company={company}
          windowEndsAt={window?.windowEndsAt}
          actions={[
            { label: texts.openCompany, run: () => navigate(href) },
            ...(add ? [{ label: addToListTexts.action, run: () => add(company) }] : []),
          ]}
          invalidates={['getToday']}
        />
      </div>
    </li>
  )
}

/** For the mouse, shown while it is over the row. A keyboard has keys for them, and a finger the menu. */
function QuickActions({ company, add }: { company: NamedCompany; add: TodayRowsProps['add'] }) {
  const decide = useDecide(['getToday'])
  const actions = [
    ...(add ? [{ label: addToListTexts.action, run: () => add(company) }] : []),
    {
      label: texts.snoozeAWeek,
      run: () => decide(company, { kind: 'snoozed', until: inAWeek(new Date()) }),
    },
    { label: dispositionTexts.notAFit, run: () => decide(company, { kind: 'not_a_fit', until: null }) },
  ]
  return (
    <span className={styles.quick}>
      {actions.map(({ label, run }) => (
        <button key={label} type="button" tabIndex={-1} onClick={run}>
          {label}
        </button>
      ))}
    </span>
  )
}

function DaysLeft({ windowEndsAt, windowDays }: { windowEndsAt: string; windowDays: number }) {
  const days = daysLeftOf(windowEndsAt, Date.now())
  return (
    <div className={styles.daysLeft}>
      <DaysLeftBar days={days} windowDays={windowDays} />
      <span className={classes(styles.days, typography.small, typography.tabular)}>{texts.daysLeft(days)}</span>
    </div>
  )
}
