import type { AttemptReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { TextBlock } from '../../../parts/copying/CodeBlock.tsx'
import layout from '../../../parts/layout.module.css'
import { Status } from '../../../parts/notes/Status.tsx'
import typography from '../../../parts/typography.module.css'
import { Time } from '../../../parts/words/Time.tsx'
import { texts } from '../texts.ts'
import styles from './AttemptList.module.css'

/** The requests of one event and what the endpoint answered, newest first. */
export function AttemptList({ attempts }: { attempts: readonly AttemptReply[] }) {
  return (
    <ol className={classes(styles.list, layout.panel)} aria-label={texts.attempts.title}>
      {attempts.map((attempt) => (
        <Attempt key={`${attempt.at} ${attempt.lane} ${attempt.attempt}`} {...attempt} />
      ))}
    </ol>
  )
}

function Attempt({ at, lane, attempt, succeeded, status, milliseconds, problem, excerpt }: AttemptReply) {
  return (
    <li className={layout.stackTight}>
      <div className={classes(layout.row, layout.between)}>
        <Status tone={succeeded ? 'success' : 'danger'}>{texts.attempts.result(succeeded, status)}</Status>
        <span className={classes(typography.small, typography.muted)}>
          {texts.attempts.place(attempt, lane)} · {texts.milliseconds(milliseconds)} · <Time at={at} />
        </span>
      </div>
      {problem && <p className={classes(typography.small, typography.breakWord)}>{problem}</p>}
      {excerpt ? (
        <TextBlock text={excerpt} />
      ) : (
        status !== null && <p className={classes(typography.small, typography.muted)}>{texts.attempts.noBody}</p>
      )}
    </li>
  )
}
