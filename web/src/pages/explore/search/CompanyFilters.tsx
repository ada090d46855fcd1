import { MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import {
  type contract,
  EMPLOYER_KINDS,
  FUNDING_STAGES,
  REPORTED_TYPES,
  type ReplyOf,
  slugWords,
} from '../../../contract.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { texts } from '../texts.ts'
import { type CompanyForm, splitDomains } from './company-form.ts'
import { countryName, isRegion } from './format-company.ts'
import styles from './SearchFilters.module.css'
import { useUnchosenText } from './use-unchosen-text.ts'

interface CompanyFiltersProps {
  readonly form: CompanyForm
  readonly change: (changes: Partial<CompanyForm>) => void
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  /** Keyed by the API's field name. */
  readonly errors: ReadonlyMap<string, string>
  readonly withDomains?: boolean
}

const NOT_DIGITS = /[^\d]/g
const NOT_DECIMAL = /[^\d.]/g
const MAX_COUNTRIES_LISTED = 60
const MAX_DOMAINS = 50
const POPOVER = { transitionProps: { duration: 0 } } as const

/** The filters that search and slices share. */
export function CompanyFilters({ form, change, catalogue, errors, withDomains = true }: CompanyFiltersProps) {
  const filter = (id: string) => catalogue?.filters.find((each) => each.id === id)
  return (
    <>
      <PlacesField
        label={texts.filters.countries}
        placeholder={texts.filters.any}
        places={filter('countries')?.values ?? form.countries}
        value={form.countries}
        onChange={(countries) => change({ countries })}
        error={errors.get('countries')}
      />
      <PlacesField
        label={texts.filters.countriesNot}
        placeholder={texts.filters.none}
        places={filter('countriesNot')?.values ?? form.countriesNot}
        value={form.countriesNot}
        onChange={(countriesNot) => change({ countriesNot })}
        error={errors.get('countriesNot')}
      />
      <MultiSelect
        label={texts.filters.stages}
        placeholder={form.stages.length === 0 ? texts.filters.any : undefined}
        data={FUNDING_STAGES.map((stage) => ({ value: stage, label: slugWords(stage) }))}
        value={[...form.stages]}
        onChange={(stages) => change({ stages })}
        comboboxProps={POPOVER}
        error={errors.get('fundingStages')}
      />
      <TagsInput
        label={texts.filters.industries}
        placeholder={form.industries.length === 0 ? texts.filters.industriesPlaceholder : undefined}
        data={(filter('industries')?.frequent ?? []).map(({ value }) => value)}
        value={[...form.industries]}
        onChange={(industries) => change({ industries })}
        acceptValueOnBlur
        comboboxProps={POPOVER}
        error={errors.get('industries')}
      />
      <SizeFields form={form} change={change} errors={errors} />
      <MultiSelect
        label={texts.filters.kinds}
        placeholder={form.kinds.length === 0 ? texts.filters.any : undefined}
        data={EMPLOYER_KINDS.map((kind) => ({ value: kind, label: texts.filters.employerKinds[kind] }))}
        value={[...form.kinds]}
        onChange={(kinds) => change({ kinds })}
        comboboxProps={POPOVER}
        error={errors.get('employerKind')}
      />
      <MultiSelect
        label={texts.filters.watched}
        description={texts.filters.watchedHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={form.watched.length === 0 ? texts.filters.any : undefined}
        data={REPORTED_TYPES.map((type) => ({ value: type, label: SIGNAL_TYPE_NAMES[type] }))}
        value={[...form.watched]}
        onChange={(watched) => change({ watched })}
        comboboxProps={POPOVER}
        error={errors.get('watched')}
      />
      <TextInput
        label={texts.filters.scoreMin}
        inputMode="decimal"
        placeholder={texts.filters.scoreMinPlaceholder}
        value={form.scoreMin}
        onChange={(event) => change({ scoreMin: event.currentTarget.value.replaceAll(NOT_DECIMAL, '') })}
        error={Number.isNaN(Number(form.scoreMin)) ? texts.filters.scoreMinInvalid : errors.get('adoptionScoreMin')}
      />
      <ListField
        lists={filter('list')?.values ?? []}
        value={form.list}
        onChange={(list) => change({ list })}
        error={errors.get('list')}
      />
      {withDomains && <DomainFields form={form} change={change} errors={errors} />}
    </>
  )
}

type FieldsProps = Pick<CompanyFiltersProps, 'form' | 'change' | 'errors'>

function SizeFields({ form, change, errors }: FieldsProps) {
  return (
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
  )
}

function DomainFields({ form, change, errors }: FieldsProps) {
  return (
    <>
      <DomainBox
        label={texts.filters.domains}
        value={form.domains}
        onChange={(domains) => change({ domains })}
        error={errors.get('domains')}
      />
      <DomainBox
        label={texts.filters.domainsNot}
        value={form.domainsNot}
        onChange={(domainsNot) => change({ domainsNot })}
        error={errors.get('domainsNot')}
      />
    </>
  )
}

interface PlacesFieldProps {
  readonly label: string
  readonly placeholder: string
  /** Codes of countries and regions. */
  readonly places: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (places: string[]) => void
  readonly error: string | undefined
}

function PlacesField({ label, placeholder, places, value, onChange, error }: PlacesFieldProps) {
  const unchosen = useUnchosenText()
  const named = (codes: readonly string[]) => codes.map((code) => ({ value: code, label: countryName(code) }))
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? placeholder : undefined}
      data={[
        { group: texts.filters.regionGroup, items: named(places.filter(isRegion)) },
        { group: texts.filters.countryGroup, items: named(places.filter((code) => !isRegion(code))) },
      ]}
      value={[...value]}
      onChange={onChange}
      {...unchosen.props}
      hidePickedOptions
      limit={MAX_COUNTRIES_LISTED}
      nothingFoundMessage={texts.filters.noCountry}
      comboboxProps={POPOVER}
      error={unchosen.error ?? error}
    />
  )
}

interface ListFieldProps {
  readonly lists: readonly string[]
  /** Empty: no list. */
  readonly value: string
  readonly onChange: (list: string) => void
  readonly error: string | undefined
}

function ListField({ lists, value, onChange, error }: ListFieldProps) {
  const unchosen = useUnchosenText(value)
  return (
    <Select
      label={texts.filters.list}
      placeholder={texts.filters.any}
      data={[...new Set([...lists, ...(value ? [value] : [])])]}
      value={value || null}
      onChange={(list) => onChange(list ?? '')}
      {...unchosen.props}
      clearable
      clearButtonProps={{ 'aria-label': texts.filters.noList }}
      nothingFoundMessage={texts.filters.noLists}
      comboboxProps={POPOVER}
      error={unchosen.error ?? error}
    />
  )
}

interface DomainBoxProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}

/** Accepts a pasted list, such as a column of a spreadsheet or a line of an email. */
function DomainBox({ label, value, onChange, error }: DomainBoxProps) {
  const count = splitDomains(value).length
  const tooMany = count > MAX_DOMAINS ? texts.filters.tooManyDomains(count, MAX_DOMAINS) : undefined
  return (
    <Textarea
      label={label}
      description={count > 0 && !tooMany ? texts.filters.domainCount(count, MAX_DOMAINS) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={texts.filters.domainsPlaceholder}
      autosize
      minRows={1}
      maxRows={5}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error ?? tooMany}
    />
  )
}
