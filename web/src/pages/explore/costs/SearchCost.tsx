import { classes } from '../../../parts/class-names.ts'
import { Loading } from '../../../parts/notes/Loading.tsx'
import typography from '../../../parts/typography.module.css'
import { limitTone } from '../../../parts/words/limit-tone.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { Link } from '../../../routing/Link.tsx'
import { texts } from '../texts.ts'
import styles from './SearchCost.module.css'
import { type PeopleAllowance, useAllowance } from './use-allowance.ts'

/** What a page costs at most and what is left today, shown before the search runs. */
export function SearchCost({ id, rows }: { id: string; rows: number }) {
  const { allowance, error } = useAllowance()
  return (
    <div className={classes(typography.small, styles.cost)} id={id}>
      {texts.cost.search(rows)}{' '}
      {allowance ? (
        <Remaining allowance={allowance} rows={rows} />
      ) : (
        !error && <Loading height={12} width={230} display="inline-block" />
      )}
    </div>
  )
}

function Remaining({ allowance, rows }: { allowance: PeopleAllowance; rows: number }) {
  const { you, team } = allowance
  if (you.remaining === 0) return <UsedUp allowance={allowance} />
  const isUrgent = you.remaining < rows || limitTone(you) === 'danger' || limitTone(team) === 'danger'
  return (
    <span className={isUrgent ? styles.urgent : typography.muted}>
      {texts.cost.left(you.remaining)}
      {you.remaining < rows && ` ${texts.cost.tooManyRows(you.remaining)}`}
    </span>
  )
}

/** Nothing is left for this person today: whose limit it is, when it comes back, and where to see who used what. */
export function UsedUp({ allowance: { you, team, resetsAt } }: { allowance: PeopleAllowance }) {
  const time = <Time at={resetsAt} />
  return (
    <span>
      <strong className={styles.urgent}>
        {team.remaining === 0 ? texts.cost.teamUsedUp(team.limit, time) : texts.cost.youUsedUp(you.limit, time)}
      </strong>{' '}
      <Link href="/usage#people">{texts.cost.whoUsedIt}</Link>
    </span>
  )
}
