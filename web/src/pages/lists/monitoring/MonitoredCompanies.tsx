import { Button } from '@mantine/core'
import { contract, MONITORING_STATES, type MonitoredCompanyReply, type MonitoringReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { EmptyState } from '../../../parts/notes/EmptyState.tsx'
import { Status } from '../../../parts/notes/Status.tsx'
import type { Tone } from '../../../parts/notes/tone.ts'
import { Table } from '../../../parts/tables/Table.tsx'
import typography from '../../../parts/typography.module.css'
import { formatNumber } from '../../../parts/words/format.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { Link } from '../../../routing/Link.tsx'
import { useCan } from '../../../session.ts'
import styles from './Monitoring.module.css'
import { texts } from './texts.ts'

export type MonitoringState = MonitoredCompanyReply['state']

const TONES: Readonly<Record<MonitoringState, Tone>> = {
  ...{ decision: 'warning', operator: 'warning', board: 'success', nothing: 'neutral', unreachable: 'danger' },
  ...{ looking: 'neutral', queued: 'off', beyond: 'off', part: 'off' },
}

interface StateFilterProps {
  readonly counts: MonitoringReply['counts']
  readonly state: MonitoringState | undefined
  readonly onChange: (state: MonitoringState | undefined) => void
}

export function StateFilter({ counts, state, onChange }: StateFilterProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown = MONITORING_STATES.filter((each) => counts[each] > 0 || each === state)
  const choice = (value: MonitoringState | undefined, label: string) => (
    <Button
      key={label}
      size="xs"
      variant={value === state ? 'light' : 'default'}
      aria-pressed={value === state}
      onClick={() => onChange(value)}
    >
      {label}
    </Button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which would be one more line
    <div className={layout.row} role="group" aria-label={texts.company.filter}>
      {choice(undefined, texts.company.all(all))}
      {shown.map((each) => choice(each, `${texts.company.states[each]} ${formatNumber(counts[each])}`))}
    </div>
  )
}

/** Undefined: still loading. */
export function MonitoredCompanies({ companies }: { companies: readonly MonitoredCompanyReply[] | undefined }) {
  const { columns, none } = texts.company
  if (companies?.length === 0) return <EmptyState title={none.title}>{none.text}</EmptyState>
  return (
    <Table
      label={texts.company.table}
      rows={companies}
      rowKey={({ domain }) => domain}
      dimmed={({ state }) => state === 'beyond' || state === 'part'}
      columns={[
        { label: columns.company, cell: (company) => <Company company={company} /> },
        { label: columns.state, cell: (company) => <State company={company} /> },
        { label: columns.types, cell: ({ types }) => <Types types={types} /> },
        {
          label: columns.visited,
          short: true,
          cell: ({ lastVisitAt }) => <Time at={lastVisitAt} never={texts.company.notVisited} />,
        },
        { label: columns.next, short: true, cell: (company) => <NextVisit company={company} /> },
      ]}
    />
  )
}

function Company({ company: { domain, name, companyId } }: { company: MonitoredCompanyReply }) {
  const can = useCan()
  if (name === null || companyId === null) return <Words text={domain} />
  return (
    <>
      {can(contract.exploreCompany.name) ? (
        <Link href={`/explore/companies/${companyId}`}>
          <Words text={name} />
        </Link>
      ) : (
        <Words text={name} />
      )}
      <div className={classes(typography.muted, typography.small)}>
        <Words text={domain} />
      </div>
    </>
  )
}

function State({ company: { state, boards, openJobs, types, failure } }: { company: MonitoredCompanyReply }) {
  const detail =
    boards.length > 0
      ? texts.company.board(boards, types.includes('hiring') ? openJobs : undefined)
      : (failure ?? texts.company.details[state] ?? '')
  return (
    <>
      <Status tone={TONES[state]}>{texts.company.states[state]}</Status>
      {detail && <div className={classes(typography.muted, typography.small, typography.breakWord)}>{detail}</div>}
    </>
  )
}

function Types({ types }: Pick<MonitoredCompanyReply, 'types'>) {
  if (types.length === 0) return <span className={typography.muted}>{texts.company.noTypes}</span>
  return (
    <span className={styles.types}>
      {types.map((type) => (
        <TypeMark key={type} type={type} isIcon />
      ))}
    </span>
  )
}

function NextVisit({ company: { nextVisitAt, firstVisitAt } }: { company: MonitoredCompanyReply }) {
  if (nextVisitAt === null) return <span className={typography.muted}>–</span>
  const time = Date.parse(nextVisitAt) <= Date.now() ? texts.company.soon : <Time at={nextVisitAt} />
  return firstVisitAt === null ? texts.company.firstVisit(time) : time
}
