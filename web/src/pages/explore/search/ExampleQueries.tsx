import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'
import styles from './ExampleQueries.module.css'
import { EXAMPLE_QUERIES } from './example-queries.ts'
import { SuggestionButton } from './SuggestionButton.tsx'

/** Choosing one fills the field without running the search, which is charged. */
export function ExampleQueries({ onChoose }: { onChoose: (query: string) => void }) {
  return (
    <div className={layout.row}>
      <span className={classes(typography.muted, typography.small)}>{texts.start.examples}</span>
      <ul className={styles.examples} aria-label={texts.start.examplesLabel}>
        {EXAMPLE_QUERIES.map((example) => (
          <li key={example}>
            <SuggestionButton onClick={() => onChoose(example)}>{example}</SuggestionButton>
          </li>
        ))}
      </ul>
    </div>
  )
}
