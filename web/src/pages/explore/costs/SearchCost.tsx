import type { BucketReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { Loading } from '../../../parts/notes/Loading.tsx'
import typography from '../../../parts/typography.module.css'
import { LIMIT_NAMES } from '../../../parts/words/limit-names.ts'
import { limitTone } from '../../../parts/words/limit-tone.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { texts } from '../texts.ts'
import styles from './SearchCost.module.css'
import { useBudgets } from './use-budgets.ts'

/** The cost of a first page and the remaining budgets, shown before the search runs. */
export function SearchCost({ id, rows }: { id: string; rows: number }) {
  const { budgets, error } = useBudgets()
  return (
    <div className={classes(typography.small, styles.cost)} id={id}>
      {texts.cost.search(rows)}{' '}
      {budgets ? (
        <Remaining budgets={budgets} rows={rows} />
      ) : (
        !error && <Loading height={12} width={230} display="inline-block" />
      )}
    </div>
  )
}

const CHARGED: readonly BucketReply['bucket'][] = ['perMinute', 'dailyRequests', 'monthlyRequests', 'monthlyRecords']

function Remaining({ budgets, rows }: { budgets: ReadonlyMap<BucketReply['bucket'], BucketReply>; rows: number }) {
  const charged = CHARGED.flatMap((name) => budgets.get(name) ?? [])
  const left = (name: BucketReply['bucket']) => budgets.get(name)?.remaining ?? 0
  const reached = charged.find(({ remaining }) => remaining === 0)
  if (reached) {
    return (
      <strong className={styles.urgent}>
        {texts.cost.limitReached(LIMIT_NAMES[reached.bucket].toLowerCase(), <Time at={reached.resetsAt} />)}
      </strong>
    )
  }
  const records = left('monthlyRecords')
  // Not per minute: that limit resets before anyone has read this.
  const nearLimit = charged.some((each) => each.bucket !== 'perMinute' && limitTone(each) === 'danger')
  return (
    <span className={nearLimit || records < rows ? styles.urgent : typography.muted}>
      {texts.cost.left(Math.min(left('dailyRequests'), left('monthlyRequests')), records)}
      {records < rows && ` ${texts.cost.tooManyRows(records)}`}
    </span>
  )
}
