import { useApiQuery } from '../../api/queries.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { contract, type ReplyOf } from '../../contract.ts'
import { EmptyState } from '../../parts/notes/EmptyState.tsx'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Loading } from '../../parts/notes/Loading.tsx'
import { NoApiAccess } from '../../parts/notes/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import typography from '../../parts/typography.module.css'
import { formatNumber, shortLocal, shortLocalAndUtc } from '../../parts/words/format.ts'
import { LIMIT_NAMES } from '../../parts/words/limit-names.ts'
import { useSession } from '../../session.ts'
import { LimitPanel } from './LimitPanel.tsx'
import { LimitRules } from './LimitRules.tsx'
import { PeopleUsage } from './PeopleUsage.tsx'
import { usedUpAt } from './projection.ts'
import { texts } from './texts.ts'
import styles from './UsagePage.module.css'

type Usage = ReplyOf<typeof contract.getUsage>

export function UsagePage() {
  const { team } = useSession()
  const { data, error, refetch } = useApiQuery(contract.getUsage, {}, { refetchSeconds: 30 })
  return (
    <Page
      title={texts.title}
      lead={
        data ? texts.billingMonth(shortLocal(data.month.startsAt), shortLocalAndUtc(data.month.endsAt)) : texts.lead
      }
    >
      {!team.apiAccess && <NoApiAccess />}
      {error && !data && <ErrorNote title={texts.loadError} error={error} retry={refetch} />}
      <Section title={texts.limits.title}>
        <div className={styles.limits}>
          {data
            ? data.buckets.map((bucket) => (
                <LimitPanel
                  key={bucket.bucket}
                  bucket={bucket}
                  usedUp={usedUpAt(bucket, data.month.startsAt, data.asOf)}
                />
              ))
            : !error && Object.keys(LIMIT_NAMES).map((limit) => <Loading key={limit} height={150} radius={12} />)}
        </div>
      </Section>
      {data ? <DailyUsage usage={data} /> : !error && <Loading height={230} radius={12} />}
      {data && <TopEndpoints usage={data} />}
      {data && <LimitRules limits={data.limits} />}
      {data && team.apiAccess && <PeopleUsage />}
    </Page>
  )
}

function DailyUsage({ usage: { days, month } }: { usage: Usage }) {
  return (
    <Section title={texts.days.title} lead={texts.days.lead}>
      <div className={styles.charts}>
        <DayChart
          label={texts.days.requests}
          days={days.map(({ day, requests }) => ({ day, value: requests }))}
          until={month.endsAt}
        />
        <DayChart
          label={texts.days.records}
          days={days.map(({ day, records }) => ({ day, value: records }))}
          until={month.endsAt}
        />
      </div>
    </Section>
  )
}

function TopEndpoints({ usage: { endpoints } }: { usage: Usage }) {
  return (
    <Section title={texts.endpoints.title} lead={texts.endpoints.lead}>
      {endpoints.length === 0 ? (
        <EmptyState title={texts.endpoints.empty}>{texts.endpoints.emptyHint}</EmptyState>
      ) : (
        <Table
          label={texts.endpoints.title}
          rows={endpoints}
          rowKey={({ endpoint }) => endpoint}
          columns={[
            {
              label: texts.endpoints.endpoint,
              cell: ({ endpoint }) => (
                <code className={typography.breakWord}>{texts.endpoints.names[endpoint] ?? endpoint}</code>
              ),
            },
            {
              label: texts.endpoints.requests,
              align: 'end',
              cell: ({ requests }) => <span className={typography.tabular}>{formatNumber(requests)}</span>,
            },
            {
              label: texts.endpoints.records,
              align: 'end',
              cell: ({ records }) => <span className={typography.tabular}>{formatNumber(records)}</span>,
            },
          ]}
        />
      )}
    </Section>
  )
}
