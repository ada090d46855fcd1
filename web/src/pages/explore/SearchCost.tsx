import { useApiQuery } from '../../api/queries.ts'
import { type BucketReply, contract } from '../../contract.ts'
import { classes } from '../../parts/class-names.ts'
import { Loading } from '../../parts/Loading.tsx'
import { LIMIT_NAMES } from '../../parts/limit-names.ts'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import styles from './SearchCost.module.css'
import { texts } from './texts.ts'

/** The cost of a first page and the remaining budgets, shown before the search runs. */
export function SearchCost({ id, rows }: { id: string; rows: number }) {
  const { data, error } = useApiQuery(contract.getUsage, {})
  return (
    <div className={classes(typography.small, styles.cost)} id={id}>
      {texts.cost.search(rows)}{' '}
      {data ? (
        <Remaining buckets={data.buckets} rows={rows} />
      ) : (
        !error && <Loading height={12} width={230} display="inline-block" />
      )}
    </div>
  )
}

const CHARGED: readonly BucketReply['bucket'][] = ['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords']

function Remaining({ buckets, rows }: { buckets: readonly BucketReply[]; rows: number }) {
  const byName = new Map(buckets.map((each) => [each.bucket, each]))
  const left = (name: BucketReply['bucket']) => byName.get(name)?.remaining ?? 0
  const reached = CHARGED.map((name) => byName.get(name)).find((bucket) => bucket?.remaining === 0)
  if (reached) {
    return (
      <strong className={styles.limitReached}>
        {texts.cost.limitReached(LIMIT_NAMES[reached.bucket].toLowerCase(), <Time at={reached.resetsAt} />)}
      </strong>
    )
  }
  const records = left('monthlyRecords')
  return (
    <span className={typography.muted}>
      {texts.cost.left(Math.min(left('dailyRequests'), left('monthlyRequests')), records)}
      {records < rows && ` ${texts.cost.tooManyRows(records)}`}
    </span>
  )
}
