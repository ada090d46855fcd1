import { Checkbox, Fieldset, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useApiQuery } from '../../api/queries.ts'
import { contract, SIGNAL_TYPES } from '../../contract.ts'
import { JsonBlock } from '../../parts/CodeBlock.tsx'
import { WebhooksError } from './WebhooksError.tsx'
import { type SignalType, TYPE_NAMES } from './words.ts'

interface UrlProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly tried: boolean
}

/** The URL's form is checked by the service as one types, with the same rules that hold when it is saved. */
export function UrlField({ value, onChange, tried }: UrlProps) {
  const url = value.trim()
  const [settled] = useDebouncedValue(url, 250)
  const check = useApiQuery(contract.checkWebhookUrl, { body: { url: settled } }, { enabled: settled.length > 0 })
  const problem = settled === url ? check.data?.problem : undefined
  const fine = settled === url && url !== '' && check.data?.problem === null
  return (
    <TextInput
      label="Endpoint URL"
      description={fine ? 'This URL has the right form.' : 'An HTTPS URL of yours that answers a POST with 2xx.'}
      placeholder="https://example.com/hooks/pro-signal"
      type="url"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={url === '' ? tried && 'Enter the URL of your endpoint.' : problem}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    />
  )
}

interface TypesProps {
  readonly chosen: ReadonlySet<SignalType>
  readonly onChange: (chosen: ReadonlySet<SignalType>) => void
  readonly tried: boolean
}

export function TypesField({ chosen, onChange, tried }: TypesProps) {
  const { data, error, isLoading } = useApiQuery(contract.listSignalTypes, {})
  const known = new Map(data?.types.map((each) => [each.type, each]))
  const toggle = (type: SignalType) => {
    const next = new Set(chosen)
    if (!next.delete(type)) next.add(type)
    onChange(next)
  }
  return (
    <Fieldset legend="Signal types" aria-busy={isLoading}>
      <div className="types">
        {SIGNAL_TYPES.map((type) => {
          const about = known.get(type)
          const name = about?.label ?? TYPE_NAMES[type]
          return (
            <div key={type} className="type">
              <Checkbox
                label={name}
                description={about?.description ?? (isLoading ? '…' : undefined)}
                checked={chosen.has(type)}
                onChange={() => toggle(type)}
              />
              <details>
                <summary>Example payload: {name}</summary>
                {about && <JsonBlock value={about.example} label={`Example payload of ${name}`} />}
              </details>
            </div>
          )
        })}
      </div>
      {tried && chosen.size === 0 && (
        <p role="alert" style={{ color: 'var(--danger)', marginTop: 8 }}>
          Choose at least one signal type.
        </p>
      )}
      {error && <WebhooksError title="The descriptions cannot be shown" error={error} />}
    </Fieldset>
  )
}
