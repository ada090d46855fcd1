// Reads all descriptions of a board at once: what stands in many posts is not about a job. The same posts give the same
// result. Descriptions are not kept.

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { LruMap } from '../../platform/lru-map.ts'
import { readTitle } from '../titles/index.ts'
import { toolEdition } from '../tools/index.ts'
import { isAboutAi } from './about-ai.ts'
import { boilerplateOf } from './boilerplate.ts'
import { unescaped } from './lines.ts'
import { sentencesOf } from './sections.ts'
import { type Employer, type ReadPost, type ToolInUse, toolsInUse } from './tool-evidence.ts'

export interface Description {
  readonly id: string
  readonly title: string
  readonly html: string
  /** Its markup is escaped once more. */
  readonly isEscaped?: boolean
  /** Unix seconds. */
  readonly postedAt: number | undefined
}

export interface DescriptionsReading {
  /** The ids of jobs that are about AI by their description, and not by their title. */
  readonly aboutAi: ReadonlySet<string>
  /** In the order of their slugs. */
  readonly tools: readonly ToolInUse[]
}

/** Larger boards are read in part: it would take seconds, and what their jobs say repeats. */
const MAX_POSTS = 3_000
/** Between two turns of the event loop. */
const POSTS_AT_ONCE = 20
const DAY_SECONDS = 86_400

/** Reading costs many times as much as parsing the board, and boards are mostly as they were. */
const readings = new LruMap<string, DescriptionsReading>(5_000)

export async function readDescriptions(
  descriptions: readonly Description[],
  employer: Employer,
  now: number,
): Promise<DescriptionsReading> {
  const posts = descriptions.filter(({ html }) => html !== '').slice(0, MAX_POSTS)
  if (posts.length === 0) return { aboutAi: new Set(), tools: [] }
  const today = Math.floor(now / DAY_SECONDS)
  const key = keyOf(posts, JSON.stringify([employer, today, toolEdition()]))
  const known = readings.get(key)
  if (known) return known
  const reading = await readAll(posts, employer, today * DAY_SECONDS)
  readings.set(key, reading)
  return reading
}

function keyOf(posts: readonly Description[], rest: string): string {
  const sum = createHash('sha1').update(rest)
  for (const { id, title, html, postedAt = 0 } of posts) sum.update(`\n${id}\n${title}\n${postedAt}\n`).update(html)
  return sum.digest('base64url')
}

async function readAll(posts: readonly Description[], employer: Employer, now: number): Promise<DescriptionsReading> {
  const read: ReadPost[] = []
  for (const [nth, { id, title, postedAt, html, isEscaped = false }] of posts.entries()) {
    if (nth % POSTS_AT_ONCE === POSTS_AT_ONCE - 1) await setImmediate()
    read.push({ id, title, postedAt, sentences: sentencesOf(isEscaped ? unescaped(html) : html) })
  }
  const isBoilerplate = boilerplateOf(read)
  const aboutAi = new Set<string>()
  for (const [nth, { id, title, sentences }] of read.entries()) {
    if (nth % POSTS_AT_ONCE === POSTS_AT_ONCE - 1) await setImmediate()
    const byTitle = readTitle(title)
    if (!byTitle.ai && isAboutAi(sentences, isBoilerplate, byTitle.function)) aboutAi.add(id)
  }
  return { aboutAi, tools: toolsInUse(read, isBoilerplate, employer, now) }
}
