import { Fragment } from 'react'
import { useApiQuery } from '../../../api/queries.ts'
import { type ClauseReply, contract } from '../../../contract.ts'
import typography from '../../../parts/typography.module.css'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { TypeTile } from '../../../parts/words/TypeMark.tsx'
import { Words } from '../../../parts/words/Words.tsx'
import { type Chip, conditionWords, type Term, typeName } from './chips.ts'
import styles from './QueryWords.module.css'
import { texts } from './texts.ts'

interface QueryWordsProps {
  readonly query: string
  /** Null: the query can't be said in words, so its text is shown. */
  readonly terms: readonly Term[] | null
}

/** A query as a sentence, for reading: `Hiring, job title contains AI SDR and not Tool adoption, tool is HubSpot`. */
export function QueryWords({ query, terms }: QueryWordsProps) {
  const { data } = useApiQuery(contract.exploreFilters, {}, { enabled: terms !== null })
  if (!terms) {
    return (
      <code>
        <Words text={query} />
      </code>
    )
  }
  const clauses = data?.filters.find(({ id }) => id === 'signal_query')?.clauses ?? []
  return terms.map(({ negated, steps }, t) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a term is its place
    <Fragment key={t}>
      {t > 0 && <Joint text={texts.and} />}
      {negated && <Joint text={texts.not} />}
      {steps.map((step, s) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <Fragment key={s}>
          {s > 0 && <Joint text={step.withinDays === undefined ? texts.next : texts.nextWithin(step.withinDays)} />}
          {step.clauses.map((chip, c) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a clause is its place
            <Fragment key={c}>
              {c > 0 && <Joint text={texts.or} />}
              <Clause chip={chip} clauses={clauses} />
            </Fragment>
          ))}
        </Fragment>
      ))}
    </Fragment>
  ))
}

/** With the spaces around it, which a screen reader needs. */
const Joint = ({ text }: { text: string }) => <span className={typography.muted}> {text} </span>

function Clause({ chip: { type, conditions }, clauses }: { chip: Chip; clauses: readonly ClauseReply[] }) {
  const fields = clauses.find((each) => each.type === type)?.fields ?? []
  const words = conditions.map((condition) => conditionWords(condition, fields)).join(', ')
  return (
    <>
      {type !== 'any' && (
        <span className={styles.tile}>
          <TypeTile type={type as SignalType} />
        </span>
      )}
      {typeName(type)}
      {words !== '' && (
        <>
          , <Words text={words} />
        </>
      )}
    </>
  )
}
