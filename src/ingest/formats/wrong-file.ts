// Files that people have by mistake: recognised by their first bytes, with what to do, instead of a reject for every line.

import { isCsvHeader } from './csv.ts'
import type { Format } from './sources.ts'

const ZIP = Buffer.from('PK\x03\x04', 'latin1')
/** Where a zip archive has the name of its first file. */
const ZIP_NAME_OFFSET = 30
/** The first file of a workbook of Excel, LibreOffice or Numbers. */
const WORKBOOK_PART = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|mimetype|Index\/)/
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const EXAMINED = 4_096

const WORKBOOK_PROBLEM = 'is an Excel workbook or another spreadsheet: save it as "CSV UTF-8" and import that.'

/** Other files, by their first bytes. */
const OTHER_FILES: readonly (readonly [first: RegExp, problem: string])[] = [
  [/^PAR1/, 'is a Parquet file: export it as NDJSON or CSV.'],
  [/^%PDF-/, 'is a PDF: export its data as CSV or NDJSON.'],
  [/^<(?:!doctype html|html)\b/i, 'is a web page, perhaps of a sign-in: download the file itself.'],
  [/^<\?xml\b/i, 'is XML: export it as CSV or NDJSON.'],
]

/** The fields that programs wrap a list in. No record has a list of objects in one of them. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['data', 'items', 'results', 'records', 'rows', 'entries', 'companies', 'signals', 'jobs'],
])

/** A phrase that follows the file's name. Undefined if the file may be what it is taken for. */
export function wrongFileProblem(first: Buffer, format: Format): string | undefined {
  const startsWith = (bytes: Buffer) => first.subarray(0, bytes.length).equals(bytes)
  if (startsWith(OLD_OFFICE)) return WORKBOOK_PROBLEM
  if (startsWith(ZIP)) {
    const isWorkbook = WORKBOOK_PART.test(first.toString('latin1', ZIP_NAME_OFFSET, EXAMINED))
    return isWorkbook ? WORKBOOK_PROBLEM : 'is a zip archive: unpack it, and import the files in it.'
  }
  const text = first
    .toString('utf8', 0, EXAMINED)
    .replace(/^\ufeff/, '')
    .trimStart()
  for (const [pattern, problem] of OTHER_FILES) if (pattern.test(text)) return problem
  const isJson = /^[[{]/.test(text)
  if (format === 'csv') return isJson ? 'looks like JSON, not CSV: use --format ndjson.' : undefined
  if (!isJson) return isCsvHeader(text.split(/\r?\n/, 1)[0] ?? '') ? 'looks like CSV: use --format csv.' : undefined
  const wrapper = wrapperOf(text)
  return (
    wrapper && `is one object whose "${wrapper}" is the list. Import the list itself: jq .${wrapper} FILE > list.json`
  )
}

/** `{"meta": {"page": 1}, "data": [{`: the field of the first object that has a list of objects. One pass over the text. */
function wrapperOf(text: string): string | undefined {
  const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}]/gy
  let depth = 0
  let name = ''
  for (let at = 0; at < text.length; ) {
    tokens.lastIndex = at
    const token = tokens.exec(text)?.[0]
    if (token === undefined && text[at] === '"') return undefined
    at += token?.length ?? 1
    if (token === undefined) continue
    if (token === '}' || token === ']') {
      depth--
      if (depth === 0) return undefined
    } else if (token === '{' || token === '[') {
      if (token === '[' && depth === 1 && WRAPPERS.has(name) && /^\s*\{/.test(text.slice(at))) return name
      depth++
    } else if (depth === 1) name = token.slice(1, -1)
  }
  return undefined
}
