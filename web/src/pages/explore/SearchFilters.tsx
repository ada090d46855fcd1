import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { type contract, FUNDING_STAGES, type ReplyOf, SORTS } from '../../contract.ts'
import typography from '../../parts/typography.module.css'
import { countryName, formatSlug } from './format-company.ts'
import styles from './SearchFilters.module.css'
import { rowOptions, type SearchForm } from './search-form.ts'
import { texts } from './texts.ts'

interface SearchFiltersProps {
  readonly form: SearchForm
  readonly change: (changes: Partial<SearchForm>) => void
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  /** Undefined: not known yet. */
  readonly recordsLeft: number | undefined
  /** By the name of the API's field. */
  readonly errors: ReadonlyMap<string, string>
}

const NOT_DIGITS = /[^\d]/g
const NOT_DECIMAL = /[^\d.]/g
const MAX_COUNTRIES_LISTED = 60
const POPOVER = { transitionProps: { duration: 0 } } as const

export function SearchFilters({ form, change, catalogue, recordsLeft, errors }: SearchFiltersProps) {
  const countryCodes = catalogue?.filters.find(({ id }) => id === 'countries')?.values ?? form.countries
  return (
    <fieldset className={styles.filters}>
      <legend className={typography.visuallyHidden}>{texts.filters.legend}</legend>
      <MultiSelect
        label={texts.filters.countries}
        placeholder={form.countries.length === 0 ? texts.filters.any : undefined}
        data={countryCodes.map((code) => ({ value: code, label: countryName(code) }))}
        value={[...form.countries]}
        onChange={(countries) => change({ countries })}
        searchable
        limit={MAX_COUNTRIES_LISTED}
        nothingFoundMessage={texts.filters.noCountry}
        comboboxProps={POPOVER}
        error={errors.get('countries')}
      />
      <MultiSelect
        label={texts.filters.stages}
        placeholder={form.stages.length === 0 ? texts.filters.any : undefined}
        data={FUNDING_STAGES.map((stage) => ({ value: stage, label: formatSlug(stage) }))}
        value={[...form.stages]}
        onChange={(stages) => change({ stages })}
        comboboxProps={POPOVER}
        error={errors.get('fundingStages')}
      />
      <TagsInput
        label={texts.filters.industries}
        placeholder={form.industries.length === 0 ? texts.filters.industriesPlaceholder : undefined}
        value={[...form.industries]}
        onChange={(industries) => change({ industries })}
        acceptValueOnBlur
        comboboxProps={POPOVER}
        error={errors.get('industries')}
      />
      <div className={styles.pair}>
        <TextInput
          label={texts.filters.employeesMin}
          inputMode="numeric"
          placeholder={texts.filters.any}
          value={form.employeesMin}
          onChange={(event) => change({ employeesMin: event.currentTarget.value.replaceAll(NOT_DIGITS, '') })}
          error={errors.get('employeesMin')}
        />
        <TextInput
          label={texts.filters.employeesMax}
          inputMode="numeric"
          placeholder={texts.filters.any}
          value={form.employeesMax}
          onChange={(event) => change({ employeesMax: event.currentTarget.value.replaceAll(NOT_DIGITS, '') })}
          error={errors.get('employeesMax')}
        />
      </div>
      <TextInput
        label={texts.filters.scoreMin}
        inputMode="decimal"
        placeholder={texts.filters.scoreMinPlaceholder}
        value={form.scoreMin}
        onChange={(event) => change({ scoreMin: event.currentTarget.value.replaceAll(NOT_DECIMAL, '') })}
        error={errors.get('adoptionScoreMin')}
      />
      <div className={styles.pair}>
        <NativeSelect
          label={texts.filters.sort}
          value={form.sort}
          onChange={(event) => change({ sort: event.currentTarget.value })}
          data={SORTS.map((sort) => ({ value: sort, label: texts.filters.sorts[sort] }))}
        />
        <NativeSelect
          label={texts.filters.rows}
          value={form.rows}
          onChange={(event) => change({ rows: event.currentTarget.value })}
          data={rowOptions(form.rows, recordsLeft)}
        />
      </div>
    </fieldset>
  )
}
