// `npm run eval:announcements`: how well news of companies is read for rounds. eval/announcements.tsv says of each title with its first
// paragraph whether the company itself raised money: the round, the amount, the currency and the instrument. A third is kept
// aside: the rules were never adjusted to these. With --misses the seen ones that are read differently are listed, those kept
// aside never.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readAnnouncement } from '../src/collect/collectors/announcements/read-announcement.ts'

interface LabelledNews {
  readonly set: 'seen' | 'aside'
  readonly language: string
  readonly company: string
  readonly title: string
  readonly text: string
  /** `series_a 12500000 USD equity`, with `-` for what is not said, or `-` if there is no round. */
  readonly round: string
}

/** All of them are published then. */
const PUBLISHED_AT = Date.UTC(2026, 5, 1) / 1_000

export function labelledNews(): LabelledNews[] {
  const [, ...lines] = readFileSync(new URL('announcements.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [set, language = '', company = '', title = '', text = '', round = ''] = line.split('\t')
    return { set: set === 'aside' ? 'aside' : 'seen', language, company, title, text, round }
  })
}

export function roundRead({ company, title, text }: LabelledNews): string {
  const domain = `${company.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example`
  const read = readAnnouncement({ title, text, publishedAt: PUBLISHED_AT }, { name: company, domain, aliases: [] })
  return read ? [read.round, read.amount, read.currency, read.instrument].map((each) => each ?? '-').join(' ') : '-'
}

export function announcementScores(rows: readonly LabelledNews[]) {
  const misses: string[] = []
  let [right, wrong, missed, amounts, rounds] = [0, 0, 0, 0, 0]
  for (const row of rows) {
    const read = roundRead(row)
    if (read !== row.round) misses.push(`${row.language} read ${read}, is ${row.round}: ${row.title}`)
    if (read === '-') missed += row.round === '-' ? 0 : 1
    else if (row.round === '-') wrong++
    else {
      right++
      const [is, was] = [read.split(' '), row.round.split(' ')]
      if (is[1] === was[1] && is[2] === was[2]) amounts++
      if (is[0] === was[0]) rounds++
    }
  }
  return {
    precision: right / (right + wrong),
    recall: right / (right + missed),
    amounts: amounts / right,
    rounds: rounds / right,
    misses,
  }
}

function report(): void {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  for (const set of ['seen', 'aside'] as const) {
    const rows = labelledNews().filter((row) => row.set === set)
    say(`${set === 'seen' ? 'Seen while the rules were written' : 'Kept aside'}: ${rows.length} items`)
    const { misses, ...shares } = announcementScores(rows)
    for (const [name, share] of Object.entries(shares)) say(`  ${name.padEnd(10)} ${share.toFixed(3)}`)
    if (set === 'seen' && process.argv.includes('--misses')) for (const miss of misses) say(`    ${miss}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) report()
