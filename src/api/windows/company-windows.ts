// The strongest window of each company on a page of a list.

import type { Queryable } from '../../db/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { takePlaces } from '../today/index.ts'
import { listsOf, wantedSlices } from './window-lists.ts'
import type { SliceList } from './window-order.ts'
import type { WindowParts } from './window-parts.ts'

interface Strongest {
  readonly slug: string
  readonly score: number
  readonly windowEndsAt: number
  readonly windows: number
}

export async function companyWindows(
  { slices, slicePages, clock, read }: WindowParts,
  pool: Queryable,
  teamId: string,
  companyIds: readonly string[],
) {
  const { rows } = await read.query<{ id: string; ordinal: number }>({
    name: 'ordinals_of_companies',
    text: 'select id, ordinal from companies where id = any($1::uuid[]) and merged_into is null',
    values: [companyIds],
  })
  const wanted = await wantedSlices(slices, undefined)
  const lists = await listsOf(slicePages, wanted, 'score', await clock.now(), { team: teamId })
  const strongest = strongestOf(lists, new Set(rows.map(({ ordinal }) => ordinal)))
  const shown = await takePlaces(pool, teamId, [...strongest.keys()])
  const definitions = new Map(wanted.map(({ definition }) => [definition.slug, definition]))
  return {
    windows: rows.flatMap(({ id, ordinal }) => {
      const window = strongest.get(ordinal)
      if (!window || !shown.has(ordinal)) return []
      const { label, windowDays } = definitions.get(window.slug) ?? { label: window.slug, windowDays: 0 }
      return [
        {
          ...{ companyId: id, slug: window.slug, label, windowDays, otherWindows: window.windows - 1 },
          windowEndsAt: isoTime(window.windowEndsAt),
        },
      ]
    }),
    isCut: [...strongest.keys()].some((ordinal) => !shown.has(ordinal)),
  }
}

function strongestOf(lists: readonly SliceList[], wanted: ReadonlySet<number>): Map<number, Strongest> {
  const found = new Map<number, Strongest>()
  for (const { slug, members } of lists) {
    members.ordinals.forEach((ordinal, at) => {
      if (!wanted.has(ordinal)) return
      const [score = 0, windowEndsAt = 0, before] = [members.scores[at], members.windowEndsAt[at], found.get(ordinal)]
      const windows = (before?.windows ?? 0) + 1
      found.set(
        ordinal,
        before && before.score >= score ? { ...before, windows } : { slug, score, windowEndsAt, windows },
      )
    })
  }
  return found
}
