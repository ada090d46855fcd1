import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import type { contract, ErrorDetail, ReplyOf, SliceSummaryReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Section } from '../../../parts/Section.tsx'
import typography from '../../../parts/typography.module.css'
import { SaveSearch } from '../../alerts/SaveSearch.tsx'
import { FilterChips } from '../builder/FilterChips.tsx'
import { SearchCost } from '../costs/SearchCost.tsx'
import { CompanyFilters } from '../search/CompanyFilters.tsx'
import filterStyles from '../search/SearchFilters.module.css'
import { rowOptions } from '../search/search-form.ts'
import { texts } from '../texts.ts'
import { type SliceForm, sliceFilters } from './slice-form.ts'

interface SlicePanelProps {
  readonly slice: SliceSummaryReply
  readonly form: SliceForm
  readonly change: (changes: Partial<SliceForm>) => void
  /** Errors in fields of the form. */
  readonly details: readonly ErrorDetail[]
  readonly catalogue: ReplyOf<typeof contract.exploreFilters> | undefined
  readonly companiesLeft: number | undefined
  readonly isBusy: boolean
  readonly onShow: () => void
}

/** The tool and the filters of a slice, and the button that shows its companies. */
export function SlicePanel(props: SlicePanelProps) {
  const { slice, form, change, details, catalogue, companiesLeft, isBusy, onShow } = props
  const costId = useId()
  const filtersId = useId()
  const [isOpen, setOpen] = useState(false)
  const showsFilters = isOpen || details.length > 0
  return (
    <Section title={texts.sliceList.search} lead={texts.sliceList.searchLead}>
      <form
        className={classes(layout.panel, layout.padded, layout.stack)}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onShow()
        }}
        noValidate
        aria-label={texts.filters.legend}
      >
        {slice.tool !== undefined && (
          <TextInput
            label={texts.sliceList.tool}
            description={texts.sliceList.toolHint(slice.tool)}
            placeholder={slice.tool}
            value={form.tool}
            onChange={(event) => change({ tool: event.currentTarget.value })}
          />
        )}
        <FilterChips
          form={form}
          change={change}
          stated={undefined}
          isOpen={showsFilters}
          onToggle={() => setOpen(!showsFilters)}
          panelId={filtersId}
        />
        {showsFilters && (
          <fieldset id={filtersId} className={filterStyles.filters}>
            <legend className={typography.visuallyHidden}>{texts.filters.legend}</legend>
            <CompanyFilters
              form={form}
              change={change}
              catalogue={catalogue}
              errors={new Map(details.map(({ field, message }) => [field, message]))}
            />
            <NativeSelect
              label={texts.filters.rows}
              value={form.rows}
              onChange={(event) => change({ rows: event.currentTarget.value })}
              data={rowOptions(form.rows, companiesLeft)}
            />
          </fieldset>
        )}
        <SearchCost id={costId} rows={Number(form.rows)} />
        <div className={layout.row}>
          <Button type="submit" aria-disabled={isBusy} data-disabled={isBusy} aria-describedby={costId}>
            {isBusy ? texts.page.searching : texts.sliceList.show}
          </Button>
          {slice.search && (
            <SaveSearch
              query={slice.search.query}
              filters={sliceFilters(slice.search.filters, form)}
              name={slice.label}
            />
          )}
        </div>
      </form>
    </Section>
  )
}
