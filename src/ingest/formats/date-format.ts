// Dates as spreadsheets write them. 10.11.2026 doesn't show which number is the day, so it must be specified.

import { AppError } from '../../platform/app-error.ts'

const FORMAT = /^(YYYY|MM|DD)([./-])(YYYY|MM|DD)\2(YYYY|MM|DD)$/
const DATE = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

export class DateFormat {
  readonly #separator: string
  /** Where year, month and day are. */
  readonly #places: readonly number[]

  /** `DD.MM.YYYY` and the like: year, month and day in any order, separated by `.`, `/` or `-`. */
  constructor(format: string) {
    const [, first = '', separator = '', ...others] = FORMAT.exec(format.toUpperCase()) ?? []
    this.#separator = separator
    this.#places = ['YYYY', 'MM', 'DD'].map((part) => [first, ...others].indexOf(part))
    if (this.#places.includes(-1)) {
      throw new AppError(
        'invalid',
        `--date-format must be such as DD.MM.YYYY or MM/DD/YYYY, not ${JSON.stringify(format)}.`,
      )
    }
  }

  /** The date in ISO 8601, with its time of day if it has one. Undefined for anything else, such as an ISO date. */
  isoOf(text: string): string | undefined {
    const [, first = '', separator, second = '', third = '', hour, minute, seconds = '00'] = DATE.exec(text) ?? []
    const [year, month, day] = this.#places.map((place) => [first, second, third][place]?.padStart(2, '0'))
    if (separator !== this.#separator || year?.length !== 4) return undefined
    const date = `${year}-${month}-${day}`
    return hour === undefined ? date : `${date}T${hour.padStart(2, '0')}:${minute}:${seconds}Z`
  }
}
