const DAY_MS = 86_400_000

/** Full UTC days after today, as the service counts them. 0: today is the window's last day. */
export function daysLeftOf(windowEndsAt: string, now: number): number {
  return Math.max(0, dayOf(Date.parse(windowEndsAt)) - dayOf(now))
}

/** The part of a window that is left, from 0 to 1. Its last day counts. */
export function shareLeft(days: number, windowDays: number): number {
  return windowDays > 0 ? Math.min(1, (days + 1) / (windowDays + 1)) : 1
}

const dayOf = (milliseconds: number) => Math.floor(milliseconds / DAY_MS)
