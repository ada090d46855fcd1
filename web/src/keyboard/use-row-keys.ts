// Walks rows with J and K, as with the arrow keys of a list. The focus is on the first link or button of a row, so Enter
// follows it, and a screen reader says where one is.

import { useEffect, useRef } from 'react'
import { isForPage } from './typing.ts'

interface RowKeys {
  /** The keys of the rows, in order. */
  readonly rows: readonly string[]
  /** The row whose panel is open. */
  readonly openRow?: string | undefined
  /** The focus moved to this row. */
  readonly onMove?: (row: string) => void
  readonly onEscape?: () => void
  /** Further letters, which act on the current row. */
  readonly actions: Readonly<Record<string, (row: string) => void>>
}

export function useRowKeys(keys: RowKeys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const last: Place = { row: undefined, index: 0 }
    const listen = (event: KeyboardEvent) => pressed(event, current.current, last)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The row that a key was last pressed on. */
interface Place {
  row: string | undefined
  index: number
}

function pressed(event: KeyboardEvent, { rows, openRow, onMove, onEscape, actions }: RowKeys, last: Place): void {
  if (!isForPage(event)) return
  const { key } = event
  if (key === 'Escape') {
    if (openRow !== undefined) onEscape?.()
    return
  }
  const row = focusedRow() ?? openRow
  const letter = key.toLowerCase()
  const step = letter === 'j' ? 1 : letter === 'k' ? -1 : undefined
  if (step) {
    const next = rowAfter(rows, row, last, step)
    if (next === undefined) return
    event.preventDefault()
    focusRow(next)
    last.row = next
    last.index = rows.indexOf(next)
    onMove?.(next)
    return
  }
  const act = actions[letter]
  if (!act || row === undefined || !rows.includes(row)) return
  event.preventDefault()
  last.row = row
  last.index = rows.indexOf(row)
  act(row)
}

/** Without a current row: next to the last one, or what took its place when it went away. */
function rowAfter(rows: readonly string[], row: string | undefined, last: Place, step: 1 | -1): string | undefined {
  const index = rows.indexOf(row ?? last.row ?? '')
  if (index >= 0) return rows[index + step]
  if (last.row === undefined) return rows[0]
  return rows[Math.min(step === 1 ? last.index : Math.max(0, last.index - 1), rows.length - 1)]
}

function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
}

export function focusRow(row: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] :is(a, button)`)?.focus()
}

/** Focuses a row when what was opened over it is closed: after a drawer has released the focus. */
export function useFocusRowAfter(row: string): void {
  useEffect(
    () => () => {
      setTimeout(() => focusRow(row))
    },
    [row],
  )
}
