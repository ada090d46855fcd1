// What customers, sources and operators do while the nodes are under fire, and the replies they got.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/index.ts'
import { Stamper } from '../../src/write/log/index.ts'
import { writeRecords } from '../../src/write/write-path/index.ts'
import { proSignalProcess } from '../harness/command-line.ts'
import { temporaryFolder } from '../harness/folders.ts'
import { lineOf } from '../harness/lines.ts'
import { signal } from '../harness/signals.ts'
import type { Node } from './nodes.ts'

export const QUERY = 'hiring(title ~ "AI SDR")'
const BATCH = 20

/** Every third company looks for an AI SDR, and so matches. */
const isMatch = (n: number) => n % 3 === 0
function job(prefix: string, n: number) {
  const domain = `${prefix}-${n % 400}.example`
  const jobTitle = isMatch(n % 400) ? 'AI SDR' : 'Accountant'
  const occurredAt = Math.floor(Date.now() / 1_000) - 3_600
  return signal(domain, `${prefix}/${n}`, { label: `Hiring: ${jobTitle}`, occurredAt, fields: { jobTitle } })
}

export interface Written {
  /** Keys that were acknowledged. */
  readonly keys: Set<string>
  /** Domains of companies that match. */
  readonly matching: Set<string>
}

/** Writes until the signal, each batch until it is acknowledged. */
export async function writeAllTheTime(db: Database, written: Written, signal: AbortSignal): Promise<void> {
  const stamper = new Stamper(db)
  for (let n = 0; !signal.aborted; n += BATCH) {
    const records = Array.from({ length: BATCH }, (_, i) => job('written', n + i))
    for (let isDone = false; !isDone; ) {
      isDone = await writeRecords(db, stamper, records).then(
        () => true,
        () => sleep(200, false),
      )
    }
    for (const [i, record] of records.entries()) {
      written.keys.add(record.key)
      if (isMatch((n + i) % 400)) written.matching.add(record.company.domain)
    }
    await sleep(100)
  }
}

/** Imports files by processes, of which every other one is killed and started again. */
export async function ingestAllTheTime(nodes: readonly Node[], written: Written, signal: AbortSignal): Promise<void> {
  const folder = temporaryFolder()
  for (let round = 0; !signal.aborted; round++) {
    const records = Array.from({ length: 600 }, (_, i) => job('ingested', round * 600 + i))
    const file = join(folder, `${round}.ndjson`)
    writeFileSync(file, records.map((record) => `${JSON.stringify(lineOf(record))}\n`).join(''))
    for (let attempt = 0; ; attempt++) {
      const child = proSignalProcess(['ingest', file], nodes[(round + attempt) % nodes.length]?.env)
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      if (round % 2 === 1 && attempt === 0) setTimeout(() => child.kill('SIGKILL'), 1_500)
      if ((await ended) === 0) break
      await sleep(500)
    }
    for (const [i, { key, company }] of records.entries()) {
      written.keys.add(key)
      if (isMatch((round * 600 + i) % 400)) written.matching.add(company.domain)
    }
    await sleep(3_000)
  }
}

export interface Answers {
  /** Replies 200: charged. */
  answered: number
  /** Replies 429: not charged. */
  refused: number
  /** No reply, or 5xx: it may have been charged. */
  unknown: number
  /** Anything else, which must not happen. */
  readonly others: string[]
}

/** Searches at every node that is up until the signal. */
export async function searchAllTheTime(nodes: readonly Node[], key: string, signal: AbortSignal): Promise<Answers> {
  const answers: Answers = { answered: 0, refused: 0, unknown: 0, others: [] }
  await Promise.all(
    nodes.map(async (node) => {
      for (; !signal.aborted; await sleep(150)) {
        if (!node.service) continue
        try {
          const { status, text } = await search(node, key)
          if (status === 200) answers.answered++
          else if (status === 429) answers.refused++
          else if (status >= 500) answers.unknown++
          else answers.others.push(`${status}: ${text}`)
        } catch {
          answers.unknown++
        }
      }
    }),
  )
  return answers
}

export async function search({ service }: Pick<Node, 'service'>, key: string, query = QUERY, paging = {}) {
  const response = await fetch(`${service?.url}/api/v1/companies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ signal_query: query, ...paging }),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: response.status, text: await response.text() }
}
