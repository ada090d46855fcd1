import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../search/format-company.ts'
import { defaultOperator, type Field, isWords, valueName } from './chips.ts'
import styles from './QueryBuilder.module.css'
import { texts } from './texts.ts'

/** As typed: a condition without values isn't in the query. */
export interface EditedCondition {
  readonly id: number
  readonly field: string
  readonly op: string
  readonly values: readonly string[]
}

interface ConditionRowProps {
  readonly row: EditedCondition
  readonly fields: readonly Field[]
  readonly places: readonly string[]
  readonly onChange: (row: EditedCondition) => void
  readonly onRemove: () => void
}

const COMMON = new Set(['text', 'since', 'before', 'closed', 'count', 'confidence', 'source', 'status'])
const SINGLE_KINDS = new Set(['duration', 'time', 'date', 'number', 'integer', 'count'])
const POPOVER = { transitionProps: { duration: 0 } } as const
const MAX_LISTED = 60

/** `job title contains AI SDR`: a field, a comparison, and values, those in the data first. */
export function ConditionRow({ row, fields, places, onChange, onRemove }: ConditionRowProps) {
  const field = fields.find(({ name }) => name === row.field)
  const label = field?.label ?? row.field
  const named = (of: readonly Field[]) => of.map((each) => ({ value: each.name, label: each.label }))
  const setField = (name: string) => {
    const next = fields.find((each) => each.name === name)
    onChange({ ...row, field: name, op: defaultOperator(next), values: [] })
  }
  return (
    <div className={styles.conditionRow}>
      <NativeSelect
        aria-label={texts.field}
        size="sm"
        value={row.field}
        onChange={(event) => setField(event.currentTarget.value)}
        data={[
          { group: texts.ownFields, items: named(fields.filter(({ name }) => !COMMON.has(name))) },
          { group: texts.commonFields, items: named(fields.filter(({ name }) => COMMON.has(name))) },
        ].filter(({ items }) => items.length > 0)}
      />
      <NativeSelect
        aria-label={texts.operator}
        size="sm"
        value={row.op}
        onChange={(event) => onChange({ ...row, op: event.currentTarget.value })}
        data={(field?.operators ?? [row.op]).map((op) => ({ value: op, label: texts.operators[op] ?? op }))}
      />
      <div data-value>
        <ValueField
          key={`${row.field} ${isWords(row.op)}`}
          label={texts.valueOf(label)}
          field={field}
          op={row.op}
          values={row.values}
          places={places}
          onChange={(values) => onChange({ ...row, values })}
        />
      </div>
      <button type="button" className={styles.remove} aria-label={texts.removeCondition(label)} onClick={onRemove}>
        ×
      </button>
    </div>
  )
}

interface ValueFieldProps {
  readonly label: string
  readonly field: Field | undefined
  readonly op: string
  readonly values: readonly string[]
  readonly places: readonly string[]
  readonly onChange: (values: string[]) => void
}

function ValueField({ label, field, op, values, places, onChange }: ValueFieldProps) {
  const { kind = 'text', values: known, frequent = [] } = field ?? {}
  const common = { 'aria-label': label, size: 'sm', comboboxProps: POPOVER } as const
  if (kind === 'boolean') {
    return (
      <NativeSelect
        aria-label={label}
        size="sm"
        value={values[0] ?? ''}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
        data={[
          { value: '', label: texts.choose },
          { value: 'true', label: texts.yes },
          { value: 'false', label: texts.no },
        ]}
      />
    )
  }
  if (SINGLE_KINDS.has(kind)) return <OneValue label={label} kind={kind} values={values} onChange={onChange} />
  if (known || kind === 'country') {
    const own = known ?? [...new Set([...frequent.map(({ value }) => value), ...places])]
    return (
      <MultiSelect
        {...common}
        searchable
        selectFirstOptionOnChange
        hidePickedOptions
        limit={MAX_LISTED}
        placeholder={values.length === 0 ? texts.choose : undefined}
        data={[...new Set([...own, ...values])].map((value) => ({
          value,
          label: kind === 'country' ? countryName(value) : valueName(value, field ?? {}),
        }))}
        value={[...values]}
        onChange={onChange}
      />
    )
  }
  return (
    <TagsInput
      {...common}
      acceptValueOnBlur
      splitChars={['|', ';']}
      placeholder={values.length === 0 ? texts.valuePlaceholder(exampleOf(field)) : undefined}
      data={isWords(op) && frequent.length === 0 ? [] : frequent.map(({ value }) => value)}
      value={[...values]}
      onChange={onChange}
    />
  )
}

/** `title ~ "AI SDR"` is an example of a condition. */
const exampleOf = (field: Field | undefined) =>
  field?.example.replace(/^\w+ ?[:~<>=!]{1,2} ?/, '').replaceAll('"', '') ?? ''

/** In the query when it is complete: with Enter, or when the field is left. */
function OneValue({
  label,
  kind,
  values: [value = ''],
  onChange,
}: Pick<ValueFieldProps, 'label' | 'values' | 'onChange'> & { kind: string }) {
  const [typed, setTyped] = useState(value)
  const finish = () => {
    const text = typed.trim()
    if (text !== value) onChange(text === '' ? [] : [text])
  }
  return (
    <TextInput
      aria-label={label}
      size="sm"
      placeholder={kind === 'time' || kind === 'date' ? texts.datePlaceholder : texts.numberPlaceholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish()
      }}
    />
  )
}
