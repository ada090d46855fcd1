const DAY_MS = 86_400_000

/** Whole UTC days, as the service counts them. 0: the window closes today. */
export function daysLeftOf(windowEndsAt: string, now: number): number {
  return Math.floor(Date.parse(windowEndsAt) / DAY_MS) - Math.floor(now / DAY_MS)
}
