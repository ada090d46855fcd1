import { EmptyState } from '../../parts/EmptyState.tsx'
import { EXAMPLE_QUERIES } from './example-queries.ts'
import styles from './SearchStart.module.css'
import { SuggestionButton } from './SuggestionButton.tsx'
import { texts } from './texts.ts'

interface SearchStartProps {
  /** The URL has a query that hasn't been run. */
  readonly filled: boolean
  readonly onExample: (query: string) => void
}

/** Shown in place of results before the first search. */
export function SearchStart({ filled, onExample }: SearchStartProps) {
  if (filled) return <EmptyState title={texts.start.notRun}>{texts.start.notRunHint}</EmptyState>
  return (
    <EmptyState
      title={texts.start.title}
      action={
        <ul className={styles.examples} aria-label={texts.start.examples}>
          {EXAMPLE_QUERIES.map((example) => (
            <li key={example}>
              <SuggestionButton onClick={() => onExample(example)}>
                <code>{example}</code>
              </SuggestionButton>
            </li>
          ))}
        </ul>
      }
    >
      {texts.start.hint}
    </EmptyState>
  )
}
