import { Button } from '@mantine/core'
import { useApiMutation } from '../../api/queries.ts'
import { contract, type ReplyOf } from '../../contract.ts'
import layout from '../../parts/layout.module.css'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { TestResult } from '../../parts/notes/TestResult.tsx'
import { formatMilliseconds } from '../../parts/words/format.ts'
import { texts } from './texts.ts'

type Result = ReplyOf<typeof contract.testSearch>

const TONES = { sent: 'success', waiting: 'neutral', failed: 'danger' } as const

/** Sends a test message and shows the result. */
export function TestMessage({ searchId, isMain = false }: { searchId: string; isMain?: boolean }) {
  const test = useApiMutation(contract.testSearch, { invalidates: ['listAudit', 'getFirstSteps'] })
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
      {test.data && <Outcome result={test.data} />}
    </div>
  )
}

function Outcome({ result: { state, status, milliseconds, excerpt, diagnosis } }: { result: Result }) {
  return (
    <TestResult
      status={texts.test.states[state]}
      tone={TONES[state]}
      figures={[status !== null && texts.test.status(status), formatMilliseconds(milliseconds)]
        .filter(Boolean)
        .join(' · ')}
      diagnosis={diagnosis}
      answer={{ label: texts.test.answer, text: excerpt }}
    />
  )
}
