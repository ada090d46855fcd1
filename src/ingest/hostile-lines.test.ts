// Ten thousand malformed lines. Each has its expected outcome, so the complete rejects file and summary are compared.

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../test/harness/folders.ts'
import { memoryWriter } from '../../test/harness/memory-writer.ts'
import { MAX_LINE_BYTES } from './formats/lines.ts'
import { findSources } from './formats/sources.ts'
import { emptySummary, ingest } from './ingest.ts'
import { RejectsFile } from './rejects.ts'

const LINES = 10_000
const NOW = Date.UTC(2026, 5, 1) / 1_000

/** With a `reason` it is rejected, without one it is accepted, or skipped if `blank`. */
interface Hostile {
  readonly bytes: string | Buffer
  readonly reason?: string
  readonly blank?: true
}

function job(at: number, parts: Record<string, unknown> = {}): string {
  return JSON.stringify({
    record: 'signal',
    type: 'hiring',
    company: { domain: `c${at % 50}.example`, name: `Company ${at % 50}` },
    source: 'Job Board',
    key: `k${at}`,
    occurredAt: '2026-05-04',
    confidence: 0.9,
    label: 'A job',
    jobTitle: 'Planner',
    ...parts,
  })
}

const rejected = (parts: Record<string, unknown>, reason: string) => (at: number) => ({ bytes: job(at, parts), reason })
const broken = (reason: string, break_: (text: string) => string | Buffer) => (at: number) => ({
  bytes: break_(job(at)),
  reason,
})
const fine = (change: (text: string, at: number) => string) => (at: number) => ({ bytes: change(job(at), at) })
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const kinds: readonly ((at: number) => Hostile)[] = [
  fine((text) => text),
  fine((text) => `${text}\r`),
  fine((text) => `  ${text}\t `),
  // The last of two equal keys wins.
  fine((text) => text.replace('"label"', '"label":5,"label"')),
  fine((_, at) => job(at, { label: ' Zu\u0308rich 🚀 ' })),
  fine((_, at) => job(at, { department: null, location: '', seniority: 'VP', confidence: 0.123456789 })),
  () => ({ bytes: '', blank: true }),
  () => ({ bytes: ' \t \r', blank: true }),
  rejected({ label: 5 }, 'label must be text, not the number 5'),
  rejected({ label: { text: 'A job' } }, 'label must be text, not an object'),
  rejected({ jobTitle: ['Planner'] }, 'jobTitle must be text, not a list'),
  rejected({ ai: 'yes' }, 'ai must be true or false, not the text "yes"'),
  rejected({ company: true }, 'company must be a domain or an object, not true'),
  rejected({ key: null }, 'key is required'),
  rejected({ label: 'x'.repeat(20_000) }, 'label has 20000 characters; the maximum is 500'),
  rejected({ label: 'a\u0000b' }, 'label has a control character (U+0000)'),
  rejected({ key: 'a\u001b[31mb' }, 'key has a control character (U+001B)'),
  rejected({ label: '\ud800' }, 'label is not well-formed Unicode: it has an unpaired surrogate'),
  rejected({ source: 'a\udfffb' }, 'source is not well-formed Unicode: it has an unpaired surrogate'),
  rejected(
    { occurredAt: '+275760-09-13T00:00:00.000Z' },
    'occurredAt cannot be "+275760-09-13T00:00:00.000Z": use a date or time such as 2026-05-04 or 2026-05-04T09:30:00Z',
  ),
  rejected(
    { occurredAt: '9999-12-31T23:59:59Z' },
    'occurredAt cannot be "9999-12-31T23:59:59Z": it is more than a day in the future',
  ),
  rejected(
    { occurredAt: '0001-01-01' },
    'occurredAt cannot be "0001-01-01": use a date or time such as 2026-05-04 or 2026-05-04T09:30:00Z',
  ),
  rejected({ occurredAt: 1780272000 }, 'occurredAt must be text, not the number 1780272000'),
  rejected({ confidence: 1e308 }, 'confidence must be a number from 0 to 1, not 1e+308'),
  broken('confidence must be a number from 0 to 1, not Infinity', (text) => text.replace('0.9', '1e999')),
  rejected({ confidence: -1 }, 'confidence must be a number from 0 to 1, not -1'),
  rejected({ lable: 'A job' }, '"lable" is not a field of a hiring signal: did you mean label?'),
  rejected({ type: 'funding_ai' }, 'type cannot be funding_ai: the service derives it from other signals'),
  rejected({ source: 'pro-signal' }, 'source cannot be pro-signal: the name is reserved for derived signals'),
  rejected({ company: 'nobody.example' }, 'company nobody.example is unknown: add its name'),
  rejected({ company: '127.0.0.1' }, 'company cannot be "127.0.0.1": use a domain such as northwind.example'),
  broken('"__proto__" is not a field of a hiring signal', (text) => text.replace('{', '{"__proto__":{"admin":true},')),
  broken('"constructor" is not a field of a hiring signal', (text) => text.replace('{', '{"constructor":null,')),
  broken('jobTitle must be text, not a list', (text) => text.replace('"Planner"', nested(5_000))),
  broken('the line is not valid JSON: unexpected end', (text) => text.slice(0, -1)),
  broken('the line is not valid JSON: unexpected end', (text) => text.slice(0, 30)),
  broken('the line is not valid JSON: error at character 2', (text) => text.replace('"record"', 'record')),
  broken('the line is not valid UTF-8', (text) => Buffer.from(text.replace('Planner', 'Pl\u00e4ner'), 'latin1')),
  broken('the line is not valid UTF-8', (text) => splice(text, 'Planner', Buffer.from([0xed, 0xa0, 0x80]))),
  broken('the line is not valid JSON', (text) => `\u0000${text}`),
  broken('the line is not valid JSON', (text) => `\ufeff${text}`),
  () => ({ bytes: nested(1_000), reason: 'a line must be a JSON object, not a list' }),
  () => ({ bytes: '['.repeat(1_000), reason: 'the line is not valid JSON: unexpected end' }),
  () => ({ bytes: 'null', reason: 'a line must be a JSON object, not null' }),
  () => ({ bytes: '"text"', reason: 'a line must be a JSON object, not the text "text"' }),
  () => ({ bytes: '{}', reason: 'record is required: use company, signal or source' }),
]

