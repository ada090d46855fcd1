// The evidence of a collected report, for `signals show --receipt`.

import { type ReceiptAnswer, type ReportReceipt, readReceipts } from '../../collect/collecting/index.ts'
import { rulesEdition } from '../../collect/collectors/index.ts'
import type { Queryable } from '../../db/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { counted } from '../counted.ts'
import { columns, time } from '../table.ts'
import { titleOf } from './watch.ts'

interface ReceiptedReport {
  readonly id: string
  readonly source: string
  readonly key: string
  readonly label: string
  readonly fields: Readonly<Record<string, unknown>>
}

export async function readReportReceipts(db: Queryable, reports: readonly ReceiptedReport[]) {
  return Promise.all(
    reports.map(async ({ id, source, key, label, fields }) => ({
      ...{ source, key, says: { label, ...fields } },
      receipts: (await readReceipts(db, { id, source, key })).map(shownReceipt),
    })),
  )
}

function shownReceipt({ id, visit, at, domain, target, edition, ended, answers }: ReportReceipt) {
  return {
    ...{ id, visit, at: at.toISOString(), company: domain, target, ended, edition },
    isReadAsNow: edition === rulesEdition(),
    answers: answers.map(({ at: answeredAt, ...answer }) => ({ ...answer, at: isoTime(answeredAt) })),
  }
}

type Shown = Awaited<ReturnType<typeof readReportReceipts>>[number]

export function describeReceipts(reports: readonly Shown[]): string {
  return reports.map(describeReport).join('\n\n')
}

/** Fields with the source's own words, most reliable first. */
const SENTENCES = ['evidence', 'jobTitle', 'label'] as const

function describeReport({ source, key, says, receipts }: Shown): string {
  const head = `receipt of ${titleOf(source)}, ${key}`
  if (receipts.length === 0)
    return `${head}\n  none: it was not collected, or last changed before receipts were written`
  const fields: Readonly<Record<string, unknown>> = says
  const sentence = SENTENCES.map((name) => fields[name]).find((value) => typeof value === 'string')
  return [head, ...receipts.map((receipt) => describeReceipt(receipt, String(sentence ?? '–')))].join('\n')
}

function describeReceipt(receipt: Shown['receipts'][number], sentence: string): string {
  const { id, visit, at, ended, edition, isReadAsNow, answers } = receipt
  const given = answers.filter(({ failure }) => failure === undefined)
  const hosts = [...new Set(given.map(({ url }) => hostOf(url)))]
  const through = given.find((answer) => answer.through !== undefined)?.through
  const where = hosts.length > 0 ? ` on ${hosts.slice(0, 3).join(', ')}` : ''
  const rows = [
    [ended ? 'not seen any more' : 'seen', `${where.trimStart()}${where && ', '}${time(new Date(at))}, visit ${visit}`],
    ...(through === undefined ? [] : [['through', `${through}, which answered instead (COLLECT_REROUTE)`]]),
    ...(ended ? [] : [['in', `“${sentence}”`]]),
    ['read by', `edition ${edition}${isReadAsNow ? '' : ', which is not that of this version'}`],
    ['receipt', `${id}`],
  ]
  return [columns(rows), ...describeAnswers(answers)].join('\n')
}

const MAX_SHOWN_ANSWERS = 20

function describeAnswers(answers: readonly (Omit<ReceiptAnswer, 'at'> & { readonly at: string })[]): string[] {
  if (answers.length === 0) return ['  from a reading that serves several companies: its answers are not listed']
  const rows = answers.slice(0, MAX_SHOWN_ANSWERS).map(({ url, at, status, failure, sha256, bytes = 0, warc }) => {
    const what = failure ?? (status === undefined ? 'records' : String(status))
    const hashed = sha256 === undefined ? [] : [counted(bytes, 'byte'), `sha256 ${sha256}`]
    return [time(new Date(at)), what, url, ...hashed, ...(warc ? [`in ${warc.file} at ${warc.offset}`] : [])]
  })
  const more = answers.length - rows.length
  return [columns(rows, '    '), ...(more > 0 ? [`    and ${more} more: --json lists all`] : [])]
}

function hostOf(url: string): string {
  const { protocol, hostname, pathname } = new URL(url)
  return protocol === 'dns:' ? `the DNS of ${pathname}` : hostname
}
