import { useEffect, useRef } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { type AllowanceReply, contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { formatNumber, shortLocal } from '../../parts/words/format.ts'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useSession } from '../../session.ts'
import limitStyles from './LimitPanel.module.css'
import { LimitMeter } from './LimitPanel.tsx'
import { texts } from './texts.ts'
import styles from './UsagePage.module.css'

const { people } = texts

/** What people use on the screen, apart from the API: the team's day, and the share of each member. */
export function PeopleUsage() {
  const { account } = useSession()
  const { data, error, refetch } = useApiQuery(contract.getPeopleUsage, {}, { refetchSeconds: 30 })
  const section = useRef<HTMLDivElement>(null)
  // A link from Explore leads here.
  const isLoaded = data !== undefined
  useEffect(() => {
    if (isLoaded && location.hash === '#people') section.current?.scrollIntoView()
  }, [isLoaded])
  return (
    <div id="people" className={styles.people} ref={section}>
      <Section title={people.title} lead={people.lead}>
        {error && !data && <ErrorNote title={people.loadError} error={error} retry={refetch} />}
        {!data && !error && <Loading height={320} radius={12} />}
        {data && (
          <>
            <div className={styles.charts}>
              <AllowancePanel name={people.you} allowance={data.you} resetsAt={data.resetsAt} />
              <AllowancePanel name={people.team} allowance={data.team} resetsAt={data.resetsAt} />
            </div>
            <div className={styles.charts}>
              <Table
                label={people.members}
                rows={data.members}
                rowKey={({ accountId }) => accountId}
                dimmed={({ isMember }) => !isMember}
                columns={[
                  {
                    label: people.member,
                    cell: ({ accountId, email, isMember }) => (
                      <>
                        <Words text={email ?? people.deleted} />
                        {accountId === account.id && <span className={typography.muted}> {people.isYou}</span>}
                        {!isMember && email !== null && <span className={typography.muted}> {people.hasLeft}</span>}
                      </>
                    ),
                  },
                  {
                    label: people.used,
                    align: 'end',
                    cell: ({ used }) => <span className={typography.tabular}>{formatNumber(used)}</span>,
                  },
                  {
                    label: people.left,
                    align: 'end',
                    cell: ({ remaining, isMember }) => (
                      <span className={typography.tabular}>{isMember ? formatNumber(remaining) : '–'}</span>
                    ),
                  },
                ]}
              />
              <DayChart
                label={people.byDay}
                days={data.days.map(({ day, companies }) => ({ day, value: companies }))}
                until={data.resetsAt}
              />
            </div>
          </>
        )}
      </Section>
    </div>
  )
}

interface AllowancePanelProps {
  readonly name: string
  readonly allowance: AllowanceReply
  readonly resetsAt: string
}

function AllowancePanel({ name, allowance: { used, limit, remaining, note }, resetsAt }: AllowancePanelProps) {
  const reset = texts.limits.resetsAt(<Time at={resetsAt} />, shortLocal(resetsAt))
  return (
    <div className={classes(layout.panel, limitStyles.limit)}>
      <h3>{name}</h3>
      <div className={classes(limitStyles.figures, typography.tabular)}>
        <strong>{formatNumber(used)}</strong>
        <span className={typography.muted}>{people.of(limit)}</span>
      </div>
      <LimitMeter name={people.meter(name)} used={used} limit={limit} />
      <div className={typography.small}>
        {limit > 0 && remaining === 0 ? <strong>{people.usedUp}</strong> : <span>{texts.limits.left(remaining)}</span>}{' '}
        <span className={typography.muted}>{reset}</span>
        {note && <div className={typography.muted}>{note}</div>}
      </div>
    </div>
  )
}
