import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { type contract, FUNDING_STAGES, type ReplyOf } from '../../contract.ts'
import typography from '../../parts/typography.module.css'
import { type Question, ROWS } from './question.ts'
import { countryName, slugInWords } from './words.ts'

interface FiltersProps {
  readonly question: Question
  readonly change: (changes: Partial<Question>) => void
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  /** What is wrong, by the API's field. */
  readonly faults: ReadonlyMap<string, string>
}

const WHOLE = /[^\d]/g
const DECIMAL = /[^\d.]/g
const POPOVER = { transitionProps: { duration: 0 } } as const

export function Filters({ question, change, catalogue, faults }: FiltersProps) {
  const codes = catalogue?.filters.find(({ id }) => id === 'countries')?.values ?? question.countries
  return (
    <fieldset className="explore-filters">
      <legend className={typography.visuallyHidden}>Filters</legend>
      <MultiSelect
        label="Countries"
        placeholder={question.countries.length === 0 ? 'Any' : undefined}
        data={codes.map((code) => ({ value: code, label: countryName(code) }))}
        value={[...question.countries]}
        onChange={(countries) => change({ countries })}
        searchable
        limit={60}
        nothingFoundMessage="No such country"
        comboboxProps={POPOVER}
        error={faults.get('countries')}
      />
      <MultiSelect
        label="Funding stages"
        placeholder={question.stages.length === 0 ? 'Any' : undefined}
        data={FUNDING_STAGES.map((stage) => ({ value: stage, label: slugInWords(stage) }))}
        value={[...question.stages]}
        onChange={(stages) => change({ stages })}
        comboboxProps={POPOVER}
        error={faults.get('fundingStages')}
      />
      <TagsInput
        label="Industries"
        placeholder={question.industries.length === 0 ? 'Any, such as logistics_software' : undefined}
        value={[...question.industries]}
        onChange={(industries) => change({ industries })}
        acceptValueOnBlur
        comboboxProps={POPOVER}
        error={faults.get('industries')}
      />
      <div className="pair">
        <TextInput
          label="Employees from"
          inputMode="numeric"
          placeholder="Any"
          value={question.employeesMin}
          onChange={(event) => change({ employeesMin: event.currentTarget.value.replaceAll(WHOLE, '') })}
          error={faults.get('employeesMin')}
        />
        <TextInput
          label="to"
          aria-label="Employees to"
          inputMode="numeric"
          placeholder="Any"
          value={question.employeesMax}
          onChange={(event) => change({ employeesMax: event.currentTarget.value.replaceAll(WHOLE, '') })}
          error={faults.get('employeesMax')}
        />
      </div>
      <TextInput
        label="AI adoption score from"
        inputMode="decimal"
        placeholder="Any, 0 to 100"
        value={question.scoreMin}
        onChange={(event) => change({ scoreMin: event.currentTarget.value.replaceAll(DECIMAL, '') })}
        error={faults.get('adoptionScoreMin')}
      />
      <div className="pair">
        <NativeSelect
          label="Order"
          value={question.sort}
          onChange={(event) => change({ sort: event.currentTarget.value })}
          data={[
            { value: 'heat', label: 'Hottest first' },
            { value: 'score', label: 'Highest score first' },
            { value: 'recent', label: 'Newest signal first' },
          ]}
        />
        <NativeSelect
          label="Rows"
          value={question.rows}
          onChange={(event) => change({ rows: event.currentTarget.value })}
          data={ROWS}
        />
      </div>
    </fieldset>
  )
}
