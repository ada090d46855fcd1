import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/queries.ts'
import { contract } from '../../../contract.ts'
import { ProgramBlock } from '../../../parts/copying/CodeBlock.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { TestResult } from '../../../parts/notes/TestResult.tsx'
import { formatMilliseconds } from '../../../parts/words/format.ts'
import { Link } from '../../../routing/Link.tsx'
import { navigate } from '../../../routing/location.ts'
import { useCan } from '../../../session.ts'
import { CreateKeyDialog } from '../../keys/CreateKeyDialog.tsx'
import { codeSample } from '../../keys/code-samples.ts'
import { texts as keyTexts } from '../../keys/texts.ts'
import type { StepProps } from './Step.tsx'
import { texts } from './texts.ts'
import type { FirstStepsReply } from './use-first-steps.ts'

export function useDeveloperSteps(steps: FirstStepsReply): StepProps[] {
  const { hasKey, hasCopied, hasRequest, hasWebhook, hasTestedWebhook } = steps
  return [
    { ...texts.key, isDone: hasKey, children: <CreateKey /> },
    // Who sent a request has copied or written one.
    { ...texts.copy, isDone: hasCopied || hasRequest, children: <CopyRequest /> },
    { ...texts.request, isDone: hasRequest, children: <p role="status">{texts.request.waiting}</p> },
    { ...texts.webhook, isDone: hasWebhook, children: <AddWebhook /> },
    { ...texts.test, isDone: hasTestedWebhook, children: <TestWebhook /> },
  ]
}

function CreateKey() {
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('createKey')) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.key.action}</Button>
      {isOpen && <CreateKeyDialog keys={[]} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function CopyRequest() {
  const note = useApiMutation(contract.noteFirstSteps, { invalidates: ['getFirstSteps'] })
  const text = codeSample('stats', 'curl', { baseUrl: location.origin, key: keyTexts.samples.placeholder })
  return <ProgramBlock text={text} name={texts.copy.name} onCopied={() => note.mutate({ body: { hasCopied: true } })} />
}

function AddWebhook() {
  const can = useCan()
  if (!can('createWebhook')) return null
  return <Button onClick={() => navigate('/webhooks/new')}>{texts.webhook.action}</Button>
}

function TestWebhook() {
  const can = useCan()
  const { data } = useApiQuery(contract.listWebhooks, {})
  const test = useApiMutation(contract.testWebhook, { invalidates: ['getFirstSteps', 'listAttempts', 'listAudit'] })
  const webhook = data?.webhooks[0]
  if (!can('testWebhook') || !data) return null
  if (!webhook) return <p>{texts.test.first}</p>
  return (
    <>
      <Button
        aria-disabled={test.isPending}
        onClick={() => !test.isPending && test.mutate({ params: { webhookId: webhook.id }, body: {} })}
      >
        {test.isPending ? texts.test.busy : texts.test.action}
      </Button>
      <ErrorNote error={test.error} />
      {test.data && (
        <TestResult
          status={test.data.succeeded ? texts.test.delivered : texts.test.notDelivered}
          tone={test.data.succeeded ? 'success' : 'danger'}
          figures={formatMilliseconds(test.data.milliseconds)}
          diagnosis={test.data.diagnosis}
          answer={{ label: texts.test.response, text: test.data.excerpt }}
        />
      )}
      <Link href={`/webhooks/${webhook.id}`}>{texts.test.open}</Link>
    </>
  )
}
