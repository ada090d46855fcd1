import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useInvalidate } from '../../api/queries.ts'
import { JsonBlock, ProgramBlock } from '../../parts/copying/CodeBlock.tsx'
import layout from '../../parts/layout.module.css'
import { Note } from '../../parts/notes/Note.tsx'
import { Status } from '../../parts/notes/Status.tsx'
import styles from './Docs.module.css'
import type { Call } from './openapi.ts'
import {
  type Caller,
  type CallResult,
  curlOf,
  exampleInput,
  exampleText,
  sendCall,
  worksAsPerson,
} from './send-call.ts'
import { texts } from './texts.ts'

/** `caller` is undefined if nobody is signed in and no key was pasted, or if the plan has no API access. */
export function TryCall({ call, caller }: { call: Call; caller: Caller | undefined }) {
  const { parameters = [] } = call.operation
  const [example] = useState(() => exampleInput(call))
  const [values, setValues] = useState(example.values)
  const [body, setBody] = useState(example.body)
  const [result, setResult] = useState<CallResult | 'sending' | 'failed'>()
  const invalidate = useInvalidate()
  const input = { values, body }
  const needsKey = caller !== undefined && !('key' in caller) && !worksAsPerson(call)
  const canSend = caller !== undefined && !needsKey && result !== 'sending'
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSend) return
    setResult('sending')
    setResult(await sendCall(call, input, caller).catch(() => 'failed' as const))
    if (!('key' in caller)) await invalidate(['getPeopleUsage'])
  }
  return (
    <form className={layout.stack} onSubmit={send} noValidate aria-label={call.operation.summary}>
      {parameters.length > 0 && (
        <div className={styles.inputs}>
          {parameters
            .toSorted((a, b) => Number(b.required) - Number(a.required))
            .map(({ name, required, example }) => (
              <TextInput
                key={name}
                label={required ? texts.call.required(name) : name}
                placeholder={exampleText(example)}
                autoComplete="off"
                spellCheck={false}
                value={values[name] ?? ''}
                onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ))}
        </div>
      )}
      {body !== undefined && (
        <Textarea
          label={texts.call.body}
          classNames={{ input: styles.json ?? '' }}
          rows={body.split('\n').length + 1}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <div className={layout.row}>
        <Button type="submit" aria-disabled={!canSend} data-disabled={!canSend}>
          {result === 'sending' ? texts.call.sending : texts.call.send}
        </Button>
        {needsKey && <span>{texts.call.needsKey}</span>}
        {!caller && <span>{texts.call.keyFirst}</span>}
      </div>
      <div role="status">
        {result && typeof result === 'object' && (
          <Status tone={result.status < 400 ? 'success' : 'danger'}>
            {texts.call.result(result.status, result.ms)}
          </Status>
        )}
      </div>
      {result === 'failed' && (
        <Note tone="danger" alert>
          {texts.call.failed}
        </Note>
      )}
      {result && typeof result === 'object' && <JsonBlock value={result.body} label={texts.call.resultLabel} />}
      <ProgramBlock text={curlOf(call, input)} name={texts.call.curl} />
    </form>
  )
}
