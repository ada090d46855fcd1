import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { TotalChart } from '../../charts/TotalChart.tsx'
import { type BucketReply, contract, type ReplyOf } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import layout from '../../parts/layout.module.css'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { Section } from '../../parts/Section.tsx'
import { type Column, Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { formatDate, formatNumber, utcDayOf } from '../../parts/words/format.ts'
import { Words } from '../../parts/words/Words.tsx'
import { Link } from '../../routing/Link.tsx'
import { useSearchParams } from '../../routing/location.ts'
import { projectedUse, usedUpAt } from './projection.ts'
import { texts } from './texts.ts'
import styles from './UsagePage.module.css'

type Usage = ReplyOf<typeof contract.getUsage>
type Month = ReplyOf<typeof contract.getUsageMonth>
type Amount = 'requests' | 'records'

const DAY_MS = 86_400_000
const CAPS = { requests: 'monthlyRequests', records: 'monthlyRecords' } as const

/** One billing month: how it went, and what used it. Which one is in the address. */
export function MonthUsage({ usage }: { usage: Usage }) {
  const [params, change] = useSearchParams()
  const day = /^\d{4}-\d\d-\d\d$/.exec(params.get('month') ?? '')?.[0]
  const { data, error, refetch } = useApiQuery(
    contract.getUsageMonth,
    { query: { ...(day && { day }) } },
    day ? {} : { refetchSeconds: 30 },
  )
  const [isByDay, setIsByDay] = useState(false)
  if (error && !data) return <ErrorNote title={texts.loadError} error={error} retry={refetch} />
  if (!data) return <Loading height={780} radius={12} />
  const { month, isCurrent, hasEarlier } = data
  const last = new Date(Date.parse(month.endsAt) - 1).toISOString()
  const goTo = (time: number) => change({ month: utcDayOf(time) })
  return (
    <>
      <Section
        title={isCurrent ? texts.month.current : texts.month.earlier(formatDate(month.startsAt), formatDate(last))}
        lead={texts.month.lead}
        action={
          <div className={layout.row}>
            <Button
              variant="default"
              size="xs"
              disabled={!hasEarlier}
              onClick={() => goTo(Date.parse(`${month.startsAt.slice(0, 10)}T00:00:00Z`) - DAY_MS)}
            >
              {texts.month.previous}
            </Button>
            {!isCurrent && (
              <Button variant="default" size="xs" onClick={() => change({ month: undefined })}>
                {texts.month.back}
              </Button>
            )}
            <SegmentedControl
              size="xs"
              aria-label={texts.month.view}
              value={isByDay ? 'days' : 'total'}
              onChange={(value) => setIsByDay(value === 'days')}
              data={[
                { value: 'total', label: texts.month.total },
                { value: 'days', label: texts.month.days },
              ]}
            />
          </div>
        }
      >
        <div className={styles.charts}>
          {(['requests', 'records'] as const).map((amount) => (
            <AmountChart key={amount} amount={amount} usage={usage} month={data} isByDay={isByDay} />
          ))}
        </div>
      </Section>
      <Shares month={data} />
    </>
  )
}

interface AmountChartProps {
  readonly amount: Amount
  readonly usage: Usage
  readonly month: Month
  readonly isByDay: boolean
}

function AmountChart({ amount, usage, month: { month, days, isCurrent }, isByDay }: AmountChartProps) {
  const values = days.map((each) => ({ day: each.day, value: each[amount] }))
  const label = texts.month[amount]
  if (isByDay) return <DayChart label={label} days={values} until={month.endsAt} />
  const bucket = usage.buckets.find((each) => each.bucket === CAPS[amount])
  if (!isCurrent || !bucket) return <TotalChart label={label} days={values} until={month.endsAt} />
  return (
    <TotalChart
      label={label}
      days={values}
      until={month.endsAt}
      cap={bucket.limit}
      projected={projectedUse(bucket, month.startsAt, usage.asOf)}
      outlook={outlookOf(bucket, month.startsAt, usage.asOf)}
    />
  )
}

function outlookOf(bucket: BucketReply, monthStartsAt: string, asOf: string): string {
  if (bucket.limit > 0 && bucket.remaining === 0) return texts.month.reached
  const usedUp = usedUpAt(bucket, monthStartsAt, asOf)
  if (usedUp) return texts.limits.usedUp(formatDate(usedUp))
  const projected = projectedUse(bucket, monthStartsAt, asOf)
  return projected === undefined ? texts.month.tooEarly : texts.month.lasts(projected)
}

const number = (value: number) => <span className={typography.tabular}>{formatNumber(value)}</span>

/** What used the month: by endpoint, by key and by person. */
function Shares({ month: { endpoints, keys, people, isCurrent } }: { month: Month }) {
  const { shares } = texts
  if (endpoints.length + keys.length + people.length === 0) {
    return <EmptyState title={shares.empty}>{isCurrent && shares.emptyHint}</EmptyState>
  }
  const amounts: readonly Column<{ requests: number; records: number }>[] = [
    { label: texts.month.requests, align: 'end', short: true, cell: ({ requests }) => number(requests) },
    { label: texts.month.records, align: 'end', short: true, cell: ({ records }) => number(records) },
  ]
  return (
    <div className={classes(styles.charts, styles.shares)}>
      {endpoints.length > 0 && (
        <Section title={shares.byEndpoint}>
          <Table
            label={shares.byEndpoint}
            rows={endpoints}
            rowKey={({ endpoint }) => endpoint}
            columns={[
              {
                label: shares.endpoint,
                cell: ({ endpoint }) => (
                  <code className={typography.breakWord}>{texts.endpointNames[endpoint] ?? endpoint}</code>
                ),
              },
              ...amounts,
            ]}
          />
        </Section>
      )}
      {keys.length > 0 && (
        <Section title={shares.byKey}>
          <Table
            label={shares.byKey}
            rows={keys}
            rowKey={({ id }) => id}
            columns={[
              {
                label: shares.key,
                cell: ({ id, name, prefix, lastFour }) => (
                  <>
                    <Link href={`/usage/requests?key=${id}`}>
                      <Words text={name} />
                    </Link>{' '}
                    <code className={classes(typography.muted, typography.small)}>{`${prefix}…${lastFour}`}</code>
                  </>
                ),
              },
              ...amounts,
              { label: shares.failed, align: 'end', short: true, cell: ({ failed }) => number(failed) },
            ]}
          />
        </Section>
      )}
      {people.length > 0 && (
        <Section title={shares.byPerson}>
          <Table
            label={shares.byPerson}
            rows={people}
            rowKey={({ accountId }) => accountId}
            dimmed={({ isMember }) => !isMember}
            columns={[
              {
                label: texts.people.member,
                cell: ({ email, isMember }) => (
                  <>
                    <Words text={email ?? texts.people.deleted} />
                    {!isMember && email !== null && <span className={typography.muted}> {texts.people.hasLeft}</span>}
                  </>
                ),
              },
              { label: shares.companies, align: 'end', short: true, cell: ({ companies }) => number(companies) },
            ]}
          />
        </Section>
      )}
    </div>
  )
}
