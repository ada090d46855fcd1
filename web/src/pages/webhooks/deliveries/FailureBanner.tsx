import type { contract, ReplyOf } from '../../../contract.ts'
import { Note } from '../../../parts/notes/Note.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import styles from '../Notices.module.css'
import { texts } from '../texts.ts'

const MAX_SHOWN = 3

/** Why events fail, equal problems as one, with what to do about each. */
export function FailureBanner({ failures, exact }: ReplyOf<typeof contract.listFailures>) {
  if (failures.length === 0) return null
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
      {failures.some(({ failed }) => failed > 0) && <p>{texts.failures.replayHint}</p>}
    </Note>
  )
}
