// What a sentence says about each tool that it names. A tool counts only if the words around it say that the employer uses it
// or asks for it: job descriptions also name rivals, former employers, the systems of customers, and examples.

import { fold } from '../../platform/text/normalise-text.ts'
import { isAlternative, type Usage } from './alternatives.ts'
import type { FoundTool } from './find-tools.ts'
import {
  CLAUSE_END,
  isAvoided,
  isElsewhere,
  isLeft,
  isLongAgo,
  isNegated,
  isUntil,
  LIST_GAP,
  wasUsedOnce,
} from './mention-cues.ts'
import { isForAClient, isOfOthers } from './others-cues.ts'
import type { Section } from './sections.ts'
import { AFTER_ASKED, AFTER_OWN, askedAt, BEFORE_SKILL, ownAt } from './skill-cues.ts'
import { isTheirs } from './theirs-cues.ts'
import { showsUse } from './use-cues.ts'

/**
 * `stated`: the employer uses, runs, administers, builds on it, or moves to it. `asked`: a requirement or a wish names it.
 * `left`: the employer moved off it, or is about to. `nothing`: the rest.
 */
export type MentionKind = 'stated' | 'asked' | 'left' | 'nothing'

const OF_US = /\b(?:us|our|uns|unser\w{0,2}|notre|nous|nos|nuestr[oa]s?|ons|onze|nostr[oa])\b/
/** Stands for the name of a tool. */
const TOOL = '¤'
/** In one sentence. No ad has more, and each is compared with the whole clause. */
const MAX_LISTS = 12

interface List {
  /** Where its first tool is, and where its last one ends, in the masked text. */
  readonly at: number
  readonly end: number
  readonly gaps: readonly string[]
  readonly found: readonly FoundTool[]
}

/** A sentence that names tools. */
interface ReadSentence {
  /** As it was written. */
  readonly sentence: string
  /** Folded, with a sign for each tool. */
  readonly text: string
  readonly section: Section
  /** Where its clauses end, where it asks for something, and where the employer refers to itself. */
  readonly bounds: readonly number[]
  readonly asked: readonly number[]
  readonly own: readonly number[]
}

/** One kind for each of the tools that were found, in their order. */
export function mentionKinds(sentence: string, found: readonly FoundTool[], section: Section): MentionKind[] {
  const text = masked(sentence, found)
  const read = { sentence, text, section, bounds: clauseBounds(text), asked: askedAt(text), own: ownAt(text) }
  return listsOf(text, found).flatMap((list, i) =>
    i < MAX_LISTS ? kindsOfList(read, list) : list.found.map((): MentionKind => 'nothing'),
  )
}

function kindsOfList(read: ReadSentence, list: List): MentionKind[] {
  const { text, bounds, sentence } = read
  const from = bounds.findLast((bound) => bound <= list.at) ?? 0
  const clause = text.slice(
    from,
    bounds.find((bound) => bound >= list.end),
  )
  const before = text.slice(from, list.at)
  const after = text.slice(list.end)
  // A "not" applies only to the next tool.
  const near = before.slice(before.lastIndexOf(TOOL) + 1)
  const usage = usageOf(read, list)
  const all = (kind: MentionKind) => list.found.map(() => kind)
  if (isElsewhere(clause, before, after, sentence.slice(0, list.found[0]?.at))) return all('nothing')
  if (isTheirs(clause, before, after) || isOfOthers(clause, before, after) || isForAClient(text.slice(0, list.at)))
    return all('nothing')
  if (isAvoided(near)) return all('nothing')
  // "Fed up with Jira?" asks the reader.
  const asksReader = after.startsWith('?') && !OF_US.test(before)
  if (isLeft(before, after)) return all(usage.asksBefore || asksReader ? 'nothing' : 'left')
  if (isUntil(clause)) return all('left')
  if (wasUsedOnce(near) && !usage.asksBefore) return all('left')
  if (isLongAgo(near) || isNegated(near, after)) return all('nothing')
  const tools = list.found.map(({ tool }) => tool)
  const named = { before, after, gaps: list.gaps, tools }
  // "Tired of Jira?" doesn't count; "Fancy running our Jira?" does.
  const isUsed = usage.isOwn || (!clause.endsWith('?') && showsUse(before, after))
  const kind = usage.isAsked ? 'asked' : isUsed ? 'stated' : 'nothing'
  return tools.map((tool) => (isAlternative(tool, named, usage) ? 'nothing' : kind))
}

/** The nearest word before the tools decides, unless the words after them refer to them. */
function usageOf(
  { text, section, asked, own }: ReadSentence,
  { at, end }: List,
): Usage & { readonly asksBefore: boolean } {
  const after = text.slice(end)
  const isBefore = (index: number) => index < at
  const [lastAsked = -1, lastOwn = -1] = [asked.findLast(isBefore), own.findLast(isBefore)]
  const asksBefore = lastAsked > lastOwn || BEFORE_SKILL.test(text.slice(Math.max(0, at - 60), at))
  if (AFTER_OWN.test(after)) return { isOwn: true, isAsked: false, asksBefore }
  const isOwn = lastOwn >= 0 && !asksBefore
  const isSkill = AFTER_ASKED.test(after) && !(isOwn && after.startsWith(','))
  const isWish = asksBefore || (!isOwn && (section === 'requirements' || isBare(text, section)))
  return { isOwn: isOwn && !isSkill, isAsked: isSkill || isWish, asksBefore }
}

/** Just "Docker and Kubernetes": outside the tasks this is a wish. */
function isBare(text: string, section: Section): boolean {
  return section !== 'duties' && (text.match(/[\p{L}\p{N}]{2,}/gu) ?? []).length < 2
}

function masked(sentence: string, found: readonly FoundTool[]): string {
  let text = ''
  let at = 0
  for (const each of found) {
    text += sentence.slice(at, each.at).replaceAll(TOOL, ' ') + TOOL
    at = each.end
  }
  return fold(text + sentence.slice(at).replaceAll(TOOL, ' ')).replaceAll('’', "'")
}

function clauseBounds(text: string): number[] {
  return [...text.matchAll(CLAUSE_END)].map(({ index, 0: match }) => index + match.length)
}

function listsOf(text: string, found: readonly FoundTool[]): List[] {
  const lists: { at: number; end: number; gaps: string[]; found: FoundTool[] }[] = []
  let at = -1
  for (const each of found) {
    at = text.indexOf(TOOL, at + 1)
    const last = lists.at(-1)
    const gap = last && text.slice(last.end, at)
    if (last && gap !== undefined && LIST_GAP.test(gap)) {
      last.gaps.push(gap)
      last.found.push(each)
      last.end = at + 1
    } else lists.push({ at, end: at + 1, gaps: [], found: [each] })
  }
  return lists
}
