import { Fragment, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { ClauseReply } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import { Loading } from '../../../parts/notes/Loading.tsx'
import typography from '../../../parts/typography.module.css'
import type { SignalType } from '../../../parts/words/signal-types.ts'
import { TypeMark, typeColor } from '../../../parts/words/TypeMark.tsx'
import { ClauseEditor } from './ClauseEditor.tsx'
import {
  type Chip,
  chipAt,
  chipWords,
  conditionWords,
  newTerm,
  type Place,
  placesOf,
  samePlace,
  type Term,
  typeName,
  withChoice,
  withNext,
  withoutChip,
} from './chips.ts'
import styles from './QueryBuilder.module.css'
import { TypePicker } from './TypePicker.tsx'
import { texts } from './texts.ts'
import type { Chips } from './use-chips.ts'

interface QueryBuilderProps {
  readonly chips: Chips
  readonly isEmpty: boolean
  readonly clauses: readonly ClauseReply[]
  /** Codes of countries and regions. */
  readonly places: readonly string[]
  /** Companies of each clause, in text order. Undefined: not known. */
  readonly counts: readonly number[] | undefined
}

/** The query as chips. It is outside the form: no key in it runs the search. */
export function QueryBuilder({ chips, isEmpty, clauses, places, counts }: QueryBuilderProps) {
  const { terms, isTextOnly, problem, change } = chips
  const id = useId()
  const idOf = ({ term, step, clause }: Place) => `${id}-${term}-${step}-${clause}`
  const { edited, adding, setAdding, addTerm, edit, close, pick, remove } = useEditing(chips, idOf)
  const addButton = useRef<HTMLButtonElement>(null)
  const chip = edited && chipAt(terms, edited)
  const order = placesOf(terms)

  const drawn = (place: Place, each: Chip) => (
    <ChipButton
      key={idOf(place)}
      id={idOf(place)}
      chip={each}
      clauses={clauses}
      count={counts?.[order.findIndex((other) => samePlace(place, other))]}
      isOpen={samePlace(edited, place)}
      editorId={`${id}-editor`}
      onOpen={() => (samePlace(edited, place) ? close() : edit(place))}
      onRemove={() => remove(place)}
    />
  )

  return (
    <fieldset className={styles.builder} aria-label={texts.label}>
      {terms.length === 0 && isEmpty && !problem ? (
        <div className={styles.row}>
          <span className={styles.lead}>{texts.start}</span>
          <TypePicker clauses={clauses} onPick={pick} />
        </div>
      ) : isTextOnly ? (
        <p className={classes(styles.row, typography.small, typography.muted)} role="status">
          {texts.onlyText}
        </p>
      ) : (
        <ChipRow chips={chips} drawn={drawn} addButton={addButton} isAdding={adding === 'term'} onAdd={addTerm} />
      )}
      {!isTextOnly && problem && !chip && (
        <p className={classes(typography.small, typography.muted)} role="status">
          {texts.invalid(problem)}
        </p>
      )}
      {adding === 'term' && (
        <TypePicker
          clauses={clauses}
          onPick={pick}
          onCancel={() => {
            setAdding(undefined)
            addButton.current?.focus()
          }}
        />
      )}
      {chip && edited && (
        <ClauseEditor
          // Begun again when the catalogue arrives: its first field comes from there.
          key={`${idOf(edited)} ${clauses.length > 0}`}
          id={`${id}-editor`}
          chip={chip}
          terms={terms}
          place={edited}
          clauses={clauses}
          places={places}
          problem={problem}
          onChange={change}
          onRemove={() => remove(edited)}
          onClose={close}
          picker={adding && <TypePicker clauses={clauses} onPick={pick} onCancel={() => setAdding(undefined)} />}
          onAdd={setAdding}
        />
      )}
    </fieldset>
  )
}

/** The chip that is open, and what is being added: to the query, as a choice beside that chip, or after it. */
function useEditing({ terms, isOld, change, drop }: Chips, idOf: (place: Place) => string) {
  const [edited, setEdited] = useState<Place>()
  const [adding, setAdding] = useState<'term' | 'choice' | 'next'>()

  // The text was edited: the chip being edited may be gone.
  useEffect(() => {
    if (!isOld) return
    setEdited(undefined)
    setAdding(undefined)
  }, [isOld])

  const edit = (place: Place | undefined) => {
    setAdding(undefined)
    setEdited(place)
  }
  const addTerm = () => {
    setEdited(undefined)
    setAdding('term')
  }
  const close = () => {
    drop()
    const opener = edited && document.getElementById(idOf(edited))
    edit(undefined)
    opener?.focus()
  }
  const pick = (type: string) => {
    if (adding === 'choice' && edited) {
      const clause = terms[edited.term]?.steps[edited.step]?.clauses.length ?? 0
      void change(withChoice(terms, edited, type))
      edit({ ...edited, clause })
    } else if (adding === 'next' && edited) {
      void change(withNext(terms, edited, type))
      edit({ term: edited.term, step: edited.step + 1, clause: 0 })
    } else {
      void change([...terms, newTerm(type)])
      edit({ term: terms.length, step: 0, clause: 0 })
    }
  }
  const remove = (place: Place) => {
    edit(undefined)
    void change(withoutChip(terms, place))
  }
  return { edited, adding, setAdding, addTerm, edit, close, pick, remove }
}

type DrawChip = (place: Place, chip: Chip) => ReactNode

interface ChipRowProps {
  readonly chips: Chips
  readonly drawn: DrawChip
  readonly addButton: RefObject<HTMLButtonElement | null>
  readonly isAdding: boolean
  readonly onAdd: () => void
}

function ChipRow({ chips: { terms, isOld, problem }, drawn, addButton, isAdding, onAdd }: ChipRowProps) {
  return (
    <div className={styles.row} data-old={isOld}>
      {terms.length === 0 && isOld && !problem && <Loading height={30} width={220} radius={7} />}
      <ul className={styles.terms}>
        {terms.map((term, t) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term is its place
          <li key={t} className={styles.term}>
            {t > 0 && <Joint>{texts.and}</Joint>}
            {term.negated && <Joint>{texts.not}</Joint>}
            <TermChips term={term} t={t} drawn={drawn} />
          </li>
        ))}
      </ul>
      {terms.length > 0 && (
        <button ref={addButton} type="button" className={styles.add} aria-expanded={isAdding} onClick={onAdd}>
          + {texts.add}
        </button>
      )}
    </div>
  )
}

