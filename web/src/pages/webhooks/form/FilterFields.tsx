import { Fieldset, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { contract, MAX_ONCE_DAYS, type ReplyOf } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import typography from '../../../parts/typography.module.css'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { Time } from '../../../parts/words/Time.tsx'
import { CompanyFilters } from '../../explore/search/CompanyFilters.tsx'
import { texts } from '../texts.ts'
import { type FilterForm, filterOfForm } from './filter-form.ts'
import styles from './WebhookFields.module.css'

const CHECK_DELAY_MS = 400
const NOT_DIGITS = /[^\d]/g

export interface FilterCheck {
  /** Null: the filter is valid. Undefined: not known yet. */
  readonly problem: { readonly message: string; readonly field: string | null } | null | undefined
  readonly preview: ReplyOf<typeof contract.previewFilter> | undefined
}

/** The server checks the filter as the user types, and counts what would have passed. */
export function useFilterCheck(form: FilterForm, types: ReadonlySet<SignalType>): FilterCheck {
  const filter = filterOfForm(form)
  const body = JSON.stringify({ types: [...types], filter })
  const [checked] = useDebouncedValue(body, CHECK_DELAY_MS)
  const hasDays = form.onceDays === '' || isDays(form.onceDays)
  const isNeeded = filter !== null && types.size > 0 && hasDays
  const isCurrent = checked === body
  const { data } = useApiQuery(
    contract.previewFilter,
    { body: JSON.parse(checked) },
    { enabled: isNeeded && isCurrent },
  )
  if (!hasDays) {
    return { problem: { message: texts.filter.daysInvalid(MAX_ONCE_DAYS), field: 'onceDays' }, preview: undefined }
  }
  if (!isNeeded) return { problem: null, preview: undefined }
  return isCurrent ? { problem: data?.problem, preview: data } : { problem: undefined, preview: undefined }
}

const isDays = (text: string) => Number(text) >= 1 && Number(text) <= MAX_ONCE_DAYS

interface FilterFieldsProps {
  readonly form: FilterForm
  readonly onChange: (form: FilterForm) => void
  readonly check: FilterCheck
}

export function FilterFields({ form, onChange, check: { problem, preview } }: FilterFieldsProps) {
  const { data: catalogue } = useApiQuery(contract.exploreFilters, {})
  const [startsOpen] = useState(filterOfForm(form) !== null)
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  return (
    <Fieldset legend={texts.filter.legend}>
      <details open={startsOpen}>
        <summary>{texts.filter.open}</summary>
        <div className={layout.stack}>
          <p className={typography.muted}>{texts.filter.lead}</p>
          <Textarea
            label={texts.filter.signals}
            description={texts.filter.signalsHint}
            placeholder={texts.filter.signalsPlaceholder}
            autosize
            minRows={1}
            maxRows={6}
            spellCheck={false}
            autoCapitalize="off"
            value={form.signals}
            onChange={(event) => onChange({ ...form, signals: event.currentTarget.value })}
            error={errorOf('signals')}
          />
          <div className={styles.companies}>
            <CompanyFilters
              form={form.company}
              change={(changes) => onChange({ ...form, company: { ...form.company, ...changes } })}
              catalogue={catalogue}
              errors={new Map(problem?.field === 'list' ? [['list', problem.message]] : [])}
              withDomains={false}
            />
          </div>
          {problem?.field === 'company' && (
            <p role="alert" className={styles.error}>
              {problem.message}
            </p>
          )}
          <TextInput
            label={texts.filter.onceDays}
            description={texts.filter.onceDaysHint}
            placeholder={texts.filter.onceDaysPlaceholder}
            inputMode="numeric"
            value={form.onceDays}
            onChange={(event) => onChange({ ...form, onceDays: event.currentTarget.value.replaceAll(NOT_DIGITS, '') })}
            error={errorOf('onceDays')}
          />
          <div role="status" className={classes(typography.small, typography.muted)}>
            {preview && !preview.problem && texts.filter.preview(preview, preview.since && <Time at={preview.since} />)}
          </div>
        </div>
      </details>
    </Fieldset>
  )
}
