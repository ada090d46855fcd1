import type { contract, ReplyOf } from '../../../contract.ts'
import layout from '../../../parts/layout.module.css'
import { Note } from '../../../parts/notes/Note.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import { Link } from '../../../routing/Link.tsx'
import styles from '../Notices.module.css'
import { texts } from '../texts.ts'
import { webhookPath } from '../webhook-path.ts'

const MAX_SHOWN = 3

/** Why events fail, equal problems as one, with what to do about each. */
export function FailureBanner({
  webhookId,
  failures,
  exact,
}: ReplyOf<typeof contract.listFailures> & { readonly webhookId: string }) {
  if (failures.length === 0) return null
  const log = webhookPath(webhookId, 'deliveries')
  const hasRetrying = failures.some(({ retrying }) => retrying > 0)
  const hasFailed = failures.some(({ failed }) => failed > 0)
  return (
    <Note tone="warning" title={texts.failures.title(failures, exact)}>
      <ul className={styles.list}>
        {failures.slice(0, MAX_SHOWN).map((failure) => (
          <li key={failure.problem}>
            {failure.problem}{' '}
            <span className={typography.muted}>
              {texts.failures.counts(failure)} <Time at={failure.lastAt} />
            </span>
          </li>
        ))}
      </ul>
      {hasFailed && <p>{texts.failures.replayHint}</p>}
      <p className={layout.row}>
        {hasRetrying && <Link href={`${log}?state=waiting`}>{texts.failures.showRetrying}</Link>}
        {hasFailed && <Link href={`${log}?state=exhausted`}>{texts.failures.showFailed}</Link>}
      </p>
    </Note>
  )
}
