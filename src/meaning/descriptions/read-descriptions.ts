// Reads all descriptions of a board together: text in many posts is not about a job. The same posts give the same
// result. Descriptions are not kept.

import { fold } from '../../platform/text/normalise-text.ts'
import { ENOUGH_HINTS, type KindHints, kindHintsIn, saysEmployment } from '../companies/index.ts'
import { readTitle } from '../titles/index.ts'
import { aiPhrasesIn, isAboutAi } from './about-ai.ts'
import { boilerplateOf } from './boilerplate.ts'
import { findTools } from './find-tools.ts'
import { isOfSomebodyElse, isOwnStaff, isTemporaryWork } from './for-clients.ts'
import { unescaped } from './lines.ts'
import { type Sentence, sentencesOf } from './sections.ts'
import { introducing } from './sentence-kinds.ts'
import { type Employer, type ReadPost, type ToolInTexts, toolsInTexts } from './tool-evidence.ts'

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
  /** The ids of jobs that are about AI by their description, not by their title. */
  readonly aboutAi: ReadonlySet<string>
  /** By the id of a job, the sentence that says that it is at a client, or another employer's on a marketplace. */
  readonly forClients: ReadonlyMap<string, string>
  /** In the order of their slugs. */
  readonly tools: readonly ToolInTexts[]
  /** Unix seconds. From then on the same posts may give another result. */
  readonly until: number
}

/** Larger boards are read in part: it would take seconds, and their texts repeat. */
const MAX_POSTS = 3_000
const DAY_SECONDS = 86_400
/** In characters: of a sentence that is stored. */
const MAX_QUOTED = 300
/** Two such sentences are stored together. */
const MAX_HINT = 149
const MAX_READ = 600

export function readDescriptions(
  descriptions: readonly Description[],
  employer: Employer,
  now: number,
): DescriptionsReading {
  const posts = descriptions.filter(({ html }) => html !== '').slice(0, MAX_POSTS)
  if (posts.length === 0)
    return { aboutAi: new Set(), forClients: new Map(), tools: [], until: Number.POSITIVE_INFINITY }
  return readAll(posts, employer, Math.floor(now / DAY_SECONDS) * DAY_SECONDS)
}

/** Posts of one board have many sentences in common: each is read once. */
function readAll(posts: readonly Description[], employer: Employer, now: number): DescriptionsReading {
  const read: ReadPost[] = []
  const forClients = new Map<string, string>()
  const [sentencesIn, ofWhom] = [remembering(sentencesOf), remembering(readOfWhom)]
  const [toolsIn, phrasesIn] = [remembering(findTools), remembering(aiPhrasesIn)]
  for (const { id, title, postedAt, html, isEscaped = false } of posts) {
    const sentences = sentencesIn(isEscaped ? unescaped(html) : html)
    const said = clientSentence(sentences, ofWhom) ?? hintedSentences(sentences, ofWhom)
    if (said !== undefined) forClients.set(id, said.slice(0, MAX_QUOTED))
    read.push({ id, title, postedAt, sentences, isForAClient: said !== undefined })
  }
  const isBoilerplate = boilerplateOf(read)
  const introduces = introducing([...employer.names, ...employer.domains.map((domain) => domain.split('.')[0] ?? '')])
  const isOther = remembering((sentence: string) => isBoilerplate(sentence) || introduces(sentence))
  const aboutAi = new Set<string>()
  for (const { id, title, sentences } of read) {
    const byTitle = readTitle(title)
    if (!byTitle.ai && isAboutAi(sentences, phrasesIn, isOther, byTitle.function)) aboutAi.add(id)
  }
  return { aboutAi, forClients, ...toolsInTexts(read, toolsIn, isBoilerplate, employer, now) }
}

interface OfWhom {
  /** The sentence says that the job is not the poster's own. */
  readonly saysIt: boolean
  readonly hints: KindHints
}

function readOfWhom(text: string): OfWhom {
  return { saysIt: isOfSomebodyElse(text), hints: kindHintsIn(fold(text.slice(0, MAX_READ))) }
}

/** A consultancy names clients too, and says that it employs the person. Temporary work still means an agency. */
function clientSentence(sentences: readonly Sentence[], ofWhom: (text: string) => OfWhom): string | undefined {
  const said = sentences.find(({ text }) => ofWhom(text).saysIt)?.text
  if (said === undefined || sentences.some(({ text }) => isTemporaryWork(text))) return said
  return sentences.some(({ text }) => isOwnStaff(text)) ? undefined : said
}

/**
 * No sentence says it, but several hint at it: the first of each kind of hint. The stored text must contain the hints,
 * because the kind of employer is computed from it.
 */
function hintedSentences(sentences: readonly Sentence[], ofWhom: (text: string) => OfWhom): string | undefined {
  for (const kind of ['marketplace', 'agency'] as const) {
    const seen = new Set<string>()
    const said = sentences.flatMap(({ text }) => {
      const found = ofWhom(text).hints[kind].filter((hint) => !seen.has(hint))
      for (const hint of found) seen.add(hint)
      return found.length > 0 ? [text.slice(0, MAX_HINT)] : []
    })
    if (seen.size < ENOUGH_HINTS) continue
    if (sentences.some(({ text }) => saysEmployment(fold(text)) || isOwnStaff(text))) return undefined
    const stored = said.slice(0, ENOUGH_HINTS).join(' ')
    return isOfSomebodyElse(stored) ? stored : undefined
  }
  return undefined
}

function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    known.set(text, value)
    return value
  }
}
