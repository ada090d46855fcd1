// What a preset is: which columns of another program's export become which fields. Pure, so that a screen can use it as well.

import type { DateFormat } from '../formats/date-format.ts'
import { isoOfNamedMonth } from './cells.ts'

export interface PresetField {
  /** The preset's own name for it, by which a row is read. */
  readonly name: string
  /** Headers that it may have, the best first: a later one is used where the cell of an earlier one is empty. */
  readonly headers: readonly string[]
  /** For people: the field here that it becomes. */
  readonly becomes: string
  readonly required?: true
}

export interface Preset {
  readonly name: string
  readonly title: string
  /** The source of the headers. */
  readonly knownFrom: string
  readonly fields: readonly PresetField[]
  /** Headers that only this program writes. One of them identifies a file without the preset's name. */
  readonly marks: readonly string[]
  /** Lines as in a file of NDJSON. A text: why there are none. */
  readonly linesOf: (row: PresetRow) => readonly PresetLine[] | string
}

export type PresetLine = Readonly<Record<string, unknown>>

export interface PresetRow {
  /** The cell, trimmed. Empty if there is none. */
  readonly text: (field: string) => string
  /** In ISO 8601, if its format is known. */
  readonly date: (field: string) => string
}

/** Case, spaces, - and _ don't count: programs change them from version to version. */
export function plainHeader(header: string): string {
  return header.toLowerCase().replace(/[\s_-]/g, '')
}

/** Columns by field. Call it with the cells of one row. */
export function rowOf(
  columns: ReadonlyMap<string, readonly number[]>,
  cells: readonly string[],
  dates: DateFormat | undefined,
): PresetRow {
  const text = (field: string) => {
    for (const at of columns.get(field) ?? []) {
      const cell = cells[at]?.trim() ?? ''
      if (cell !== '') return cell
    }
    return ''
  }
  return {
    text,
    date: (field) => {
      const written = text(field)
      return dates?.isoOf(written) ?? isoOfNamedMonth(written) ?? written
    },
  }
}
