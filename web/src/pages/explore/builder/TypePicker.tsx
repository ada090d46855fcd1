import { useEffect, useRef } from 'react'
import { type ClauseReply, SIGNAL_TYPES } from '../../../contract.ts'
import { TypeMark } from '../../../parts/words/TypeMark.tsx'
import styles from './QueryBuilder.module.css'
import { texts } from './texts.ts'

interface TypePickerProps {
  readonly clauses: readonly ClauseReply[]
  readonly onPick: (type: string) => void
  /** Undefined: it is always there, and takes no focus. */
  readonly onCancel?: () => void
}

/** Not from the catalogue, which arrives later and would move the page. */
const TYPES = [...SIGNAL_TYPES, 'any'] as const

/** The kinds of signals, each with what it means. */
export function TypePicker({ clauses, onPick, onCancel }: TypePickerProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const isOpened = onCancel !== undefined
  useEffect(() => {
    if (isOpened) group.current?.querySelector('button')?.focus()
  }, [isOpened])
  return (
    <fieldset
      ref={group}
      className={styles.types}
      aria-label={texts.addType}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.()
      }}
    >
      {TYPES.map((type) => (
        <button
          key={type}
          type="button"
          className={styles.type}
          title={clauses.find((clause) => clause.type === type)?.description}
          onClick={() => onPick(type)}
        >
          {type === 'any' ? texts.any : <TypeMark type={type} />}
        </button>
      ))}
      {onCancel && (
        <button type="button" className={styles.plain} onClick={onCancel}>
          {texts.cancel}
        </button>
      )}
    </fieldset>
  )
}
