import { utcDayOf } from '../parts/words/format.ts'

const DAY_MS = 86_400_000
/** A label such as "14 Nov", with room around it. */
const LABEL_WIDTH = 76

/** The smallest of 4, 6, 8, 10, 20, 30, 40, 60, … that is not below the maximum: half of it is an integer too. */
export function niceTop(max: number): number {
  for (let scale = 1; ; scale *= 10) {
    for (const step of [4, 6, 8, 10, 20, 30]) if (step * scale >= max) return step * scale
  }
}

/** The days after the last one, up to a time. */
export function upcomingDays(last: string | undefined, until: string): { readonly day: string }[] {
  if (last === undefined) return []
  const [from, to] = [Date.parse(`${last}T00:00:00Z`) + DAY_MS, Date.parse(until)]
  const length = Math.min(62, Math.max(0, Math.ceil((to - from) / DAY_MS)))
  return Array.from({ length }, (_, i) => ({ day: utcDayOf(from + i * DAY_MS) }))
}

/** The labels of the first day, the last day, and as many in between as the width has room for. */
export function labelledDays(all: readonly { readonly day: string }[], width: number): [number, string][] {
  const every = Math.max(1, Math.ceil((all.length * LABEL_WIDTH) / Math.max(width, LABEL_WIDTH)))
  const last = all.length - 1
  return all.flatMap(({ day }, i): [number, string][] =>
    i === last || (i % every === 0 && last - i >= every * 0.7) ? [[i, day]] : [],
  )
}
