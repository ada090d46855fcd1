import { AppError } from '../platform/app-error.ts'

/** A date, or a time with its zone. A date without a time is 00:00 UTC of that day. */
export function parseIsoDate(option: string, text: string): Date {
  const date = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? new Date(text)
    : undefined
  // new Date() turns 2026-02-30 into a day in March: the day must not change.
  const sameDay =
    date &&
    !Number.isNaN(date.getTime()) &&
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10))
  const year = date?.getUTCFullYear() ?? 0
  if (!date || !sameDay || year < 2000 || year > 2199) {
    throw new AppError(
      'invalid',
      `${option} must be a date such as 2026-01-31 or 2026-01-31T09:00:00Z, not ${JSON.stringify(text)}.`,
    )
  }
  return date
}

const UNIT_SECONDS = { m: 60, h: 3_600, d: 86_400, w: 604_800, y: 31_536_000 } as const

/** A date, or a duration from now such as 90d. */
export function parseFuture(option: string, text: string): Date {
  const [, count, unit] = /^(\d{1,5})([mhdwy])$/.exec(text) ?? []
  if (count !== undefined && Number(count) > 0) {
    return new Date(Date.now() + Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS] * 1_000)
  }
  if (!/^\d{4}-/.test(text)) {
    throw new AppError(
      'invalid',
      `${option} must be a date such as 2027-01-31, or a time from now such as 12h, 90d or 1y, not ${JSON.stringify(text)}.`,
    )
  }
  return parseIsoDate(option, text)
}
