import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf } from '../../contract.ts'
import { TextBlock } from '../../parts/CodeBlock.tsx'
import { classes } from '../../parts/class-names.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { formatMilliseconds } from '../../parts/format.ts'
import layout from '../../parts/layout.module.css'
import { Status } from '../../parts/Status.tsx'
import typography from '../../parts/typography.module.css'
import { texts } from './texts.ts'

type Result = ReplyOf<typeof contract.testSearch>

const TONES = { sent: 'success', waiting: 'neutral', failed: 'danger' } as const

/** A button that sends a test message, and what came of it. */
export function TestMessage({ searchId, isMain = false }: { searchId: string; isMain?: boolean }) {
  const test = useApiMutation(contract.testSearch, { invalidates: ['listAudit'] })
  return (
    <div className={layout.stack}>
      <div>
        <Button
          variant={isMain ? 'filled' : 'default'}
          data-autofocus={isMain || undefined}
          aria-disabled={test.isPending}
          onClick={() => !test.isPending && test.mutate({ params: { searchId }, body: {} })}
        >
          {test.isPending ? texts.test.busy : texts.test.send}
        </Button>
      </div>
      <ErrorNote error={test.error} />
      {test.data && <TestResult result={test.data} />}
    </div>
  )
}

function TestResult({ result: { state, status, milliseconds, excerpt, diagnosis } }: { result: Result }) {
  return (
    <div className={classes(layout.panel, layout.padded, layout.stackTight)} role="status">
      <div>
        <Status tone={TONES[state]}>{texts.test.states[state]}</Status>{' '}
        <span className={classes(typography.muted, typography.tabular)}>
          {[status !== null && texts.test.status(status), formatMilliseconds(milliseconds)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <p>{diagnosis}</p>
      {excerpt && (
        <div>
          <div className={classes(typography.small, typography.muted)}>{texts.test.answer}</div>
          <TextBlock text={excerpt} />
        </div>
      )}
    </div>
  )
}
