import type { ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { TextBlock } from '../copying/CodeBlock.tsx'
import layout from '../layout.module.css'
import typography from '../typography.module.css'
import { Status } from './Status.tsx'
import type { Tone } from './tone.ts'

interface TestResultProps {
  readonly status: string
  readonly tone: Tone
  /** Next to the status: the receiver's code, the time. */
  readonly figures: string
  readonly diagnosis: string
  readonly answer: { readonly label: string; readonly text: string | null }
  readonly children?: ReactNode
}

/** The result of a test request to a receiver. */
export function TestResult({ status, tone, figures, diagnosis, answer, children }: TestResultProps) {
  return (
    <div className={classes(layout.panel, layout.padded, layout.stack)} role="status">
      <div>
        <Status tone={tone}>{status}</Status>{' '}
        <span className={classes(typography.muted, typography.tabular)}>{figures}</span>
      </div>
      <p>{diagnosis}</p>
      {answer.text && (
        <div>
          <div className={classes(typography.small, typography.muted)}>{answer.label}</div>
          <TextBlock text={answer.text} />
        </div>
      )}
      {children}
    </div>
  )
}
