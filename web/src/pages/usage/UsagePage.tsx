import { useApiQuery } from '../../api/queries.ts'
import { DayChart } from '../../charts/DayChart.tsx'
import { contract, type ReplyOf } from '../../contract.ts'
import { EmptyState } from '../../parts/EmptyState.tsx'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { formatNumber, shortLocal, shortUtc } from '../../parts/format.ts'
import { Loading } from '../../parts/Loading.tsx'
import { NoApiAccess } from '../../parts/NoApiAccess.tsx'
import { Page } from '../../parts/Page.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import typography from '../../parts/typography.module.css'
import { useSession } from '../../session.ts'
import { AtTheCap } from './AtTheCap.tsx'
import { BucketPanel } from './BucketPanel.tsx'

type Usage = ReplyOf<typeof contract.getUsage>

export function UsagePage() {
  const { team } = useSession()
  const { data, error, refetch } = useApiQuery(contract.getUsage, {}, { refetchSeconds: 30 })
  return (
    <Page
      title="Usage"
      lead={
        data
          ? `The billing month runs from ${shortLocal(data.month.startsAt)} to ${shortLocal(data.month.endsAt)} (${shortUtc(data.month.endsAt)}).`
          : 'What your team has used of its budgets in this billing month.'
      }
    >
      {!team.apiAccess && <NoApiAccess />}
      {error && !data && <ErrorNote title="The usage cannot be shown" error={error} retry={refetch} />}
      <Section title="Budgets">
        <div className="bars">
          {data
            ? data.buckets.map((bucket) => <BucketPanel key={bucket.bucket} bucket={bucket} />)
            : !error && Array.from({ length: 6 }, (_, i) => i).map((i) => <Loading key={i} height={150} radius={12} />)}
        </div>
      </Section>
      {data ? <Days usage={data} /> : !error && <Loading height={230} radius={12} />}
      {data && <Endpoints usage={data} />}
      {data && <AtTheCap limits={data.limits} />}
    </Page>
  )
}

function Days({ usage: { days, month } }: { usage: Usage }) {
  return (
    <Section
      title="By day"
      lead="UTC days of this billing month. The first one is whole, also what came before the month began."
    >
      <div className="charts">
        <DayChart
          label="Requests"
          days={days.map(({ day, requests }) => ({ day, value: requests }))}
          until={month.endsAt}
        />
        <DayChart
          label="Records"
          days={days.map(({ day, records }) => ({ day, value: records }))}
          until={month.endsAt}
        />
      </div>
    </Section>
  )
}

const ENDPOINTS: Readonly<Record<string, string>> = {
  search: 'POST /api/v1/companies',
  dossier: 'GET /api/v1/companies/{id}',
  slices: 'GET /api/v1/slices',
  filters: 'GET /api/v1/filters',
  explore: 'Explore, on this screen',
}

function Endpoints({ usage: { endpoints } }: { usage: Usage }) {
  return (
    <Section title="Top endpoints" lead="Over the same days, the most requests first.">
      {endpoints.length === 0 ? (
        <EmptyState title="No requests yet">
          Call the API with one of your keys, and what was called shows here.
        </EmptyState>
      ) : (
        <Table
          label="Top endpoints"
          rows={endpoints}
          rowKey={({ endpoint }) => endpoint}
          columns={[
            {
              label: 'Endpoint',
              cell: ({ endpoint }) => <code className={typography.breakWord}>{ENDPOINTS[endpoint] ?? endpoint}</code>,
            },
            {
              label: 'Requests',
              align: 'end',
              cell: ({ requests }) => <span className={typography.tabular}>{formatNumber(requests)}</span>,
            },
            {
              label: 'Records',
              align: 'end',
              cell: ({ records }) => <span className={typography.tabular}>{formatNumber(records)}</span>,
            },
          ]}
        />
      )}
    </Section>
  )
}
