import type { ReactNode } from 'react'
import { CheckIcon } from '../../../parts/icons.tsx'
import typography from '../../../parts/typography.module.css'
import styles from './FirstSteps.module.css'
import { texts } from './texts.ts'

export interface StepProps {
  readonly title: string
  /** Beside the title. */
  readonly progress?: string | undefined
  readonly hint: string
  readonly isDone: boolean
  readonly children?: ReactNode
}

interface PlacedProps extends StepProps {
  readonly isOpen: boolean
  readonly open: () => void
}

/** One step is open at a time: the first that isn't done, or the one that the person opened. */
export function Step({ title, progress, hint, isDone, isOpen, open, children }: PlacedProps) {
  return (
    <li className={styles.step} aria-current={isOpen ? 'step' : undefined}>
      <span className={styles.mark} data-done={isDone || undefined}>
        {isDone && <CheckIcon size={14} />}
        <span className={typography.visuallyHidden}>{isDone ? texts.done : texts.toDo}</span>
      </span>
      <div>
        {isDone ? (
          <span className={styles.title} data-done>
            {title}
          </span>
        ) : (
          <button type="button" className={styles.title} aria-expanded={isOpen} onClick={open}>
            {title}
          </button>
        )}
        {progress && <span className={styles.progress}>{progress}</span>}
        {isOpen && (
          <div className={styles.body}>
            <p className={typography.muted}>{hint}</p>
            {children}
          </div>
        )}
      </div>
    </li>
  )
}
