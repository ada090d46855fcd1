// Announcements of companies' own newsrooms: whether the company itself raised, how much, and in which round.

import { rowsOf, ruleOf, say, sayWrong, shareOf } from './rows.ts'

interface Row {
  readonly id: string
  readonly language: string
  readonly company: Company
  readonly title: string
  readonly text: string
  /** A day, or null if the newsroom doesn't say it. */
  readonly publishedAt: string | null
  readonly raised: boolean
  readonly instrument?: string
  /** Null if the text doesn't say it. */
  readonly amount?: number | null
  /** Other amounts that are as good. */
  readonly amountAlso?: readonly number[]
  readonly currency?: string | null
  /** Null if the text doesn't name it. */
  readonly round?: string | null
  /** Of rows without a round: what they are about. */
  readonly group?: string
}

interface Company {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
}

interface Read {
  readonly round?: string
  readonly amount?: number
  readonly currency?: string
  readonly instrument: string
  readonly sentence: string
}

type ReadAnnouncement = (
  item: { readonly title: string; readonly text: string; readonly publishedAt: number | undefined },
  company: Company,
) => Read | undefined

const RULE = '../../src/collect/collectors/announcements/read-announcement.ts'
/** A sale of the company and of its employees' shares is no money raised. */
const NOT_RAISED: ReadonlySet<string> = new Set(['acquisition', 'secondary'])
const NAMED_ROUND = /^(?:pre_seed|seed|series_[a-h]|bridge|growth)/

interface Answer {
  readonly row: Row
  readonly read: Read | undefined
}

function answerOf(readAnnouncement: ReadAnnouncement, row: Row): Answer {
  const { title, text, company } = row
  const publishedAt = row.publishedAt === null ? undefined : Date.parse(row.publishedAt) / 1_000
  const read = readAnnouncement({ title, text, publishedAt }, company)
  return { row, read: read && NOT_RAISED.has(read.instrument) ? undefined : read }
}

function isAmountRight({ row, read }: Answer): boolean {
  if (row.amount === null) return read?.amount === undefined
  const amounts = [row.amount, ...(row.amountAlso ?? [])]
  return amounts.includes(read?.amount) && read?.currency === row.currency
}

/** An extension may be called by the round that it extends: the sentence says the rest. */
function isRoundRight({ row, read }: Answer): boolean {
  const round = read?.round?.replace(/_(?:round|equity)$/, '') ?? ''
  if (!row.round) return !NAMED_ROUND.test(round)
  return round === row.round || round === row.round.replace(/_extension$/, '')
}

function sayFigures(name: string, answers: readonly Answer[]): void {
  const read = answers.filter((answer) => answer.read)
  const right = read.filter(({ row }) => row.raised)
  const raised = answers.filter(({ row }) => row.raised)
  const amounts = right.filter(isAmountRight)
  const rounds = right.filter(isRoundRight)
  const instruments = right.filter((answer) => answer.read?.instrument === answer.row.instrument)
  const figures = [
    `precision ${shareOf(right, read)}`,
    `recall ${shareOf(right, raised)}`,
    `amounts ${shareOf(amounts, right)}`,
    `rounds ${shareOf(rounds, right)}`,
    `instruments ${shareOf(instruments, right)}`,
  ]
  say(`  ${name.padEnd(4)} ${String(answers.length).padStart(4)} rows: ${figures.join(', ')}`)
}

function sayAllWrong(answers: readonly Answer[]): void {
  for (const answer of answers) {
    const { row, read } = answer
    const shown = `${row.id} ${row.title}: ${JSON.stringify(read)}`
    if (row.raised !== Boolean(read)) sayWrong(`${row.raised ? 'missed' : row.group} ${shown}`)
    else if (read && !isAmountRight(answer)) sayWrong(`amount, not ${row.amount} ${row.currency}: ${shown}`)
    else if (read && !isRoundRight(answer)) sayWrong(`round, not ${row.round}: ${shown}`)
    else if (read && read.instrument !== row.instrument) sayWrong(`instrument, not ${row.instrument}: ${shown}`)
  }
}

export async function judgeAnnouncements(): Promise<void> {
  const rows = rowsOf<Row>('announcements')
  say(`\nAnnouncements: ${rows.length}`)
  const readAnnouncement = await ruleOf<ReadAnnouncement>(RULE, 'readAnnouncement')
  if (!readAnnouncement) return
  const answers = rows.map((row) => answerOf(readAnnouncement, row))
  sayFigures('all', answers)
  for (const [language, of] of Map.groupBy(answers, ({ row }) => row.language)) sayFigures(language, of)
  sayAllWrong(answers)
}
