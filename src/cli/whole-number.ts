import { AppError } from '../platform/app-error.ts'
import type { Input } from './command.ts'

interface Bounds {
  readonly from?: number
  readonly to?: number
}

/** The value of an option that is a whole number. Undefined without the option. */
export function wholeNumber(input: Input, option: string, { from = 0, to }: Bounds = {}): number | undefined {
  const text = input.maybe(option)
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= (to ?? number)) return number
  const bounds = to !== undefined ? ` from ${from} to ${to}` : from > 0 ? ` of at least ${from}` : ''
  throw new AppError('invalid', `--${option} must be a whole number${bounds}, not ${JSON.stringify(text)}.`)
}
