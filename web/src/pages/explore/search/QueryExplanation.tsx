import type { FoundPageReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import layout from '../../../parts/layout.module.css'
import { Note } from '../../../parts/notes/Note.tsx'
import { PlainTable } from '../../../parts/tables/PlainTable.tsx'
import typography from '../../../parts/typography.module.css'
import { formatNumber } from '../../../parts/words/format.ts'
import { SIGNAL_TYPE_NAMES } from '../../../parts/words/signal-types.ts'
import { texts } from '../texts.ts'

type Explained = NonNullable<FoundPageReply['explain']>
type Understood = FoundPageReply['understood']

/**
 * How the query was parsed, and which filters a sentence states. For several clauses, also how many companies each one
 * matches alone. Folded: the chips above say most of it.
 */
export function QueryExplanation({ explain, understood }: { explain: Explained; understood: Understood }) {
  const { normalized, clauses, expanded } = explain
  const query = <code className={typography.breakWord}>{normalized}</code>
  return (
    <details className={typography.small}>
      <summary>{texts.explanation.title}</summary>
      <div className={layout.stackTight}>
        {clauses.length < 2 ? (
          <p className={classes(typography.small, typography.muted)}>{texts.explanation.parsedAs(query)}</p>
        ) : (
          <div className={layout.panel}>
            <PlainTable
              label={texts.explanation.table}
              headings={[texts.explanation.clause, texts.explanation.matches]}
              rows={clauses.map(({ text, companies }, i) => ({
                // By its place: a query can contain the same clause twice.
                key: String(i),
                name: <code className={typography.breakWord}>{text}</code>,
                value: formatNumber(companies),
              }))}
              footer={texts.explanation.combined(query)}
            />
          </div>
        )}
        <StatedFilters understood={understood} />
        <Expansions expanded={expanded} />
      </div>
    </details>
  )
}

/** The company filters that a sentence states, as they are named on this page. */
function StatedFilters({ understood }: { understood: Understood }) {
  const { signal_query: _, ...filters } = understood ?? { signal_query: '' }
  const stated = Object.entries(filters).map(
    ([name, value]) => `${texts.explanation.filters[name as keyof typeof filters]}: ${[value].flat().join(', ')}`,
  )
  if (stated.length === 0) return null
  return <p className={classes(typography.small, typography.muted)}>{texts.explanation.withFilters(stated)}</p>
}

/** The equivalents that words of the query also find. */
function Expansions({ expanded }: Pick<Explained, 'expanded'>) {
  if (expanded.length === 0) return null
  return (
    <p className={classes(typography.small, typography.muted)}>
      {expanded.map(({ word, equivalents }) => texts.explanation.alsoFinds(word, equivalents)).join(' ')}
    </p>
  )
}

/** Companies for which NOT only means that no signal is known. */
export function NotMonitored({ types, companies }: NonNullable<Explained['notLooked']>) {
  const names = types.map((type) => SIGNAL_TYPE_NAMES[type])
  return <Note title={texts.explanation.notLooked(companies, names)}>{texts.explanation.notLookedHint}</Note>
}
