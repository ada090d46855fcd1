import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'
import type { Suggestion } from './completion.ts'
import styles from './SuggestionList.module.css'

interface SuggestionListProps {
  readonly id: string
  readonly optionId: (index: number) => string
  readonly suggestions: readonly Suggestion[]
  /** -1: none. */
  readonly activeIndex: number
  readonly onAccept: (suggestion: Suggestion) => void
}

/** The listbox of a combobox. The focus stays in the field, which names the active option. */
export function SuggestionList({ id, optionId, suggestions, activeIndex, onAccept }: SuggestionListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label={texts.query.suggestions}
      className={styles.list}
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={suggestion.name}
          id={optionId(i)}
          role="option"
          aria-selected={i === activeIndex}
          className={styles.option}
          ref={(element) => {
            if (i === activeIndex) element?.scrollIntoView({ block: 'nearest' })
          }}
          // A click would come after the field has lost focus, which closes the list.
          onPointerDown={(event) => {
            event.preventDefault()
            onAccept(suggestion)
          }}
        >
          <code>{suggestion.name}</code>
          <span className={classes(styles.description, typography.small)}>{suggestion.description}</span>
        </div>
      ))}
    </div>
  )
}
