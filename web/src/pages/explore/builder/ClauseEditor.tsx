import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ClauseReply } from '../../../contract.ts'
import { ConditionRow, type EditedCondition } from './ConditionRow.tsx'
import {
  type Chip,
  daysOf,
  defaultOperator,
  type Field,
  type Place,
  type Term,
  typedValue,
  typeName,
  withChip,
  withGap,
  withNegation,
} from './chips.ts'
import styles from './QueryBuilder.module.css'
import { texts } from './texts.ts'

interface ClauseEditorProps {
  readonly id: string
  readonly chip: Chip
  readonly terms: readonly Term[]
  readonly place: Place
  readonly clauses: readonly ClauseReply[]
  readonly places: readonly string[]
  readonly problem: string | undefined
  readonly onChange: (terms: readonly Term[]) => Promise<void>
  readonly onRemove: () => void
  readonly onClose: () => void
  readonly onAdd: (what: 'choice' | 'next') => void
  /** The kinds of the signal to add. */
  readonly picker: ReactNode
}

const TIMES = [7, 30, 90, 180, 365]
const GAPS = [7, 30, 60, 90, 180, 365]
/** What people ask about most. */
const MAIN_FIELDS: Readonly<Record<string, string>> = {
  hiring: 'title',
  funding: 'round',
  funding_ai: 'round',
  tool: 'name',
  web: 'kind',
  velocity: 'function',
}

/** Changes one clause. What is half typed is not in the query yet. */
export function ClauseEditor(props: ClauseEditorProps) {
  const { id, chip, clauses, places, problem, onRemove, onClose, onAdd, picker } = props
  const fields = clauses.find(({ type }) => type === chip.type)?.fields ?? []
  const { rows, days, send, add, replace } = useConditions(props, fields)
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-value] input:not([type=hidden]), [data-value] select')?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !showsList(event.target as HTMLElement)) onClose()
  }

  return (
    <fieldset
      ref={panel}
      id={id}
      className={styles.editor}
      aria-label={texts.editor(typeName(chip.type))}
      onKeyDown={onKeyDown}
    >
      {rows.map((row) => (
        <ConditionRow
          key={row.id}
          row={row}
          fields={fields.filter(({ name }) => name !== 'within')}
          places={places}
          onChange={(changed) => replace(row, [changed])}
          onRemove={() => replace(row, [])}
        />
      ))}
      <button type="button" className={styles.add} onClick={add}>
        + {texts.addCondition}
      </button>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <TimeAndNegation {...props} days={days} onDays={(value) => send(rows, value)} />
      {picker || (
        <div className={styles.side}>
          <Button size="xs" onClick={onClose}>
            {texts.done}
          </Button>
          <button type="button" className={styles.plain} onClick={() => onAdd('choice')}>
            {texts.orElse}
          </button>
          <button type="button" className={styles.plain} onClick={() => onAdd('next')}>
            {texts.thenNext}
          </button>
          <button type="button" className={styles.plain} onClick={onRemove}>
            {texts.remove(typeName(chip.type))}
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** The rows are the user's while the editor is open: what the service makes of them doesn't move them. */
function useConditions({ chip, terms, place, onChange }: ClauseEditorProps, fields: readonly Field[]) {
  const nextId = useRef(0)
  const rowOf = (field: Field | undefined): EditedCondition => ({
    id: nextId.current++,
    field: field?.name ?? 'text',
    op: defaultOperator(field),
    values: [],
  })
  const [rows, setRows] = useState<readonly EditedCondition[]>(() => {
    const stated = chip.conditions
      .filter(({ field }) => field !== 'within')
      .map(({ field, op, values }) => ({
        id: nextId.current++,
        field,
        op: op as string,
        values: values.map((value) => typedValue(value, op)),
      }))
    const main = MAIN_FIELDS[chip.type] ?? 'text'
    return stated.length > 0 ? stated : [rowOf(fields.find(({ name }) => name === main))]
  })
  const [days, setDays] = useState(() => daysOf(chip.conditions.find(({ field }) => field === 'within')))

  const send = (nextRows: readonly EditedCondition[], nextDays: number | undefined) => {
    setRows(nextRows)
    setDays(nextDays)
    const conditions = nextRows
      .filter(({ values }) => values.length > 0)
      .map(({ field, op, values }) => ({ field, op: op as ':', values: values.map((text) => ({ text })) }))
    const time =
      nextDays === undefined ? [] : [{ field: 'within', op: ':' as const, values: [{ text: `${nextDays}d` }] }]
    void onChange(withChip(terms, place, { type: chip.type, conditions: [...conditions, ...time] }))
  }
  /** An empty row changes nothing yet. */
  const add = () => {
    const unused = fields.find(({ name }) => !rows.some((row) => row.field === name))
    setRows([...rows, rowOf(unused)])
  }
  const replace = (row: EditedCondition, by: readonly EditedCondition[]) =>
    send(
      rows.flatMap((each) => (each.id === row.id ? by : [each])),
      days,
    )
  return { rows, days, send, add, replace }
}

interface TimeAndNegationProps extends Pick<ClauseEditorProps, 'terms' | 'place' | 'onChange'> {
  readonly days: number | undefined
  readonly onDays: (days: number | undefined) => void
}

function TimeAndNegation({ terms, place, onChange, days, onDays }: TimeAndNegationProps) {
  const term = terms[place.term]
  return (
    <div className={styles.side}>
      <DaysSelect
        label={texts.when}
        none={texts.anyTime}
        named={texts.lastLabel}
        choices={TIMES}
        value={days}
        onChange={onDays}
      />
      {place.step > 0 && (
        <DaysSelect
          label={texts.gap}
          none={texts.anyGap}
          named={texts.gapDays}
          choices={GAPS}
          value={term?.steps[place.step]?.withinDays}
          onChange={(value) => void onChange(withGap(terms, place, value))}
        />
      )}
      <Checkbox
        label={texts.exclude}
        checked={term?.negated === true}
        onChange={(event) => void onChange(withNegation(terms, place, event.currentTarget.checked))}
      />
    </div>
  )
}

/** Whether Escape closes the list of the field first. An open list can be empty. */
function showsList(field: HTMLElement): boolean {
  const list = field.ariaExpanded === 'true' && document.getElementById(field.getAttribute('aria-controls') ?? '')
  return list ? list.querySelector('[role=option]') !== null : false
}

interface DaysSelectProps {
  readonly label: string
  readonly none: string
  readonly named: (days: number) => string
  readonly choices: readonly number[]
  readonly value: number | undefined
  readonly onChange: (days: number | undefined) => void
}

function DaysSelect({ label, none, named, choices, value, onChange }: DaysSelectProps) {
  const days = [...new Set([...choices, ...(value === undefined ? [] : [value])])].sort((a, b) => a - b)
  return (
    <NativeSelect
      label={label}
      size="sm"
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : Number(chosen))}
      data={[{ value: '', label: none }, ...days.map((each) => ({ value: String(each), label: named(each) }))]}
    />
  )
}
