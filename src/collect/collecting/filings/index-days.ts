// Which days of an index are due. Pure; days are written YYYY-MM-DD.

const DAY_MS = 86_400_000
/** How far back a new installation reads, or one that was down for a while: as long as a round stays news. */
export const MAX_DAYS_BACK = 60
/** An index missing after this many days won't appear: the day was a holiday. */
export const LATE_DAYS = 5
/** No holiday lasts this many weekdays: the index itself is unavailable. */
export const MAX_MISSING_DAYS = 5
const RETRY_SECONDS = 3 * 3_600
/** The index of a day appears in the evening in the United States. */
const READY_HOUR = 5

export const dayOf = (unixSeconds: number) => new Date(unixSeconds * 1_000).toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The weekdays after `readThrough`, up to yesterday. */
export function daysToRead(readThrough: string, today: string): readonly string[] {
  const oldest = addDays(today, -MAX_DAYS_BACK)
  const days: string[] = []
  for (let day = readThrough < oldest ? oldest : addDays(readThrough, 1); day < today; day = addDays(day, 1))
    if (isWeekday(day)) days.push(day)
  return days
}

function isWeekday(day: string): boolean {
  const number = new Date(day).getUTCDay()
  return number !== 0 && number !== 6
}

/** Whether the index of a day that is missing today may still appear. */
export function mayAppear(day: string, today: string): boolean {
  return addDays(day, LATE_DAYS) >= today
}

/** Unix seconds: tomorrow's index, or one that is still missing. */
export function nextReading(now: number, isUpToDate: boolean): number {
  if (!isUpToDate) return now + RETRY_SECONDS
  return Date.parse(addDays(dayOf(now), 1)) / 1_000 + READY_HOUR * 3_600
}
