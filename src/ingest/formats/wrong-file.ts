// Files that people have by mistake: recognised by their first bytes, with what to do, instead of a reject for every line.

import { isCsvHeader } from './csv.ts'
import type { Format } from './sources.ts'

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const PARQUET = Buffer.from('PAR1')
const EXAMINED = 4_096

/** How programs wrap a list: `{"total": 2, "data": [`. Only single values may come before the list. */
const WRAPPED =
  /^\{(?:\s*"[^"]*"\s*:\s*(?:"[^"]*"|[\w.+-]+)\s*,)*\s*"(data|items|results|records|rows|entries|companies|signals|jobs)"\s*:\s*\[/

/** A phrase that follows the file's name. Undefined if the file may be what it is taken for. */
export function wrongFileProblem(first: Buffer, format: Format): string | undefined {
  const startsWith = (bytes: Buffer) => first.subarray(0, bytes.length).equals(bytes)
  if (startsWith(ZIP) || startsWith(OLD_OFFICE)) {
    return 'is an Excel workbook or another archive: save it as "CSV UTF-8" and import that.'
  }
  if (startsWith(PARQUET)) return 'is a Parquet file: export it as NDJSON or CSV.'
  const text = first
    .toString('utf8', 0, EXAMINED)
    .replace(/^\ufeff/, '')
    .trimStart()
  const isJson = /^[[{]/.test(text)
  if (format === 'csv') return isJson ? 'looks like JSON, not CSV: use --format ndjson.' : undefined
  if (!isJson) return isCsvHeader(text.split(/\r?\n/, 1)[0] ?? '') ? 'looks like CSV: use --format csv.' : undefined
  const wrapper = WRAPPED.exec(text)?.[1]
  return (
    wrapper && `is one object whose "${wrapper}" is the list. Import the list itself: jq .${wrapper} FILE > list.json`
  )
}
