/** A record in a file of the archive. */
export interface WarcPlace {
  readonly file: string
  readonly offset: number
  readonly length: number
}

const NAME = /^pro-signal-(\d{4})(\d\d)(\d\d)-[a-z0-9.-]{1,80}\.warc\.gz$/

/** YYYY-MM-DD. Undefined: not a file of an archive. */
export function dayOf(file: string): string | undefined {
  const [, year, month, day] = NAME.exec(file) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}`
}
