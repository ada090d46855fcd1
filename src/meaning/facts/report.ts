import type { Signal } from '../signals/index.ts'

export const DAY_SECONDS = 86_400

/** A signal as one source reports it. Its identity is (source, key), and its id is computed from that. */
export interface Report extends Signal {
  readonly key: string
  /** When the source saw it last, if it says so. */
  readonly seenAt?: number | null
}

/** The reports of one fact, in the order (occurredAt, id). */
export interface ReportGroup {
  readonly reports: readonly Report[]
  /**
   * When the opposite began: a dropped tool was adopted again, a page that was up was removed. Then the fact has ended.
   */
  readonly endedAt?: number
}

/** The order in which reports found facts and join them. */
export function byTime(a: Report, b: Report): number {
  return a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

export function textOf(value: Report['fields'][string] | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The minimum and the maximum, without a call with a hundred thousand arguments. */
export function bounds(reports: readonly Report[], numberOf: (report: Report) => number): readonly [number, number] {
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const report of reports) {
    const number = numberOf(report)
    if (number < least) least = number
    if (number > largest) largest = number
  }
  return [least, largest]
}
