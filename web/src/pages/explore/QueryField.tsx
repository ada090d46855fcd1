import { Input } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ClauseReply, ErrorDetail } from '../../contract.ts'
import { classes } from '../../parts/classes.ts'
import { pluralize } from '../../parts/format.ts'
import typography from '../../parts/typography.module.css'
import { type Completion, complete, type Offer } from './completion.ts'

interface QueryFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onRun: () => void
  readonly clauses: readonly ClauseReply[]
  /** What is wrong with exactly this text. */
  readonly fault: ErrorDetail | undefined
  readonly field: RefObject<HTMLTextAreaElement | null>
}

const CLOSED: Completion = { from: 0, offers: [] }

/** The signal query: what cannot be read is marked where it stands, and what could stand there is offered as one types. */
export function QueryField({ value, onChange, onRun, clauses, fault, field }: QueryFieldProps) {
  const id = useId()
  const [completion, setCompletion] = useState(CLOSED)
  const [active, setActive] = useState(-1)
  const caret = useRef<number>(undefined)
  const { offers } = completion

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const offer = (text: string, at: number) => {
    setCompletion(complete(text, at, clauses))
    setActive(-1)
  }
  const close = () => offer('', 0)
  const take = ({ text }: Offer) => {
    const at = field.current?.selectionStart ?? value.length
    caret.current = completion.from + text.length
    onChange(value.slice(0, completion.from) + text + value.slice(at))
    close()
    field.current?.focus()
  }
  const putRight = (text: string) => {
    const { position = 0, length = 0 } = fault ?? {}
    caret.current = position + text.length
    onChange(value.slice(0, position) + text + value.slice(position + length))
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const chosen = offers[active]
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (chosen) take(chosen)
      else {
        close()
        onRun()
      }
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      offer(value, event.currentTarget.selectionStart)
    } else if (event.key === 'Escape' && offers.length > 0) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && offers.length > 0) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((before) => (before + step + offers.length + (before === -1 && step === -1 ? 1 : 0)) % offers.length)
    }
  }

  return (
    <div className="query">
      <Input.Label htmlFor={id}>Signal query</Input.Label>
      <div className="query-box" data-invalid={fault !== undefined}>
        <div className="query-text query-marks" aria-hidden="true">
          <Marked text={value} fault={fault} />
        </div>
        <textarea
          ref={field}
          id={id}
          className="query-text"
          value={value}
          rows={1}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={4_000}
          placeholder={'hiring(title ~ "AI SDR", within: 30d) AND funding_ai'}
          aria-autocomplete="list"
          aria-controls={`${id}-offers`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-help${fault ? ` ${id}-fault` : ''}`}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            offer(event.currentTarget.value, event.currentTarget.selectionStart)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <div
          role="listbox"
          id={`${id}-offers`}
          aria-label="What could stand here"
          className="offers"
          hidden={offers.length === 0}
        >
          {offers.map((each, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
            <div
              key={each.name}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === active}
              className="offer"
              ref={(element) => {
                if (i === active) element?.scrollIntoView({ block: 'nearest' })
              }}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                take(each)
              }}
            >
              <code>{each.name}</code>
              <span className={classes(typography.muted, typography.small)}>{each.description}</span>
            </div>
          ))}
        </div>
      </div>
      {fault && (
        <div id={`${id}-fault`} className="query-fault" role="alert">
          <span>{fault.message}</span>
          {(fault.suggestions ?? []).slice(0, 3).map((text) => (
            <button type="button" key={text} className="put-right" onClick={() => putRight(text)}>
              Use <code>{text}</code>
            </button>
          ))}
        </div>
      )}
      <p id={`${id}-help`} className={classes(typography.muted, typography.small)}>
        Types, fields and values are offered as you type: arrow keys choose, Enter takes. Without a choice, Enter
        searches.
      </p>
      <span className={typography.visuallyHidden} role="status">
        {offers.length > 0 ? pluralize(offers.length, 'suggestion') : ''}
      </span>
    </div>
  )
}

/** The same text below the field, with a mark under what is wrong; where that is nothing, under the place. */
function Marked({ text, fault }: { text: string; fault: ErrorDetail | undefined }) {
  if (fault?.position === undefined) return <>{text} </>
  const { position, length = 0 } = fault
  const end = position + Math.max(1, length)
  return (
    <>
      {text.slice(0, position)}
      <mark>{text.slice(position, end) || ' '}</mark>
      {text.slice(end)}{' '}
    </>
  )
}
