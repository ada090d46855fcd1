import { useApiQuery } from '../../api/queries.ts'
import { type BucketReply, contract } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { formatNumber, pluralize } from '../../parts/format.ts'
import { Loading } from '../../parts/Loading.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { BUCKET_WORDS } from '../usage/BucketPanel.tsx'
import { searchCost } from './words.ts'

/** What a search costs and what there is, before it is run. */
export function Cost({ rows, page }: { rows: number; page: number }) {
  const { data, error } = useApiQuery(contract.getUsage, {})
  const states = new Map(data?.buckets.map((each) => [each.bucket, each]))
  return (
    <p className={classes(typography.small, 'cost')} id="cost">
      A search costs your team {searchCost(rows, page)}.{' '}
      {data ? (
        <Left states={states} rows={rows} page={page} />
      ) : (
        !error && <Loading height={12} width={230} display="inline-block" />
      )}
    </p>
  )
}

function Left({ states, rows, page }: { states: Map<string, BucketReply>; rows: number; page: number }) {
  const left = (bucket: BucketReply['bucket']) => states.get(bucket)?.remaining ?? 0
  const needed: BucketReply['bucket'][] = ['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords']
  if (page > 1) needed.push('monthlyPageTurns')
  const full = needed.map((bucket) => states.get(bucket)).find((state) => state?.remaining === 0)
  if (full) {
    return (
      <strong className="bad-text">
        {BUCKET_WORDS[full.bucket].name} are used up, so it would be refused; there is room again{' '}
        <Time at={full.resetsAt} />.
      </strong>
    )
  }
  const records = left('monthlyRecords')
  return (
    <span className={typography.muted}>
      Left: {pluralize(Math.min(left('dailyRequests'), left('monthlyRequests')), 'request')} today,{' '}
      {pluralize(records, 'record')} this month
      {page > 1 && `, ${pluralize(left('monthlyPageTurns'), 'page turn')}`}.
      {records < rows && ` A page of more than ${formatNumber(records)} companies would be refused: choose fewer rows.`}
    </span>
  )
}
