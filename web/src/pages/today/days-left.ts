const DAY_MS = 86_400_000

interface DaysLeft {
  /** Full UTC days after today. 0: today is the last day. */
  readonly days: number
  /** The part of the window that is left, from 0 to 1. */
  readonly share: number
}

/** How much of a window is left. Windows count UTC days, and their last day counts. */
export function daysLeft(windowEndsAt: string, windowDays: number, now: number): DaysLeft {
  const days = Math.max(0, dayOf(Date.parse(windowEndsAt)) - dayOf(now))
  return { days, share: windowDays > 0 ? Math.min(1, (days + 1) / (windowDays + 1)) : 1 }
}

const dayOf = (milliseconds: number) => Math.floor(milliseconds / DAY_MS)
