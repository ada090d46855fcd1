import typography from '../../../parts/typography.module.css'
import type { CompanyForm } from '../search/company-form.ts'
import styles from './FilterChips.module.css'
import { filterChips, statedWords } from './filter-chips.ts'
import { texts } from './texts.ts'
import type { StatedFilters } from './use-chips.ts'

interface FilterChipsProps {
  readonly form: CompanyForm
  readonly change: (changes: Partial<CompanyForm>) => void
  readonly stated: StatedFilters | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** The id of the filters' panel. */
  readonly panelId: string
}

/** The company filters that are set, each removed with one click, and the button that shows all of them. */
export function FilterChips({ form, change, stated, isOpen, onToggle, panelId }: FilterChipsProps) {
  return (
    <div className={styles.row}>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        {texts.filters.toggle}
      </button>
      <ul className={styles.chips} aria-label={texts.filters.label}>
        {stated &&
          statedWords(stated).map((name) => (
            <li key={name} className={styles.stated}>
              {name} <span className={typography.muted}>{texts.filters.stated}</span>
            </li>
          ))}
        {filterChips(form).map(({ key, name, without }) => (
          <li key={key} className={styles.chip}>
            <span>{name}</span>
            <button type="button" aria-label={texts.filters.remove(name)} onClick={() => change(without)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
