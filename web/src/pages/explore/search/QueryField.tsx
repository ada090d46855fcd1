import { Input } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { type ClauseReply, type ErrorDetail, MAX_QUERY_LENGTH } from '../../../contract.ts'
import { classes } from '../../../parts/class-names.ts'
import typography from '../../../parts/typography.module.css'
import { texts } from '../texts.ts'
import { type Completion, complete, type Suggestion } from './completion.ts'
import styles from './QueryField.module.css'
import { SuggestionButton } from './SuggestionButton.tsx'
import { SuggestionList } from './SuggestionList.tsx'

interface QueryFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** What Enter does when no suggestion is selected. Undefined: nothing. */
  readonly onRun?: (() => void) | undefined
  readonly clauses: readonly ClauseReply[]
  /** The error in exactly this text. */
  readonly error: ErrorDetail | undefined
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Directly under the field. */
  readonly children?: ReactNode
  /** One line high, with label and help for screen readers only. */
  readonly isCompact?: boolean
}

/** Longer than the API accepts, so that a long paste isn't truncated silently. */
const MAX_TYPED = 4_000
/** From this length on, the limit is shown. */
const NEAR_LIMIT = MAX_QUERY_LENGTH * 0.8
const MAX_FIXES = 3
const CLOSED: Completion = { from: 0, suggestions: [] }

/** The signal query, with the position of an error highlighted and completion while typing. */
export function QueryField(props: QueryFieldProps) {
  const { value, onChange, onRun, clauses, error, field, children, isCompact = false } = props
  const id = useId()
  const optionId = (index: number) => `${id}-${index}`
  const replace = useReplace(props)
  const completion = useCompletion(value, clauses, replace)
  const { suggestions, activeIndex } = completion
  const applyFix = (text: string) => {
    const { position = 0, length = 0 } = error ?? {}
    replace(position, position + length, text)
  }

  return (
    <div className={styles.query} data-compact={isCompact}>
      <Input.Label htmlFor={id} className={isCompact ? typography.visuallyHidden : undefined}>
        {texts.query.label}
      </Input.Label>
      <div className={styles.box} data-invalid={error !== undefined}>
        <div className={classes(styles.text, styles.highlight)} aria-hidden="true">
          <HighlightedText text={value} error={error} />
        </div>
        <textarea
          ref={field}
          id={id}
          data-page-search
          className={styles.text}
          value={value}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={MAX_TYPED}
          placeholder={texts.query.placeholder}
          aria-autocomplete="list"
          aria-controls={`${id}-suggestions`}
          aria-activedescendant={activeIndex >= 0 ? optionId(activeIndex) : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-help${error ? ` ${id}-error` : ''}`}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            completion.open(event.currentTarget.selectionStart)
          }}
          onKeyDown={(event) => completion.onKeyDown(event, onRun)}
          onSelect={({ currentTarget }) => completion.onSelect(currentTarget)}
          onBlur={completion.close}
        />
        <SuggestionList
          id={`${id}-suggestions`}
          optionId={optionId}
          suggestions={suggestions}
          activeIndex={activeIndex}
          onAccept={completion.accept}
        />
      </div>
      {error && <QueryError id={`${id}-error`} error={error} onFix={applyFix} />}
      {children}
      <p
        id={`${id}-help`}
        className={isCompact ? typography.visuallyHidden : classes(typography.muted, typography.small)}
      >
        {onRun ? `${texts.query.help} ${texts.query.enterRuns}` : texts.query.help}
      </p>
      {value.length > NEAR_LIMIT && <QueryLength length={value.length} />}
      <span className={typography.visuallyHidden} role="status">
        {suggestions.length > 0 ? texts.query.suggestionCount(suggestions.length) : ''}
      </span>
    </div>
  )
}

interface QueryErrorProps {
  readonly id: string
  readonly error: ErrorDetail
  readonly onFix: (text: string) => void
}

function QueryError({ id, error, onFix }: QueryErrorProps) {
  return (
    <div id={id} className={styles.error} role="alert">
      <span>{error.message}</span>
      {(error.suggestions ?? []).slice(0, MAX_FIXES).map((text) => (
        <SuggestionButton key={text} onClick={() => onFix(text)}>
          {texts.query.use(<code>{text}</code>)}
        </SuggestionButton>
      ))}
    </div>
  )
}

function QueryLength({ length }: { length: number }) {
  const isTooLong = length > MAX_QUERY_LENGTH
  return (
    <p className={classes(typography.small, isTooLong ? styles.tooLong : typography.muted)}>
      {(isTooLong ? texts.query.tooLong : texts.query.length)(length, MAX_QUERY_LENGTH)}
    </p>
  )
}

type Replace = (from: number, to: number, text: string) => void

/** Replaces a part of the text, and puts the caret after it. */
function useReplace({ value, onChange, field }: Pick<QueryFieldProps, 'value' | 'onChange' | 'field'>): Replace {
  const nextCaret = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = undefined
  })
  return (from, to, text) => {
    nextCaret.current = from + text.length
    onChange(value.slice(0, from) + text + value.slice(to))
    field.current?.focus()
  }
}

/** The suggestions at the caret, and the one that is active: -1 for none. */
function useCompletion(value: string, clauses: readonly ClauseReply[], replace: Replace) {
  // The caret position that completion is open for; undefined while it is closed. It closes when the caret moves away.
  // Suggestions are computed from the text, so a catalogue that loads late is offered as well.
  const [caret, setCaret] = useState<number>()
  const [moved, setMoved] = useState<number>()
  const completion = caret === undefined ? CLOSED : complete(value, caret, clauses)
  const { suggestions } = completion
  const activeIndex = moved ?? firstIndex(completion, value.slice(completion.from, caret))

  const open = (at: number | undefined) => {
    setCaret(at)
    setMoved(undefined)
  }
  const close = () => open(undefined)
  const accept = ({ text }: Suggestion) => {
    replace(completion.from, caret ?? value.length, text)
    close()
  }
  const onSelect = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    if (selectionStart !== caret || selectionEnd !== caret) close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>, onRun: (() => void) | undefined) => {
    const active = suggestions[activeIndex]
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (active) accept(active)
      else {
        close()
        onRun?.()
      }
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      open(event.currentTarget.selectionStart)
    } else if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const start = activeIndex === -1 && step === -1 ? 0 : activeIndex
      setMoved((start + step + suggestions.length) % suggestions.length)
    }
  }
  return { suggestions, activeIndex, open, close, accept, onSelect, onKeyDown }
}

/** Enter takes the first suggestion, unless the word already is one of them: then the user may be done. */
function firstIndex({ suggestions }: Completion, typed: string): number {
  const complete = suggestions.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  return suggestions.length === 0 || complete ? -1 : 0
}

/** The field's text with the error marked. An error without a length is marked at its position. */
function HighlightedText({ text, error }: { text: string; error: ErrorDetail | undefined }) {
  if (error?.position === undefined) return <>{text} </>
  const { position, length = 0 } = error
  const end = position + Math.max(1, length)
  return (
    <>
      {text.slice(0, position)}
      <mark>{text.slice(position, end) || ' '}</mark>
      {text.slice(end)}{' '}
    </>
  )
}
