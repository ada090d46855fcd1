import { Checkbox, Fieldset, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, MAX_NAME_LENGTH, nameProblemOf, SIGNAL_TYPES } from '../../../contract.ts'
import { JsonBlock } from '../../../parts/copying/CodeBlock.tsx'
import { ErrorNote } from '../../../parts/notes/ErrorNote.tsx'
import { SIGNAL_TYPE_NAMES, type SignalType } from '../../../parts/words/signal-types.ts'
import { texts } from '../texts.ts'
import styles from './WebhookFields.module.css'

const CHECK_DELAY_MS = 250

/** The server checks the URL's format as the user types, with the same rules as when the webhook is saved. */
export function useUrlCheck(value: string): UrlCheck {
  const url = value.trim()
  const [checked] = useDebouncedValue(url, CHECK_DELAY_MS)
  const check = useApiQuery(contract.checkWebhookUrl, { body: { url: checked } }, { enabled: checked.length > 0 })
  return { url, problem: checked === url && url !== '' ? check.data?.problem : undefined }
}

export interface UrlCheck {
  readonly url: string
  /** Null: none. Undefined: not known yet. */
  readonly problem: string | null | undefined
}

interface NameFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function NameField({ value, onChange }: NameFieldProps) {
  return (
    <TextInput
      label={texts.fields.name}
      description={texts.fields.nameHint}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isWebhookName(value) ? undefined : texts.fields.nameInvalid(MAX_NAME_LENGTH)}
    />
  )
}

/** A webhook needs no name. */
export function isWebhookName(value: string): boolean {
  const problem = nameProblemOf(value)
  return problem === undefined || problem === 'missing'
}

interface UrlFieldProps {
  readonly value: string
  readonly check: UrlCheck
  readonly onChange: (value: string) => void
  readonly attempted: boolean
}

/** Where the example receiver listens. */
const LOCAL_EXAMPLE = 'http://localhost:8080/'

export function UrlField({ value, check: { url, problem }, onChange, attempted }: UrlFieldProps) {
  const { data } = useApiQuery(contract.listWebhooks, {})
  return (
    <TextInput
      label={texts.fields.url}
      description={
        problem === null ? texts.fields.urlValid : texts.fields.urlHint(data?.canBeLocal ? LOCAL_EXAMPLE : undefined)
      }
      placeholder="https://example.com/hooks/pro-signal"
      type="url"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={url === '' ? attempted && texts.fields.urlRequired : problem}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    />
  )
}

interface SignalTypesFieldProps {
  readonly selected: ReadonlySet<SignalType>
  readonly onChange: (selected: ReadonlySet<SignalType>) => void
  readonly attempted: boolean
}

export function SignalTypesField({ selected, onChange, attempted }: SignalTypesFieldProps) {
  const { data, error, isLoading, refetch } = useApiQuery(contract.listSignalTypes, {})
  const descriptions = new Map(data?.types.map((each) => [each.type, each]))
  const toggle = (type: SignalType) => {
    const next = new Set(selected)
    if (!next.delete(type)) next.add(type)
    onChange(next)
  }
  return (
    <Fieldset legend={texts.fields.types} aria-busy={isLoading}>
      <div>
        {SIGNAL_TYPES.map((type) => {
          const described = descriptions.get(type)
          const name = described?.label ?? SIGNAL_TYPE_NAMES[type]
          return (
            <div key={type} className={styles.type}>
              <Checkbox
                label={name}
                description={described?.description ?? (isLoading ? texts.fields.descriptionLoading : undefined)}
                checked={selected.has(type)}
                onChange={() => toggle(type)}
              />
              <details>
                <summary>{texts.fields.examplePayload(name)}</summary>
                {described && <JsonBlock value={described.example} label={texts.fields.examplePayloadLabel(name)} />}
              </details>
            </div>
          )
        })}
      </div>
      {attempted && selected.size === 0 && (
        <p role="alert" className={styles.error}>
          {texts.fields.typesRequired}
        </p>
      )}
      {error && (
        <div className={styles.failed}>
          <ErrorNote title={texts.fields.typesLoadError} error={error} retry={refetch} />
        </div>
      )}
    </Fieldset>
  )
}
