// Places, read without a database.

import { readPlace } from '../../src/meaning/places/index.ts'
import { type Row, score } from '../score.ts'
import { rowsOf, say, sayWrong } from './rows.ts'

interface Place {
  readonly location: string
  readonly country: string | null
}

interface Labelled {
  readonly text: string
  readonly label: string
  readonly read: string
}

function sayScore(name: string, labelled: readonly Labelled[]): void {
  const rows = labelled.map(
    ({ text, label, read }): Row => ({
      set: 'aside',
      language: '-',
      text,
      label: { value: label },
      read: { value: read },
    }),
  )
  const { precision, recall } = score(rows, 'value')
  say(`${name}: ${rows.length} rows, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
  for (const { text, label, read } of labelled) if (label !== read) sayWrong(`${text}: ${label}, read ${read}`)
}

export function judgePlaces(): void {
  const labelled = rowsOf<Place>('places').map(({ location, country }) => ({
    text: location,
    label: country ?? '-',
    read: readPlace(location).country ?? '-',
  }))
  sayScore('Countries of places', labelled)
}
