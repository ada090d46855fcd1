// Reads the labelled titles and places and compares them with what the rules read.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPlace } from '../src/meaning/places/index.ts'
import { readTitle } from '../src/meaning/titles/index.ts'
import { packageRoot } from '../src/platform/config/config.ts'

export const TITLE_FIELDS = ['function', 'seniority', 'ai'] as const

export interface Row {
  /** The rules were never adjusted to the rows kept aside. */
  readonly set: 'seen' | 'aside'
  readonly language: string
  readonly text: string
  /** `-` if the text doesn't tell. */
  readonly label: Readonly<Record<string, string>>
  readonly read: Readonly<Record<string, string>>
}

export function titleRows(): Row[] {
  return linesOf('titles.tsv').map(([set, language = '', text = '', jobFunction = '', seniority = '', ai = '']) => {
    const found = readTitle(text)
    return {
      set: set === 'aside' ? 'aside' : 'seen',
      language,
      text,
      label: { function: jobFunction, seniority, ai },
      read: { function: found.function ?? '-', seniority: found.seniority ?? '-', ai: found.ai ? 'yes' : '-' },
    }
  })
}

export function placeRows(): Row[] {
  return linesOf('places.tsv').map(([set, text = '', country = '']) => ({
    set: set === 'aside' ? 'aside' : 'seen',
    language: 'places',
    text,
    label: { country },
    read: { country: readPlace(text).country ?? '-' },
  }))
}

function linesOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(packageRoot, 'eval', file), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => line.split('\t'))
}

/** Precision: of the values that were read, the share that is right. Recall: of the labelled values, the share that was read. */
export function score(rows: readonly Row[], field: string): { precision: number; recall: number } {
  const read = rows.filter((row) => row.read[field] !== '-')
  const labelled = rows.filter((row) => row.label[field] !== '-')
  const right = read.filter((row) => row.read[field] === row.label[field]).length
  return { precision: right / read.length, recall: right / labelled.length }
}