interface TermChipsProps {
  readonly term: Term
  readonly t: number
  readonly drawn: DrawChip
}

function TermChips({ term: { steps }, t, drawn }: TermChipsProps) {
  return steps.map(({ clauses, withinDays }, step) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
    <Fragment key={step}>
      {step > 0 && <Joint>{withinDays === undefined ? texts.next : texts.nextWithin(withinDays)}</Joint>}
      {clauses.map((chip, clause) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a clause is its place
        <Fragment key={clause}>
          {clause > 0 && <Joint>{texts.or}</Joint>}
          {drawn({ term: t, step, clause }, chip)}
        </Fragment>
      ))}
    </Fragment>
  ))
}

const Joint = ({ children }: { children: string }) => <span className={styles.joint}>{children}</span>

interface ChipButtonProps {
  readonly id: string
  readonly chip: Chip
  readonly clauses: readonly ClauseReply[]
  readonly count: number | undefined
  readonly isOpen: boolean
  readonly editorId: string
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function ChipButton({ id, chip, clauses, count, isOpen, editorId, onOpen, onRemove }: ChipButtonProps) {
  const { type, conditions } = chip
  const fields = clauses.find((each) => each.type === type)?.fields ?? []
  return (
    <span className={classes(styles.chip, type !== 'any' && typeColor(type as SignalType))} data-open={isOpen}>
      <button
        id={id}
        type="button"
        className={styles.open}
        aria-expanded={isOpen}
        aria-controls={isOpen ? editorId : undefined}
        onClick={onOpen}
      >
        {type === 'any' ? <span>{typeName(type)}</span> : <TypeMark type={type as SignalType} />}
        {conditions.map((condition, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
          <span key={i} className={styles.condition}>
            {conditionWords(condition, fields)}
          </span>
        ))}
        {count !== undefined && (
          <>
            <span className={styles.count} aria-hidden="true">
              {texts.count(count)}
            </span>
            <span className={typography.visuallyHidden}>{texts.countLabel(count)}</span>
          </>
        )}
      </button>
      <button
        type="button"
        className={styles.remove}
        onClick={onRemove}
        aria-label={texts.remove(chipWords(chip, clauses))}
      >
        ×
      </button>
    </span>
  )
}
