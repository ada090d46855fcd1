import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { ProgramBlock } from '../../parts/copying/CodeBlock.tsx'
import styles from './CodeSamples.module.css'
import { CALLS, type CallName, codeSample, LANGUAGES, type Language } from './code-samples.ts'
import { texts } from './texts.ts'

const OPTIONS = Object.entries(CALLS).map(([value, { label }]) => ({ value, label }))

/** How to call the API, with this service's address and the given key in place. */
export function CodeSamples({
  apiKey = texts.samples.placeholder,
  first = 'search',
}: {
  apiKey?: string
  first?: CallName
}) {
  const [call, setCall] = useState<CallName>(first)
  const [language, setLanguage] = useState<Language>('curl')
  const text = codeSample(call, language, { baseUrl: location.origin, key: apiKey })
  return (
    <div className={styles.samples}>
      <div className={styles.choice}>
        <NativeSelect
          aria-label={texts.samples.call}
          data={OPTIONS}
          value={call}
          onChange={({ currentTarget }) => setCall(currentTarget.value as CallName)}
        />
        <SegmentedControl
          aria-label={texts.samples.language}
          data={[...LANGUAGES]}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
        />
      </div>
      <ProgramBlock text={text} name={texts.samples.code(language)} />
    </div>
  )
}
