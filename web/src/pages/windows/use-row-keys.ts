// Walks the rows of a table with J and K, as with the arrow keys of a list. The focus is on the first button of a row, so
// Enter presses it, and a screen reader says where one is.

import { useEffect, useRef } from 'react'
import { isForPage } from '../../keyboard/typing.ts'

interface RowKeys {
  /** The keys of the rows, in order. */
  readonly rows: readonly string[]
  /** The row whose panel is open. */
  readonly openRow: string | undefined
  /** The focus moved to this row. */
  readonly onMove: (row: string) => void
  readonly onEscape: () => void
  /** Further letters, which act on the current row. */
  readonly actions: Readonly<Record<string, (row: string) => void>>
}

export function useRowKeys(keys: RowKeys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event, current.current)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function pressed(event: KeyboardEvent, { rows, openRow, onMove, onEscape, actions }: RowKeys): void {
  if (!isForPage(event)) return
  const { key } = event
  if (key === 'Escape') {
    if (openRow !== undefined) onEscape()
    return
  }
  const row = focusedRow() ?? openRow
  const letter = key.toLowerCase()
  const step = letter === 'j' ? 1 : letter === 'k' ? -1 : 0
  if (step !== 0) {
    const place = row === undefined ? -1 : rows.indexOf(row)
    const next = rows[place === -1 ? 0 : place + step]
    if (next === undefined) return
    event.preventDefault()
    focusRow(next)
    onMove(next)
    return
  }
  const act = actions[letter]
  if (!act || row === undefined || !rows.includes(row)) return
  event.preventDefault()
  act(row)
}

function focusedRow(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
}

export function focusRow(row: string): void {
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"] button`)?.focus()
}