/** Too large to be repeated as often as the others. */
const rare: readonly ((at: number) => Hostile)[] = [
  () => ({ bytes: nested(100_000), reason: 'a line must be a JSON object, not a list' }),
  () => ({ bytes: 'x'.repeat(MAX_LINE_BYTES + 1), reason: 'the line is longer than 256 KiB' }),
  () => ({ bytes: 'y'.repeat(3 * MAX_LINE_BYTES), reason: 'the line is longer than 256 KiB' }),
  () => ({ bytes: '['.repeat(MAX_LINE_BYTES), reason: 'the line is not valid JSON: unexpected end' }),
]

function splice(text: string, from: string, bytes: Buffer): Buffer {
  const [before = '', after = ''] = text.split(from)
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)])
}

function hostileLines(): Hostile[] {
  return Array.from({ length: LINES }, (_, at) => {
    const kind = at % 1_000 === 999 ? rare[Math.floor(at / 1_000) % rare.length] : kinds[at % kinds.length]
    assert.ok(kind)
    return kind(at)
  })
}

test('10,000 hostile lines end with a summary and an exact rejects file', async () => {
  const folder = temporaryFolder()
  const [input, output] = [join(folder, 'hostile.ndjson'), join(folder, 'rejects.ndjson')]
  const lines = hostileLines()
  // A byte order mark at the beginning, and no newline at the end.
  const bytes = lines.flatMap((line, at) => [Buffer.from(at === 0 ? '\ufeff' : '\n'), Buffer.from(line.bytes)])
  writeFileSync(input, Buffer.concat(bytes))

  const [file, { write, signals }, summary] = [await RejectsFile.create(output), memoryWriter(), emptySummary()]
  await ingest(await findSources([input]), summary, {
    write,
    declare: async () => 0,
    takeRejects: file.take,
    now: () => NOW,
  })
  await file.close()

  const expected = lines.flatMap(({ bytes, reason }, at) =>
    reason === undefined
      ? []
      : [{ file: input, line: at + 1, reason, text: Buffer.from(bytes).subarray(0, 4_096).toString().slice(0, 1_000) }],
  )
  const rejects = readFileSync(output, 'utf8').split('\n')
  assert.equal(rejects.pop(), '')
  assert.deepEqual(
    rejects.map((reject) => JSON.parse(reject)),
    expected,
  )
  const accepted = lines.filter(({ reason, blank }) => reason === undefined && !blank).length
  assert.deepEqual(summary, {
    companies: { created: 50, updated: 0, unchanged: 0 },
    signals: { created: accepted, updated: 0, unchanged: 0 },
    rejected: expected.length,
    failed: [],
  })
  assert.ok(accepted > 1_000 && expected.length > 7_000)
  assert.equal(signals.size, accepted)
  assert.equal(Object.hasOwn(Object.prototype, 'admin'), false)
})
