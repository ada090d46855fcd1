// Reads a plain sentence, such as "fintechs in Germany hiring data engineers", into the query language and company filters.
//
// One pass from left to right. A verb ("hiring", "raised", "uses") begins a clause, and what follows belongs to it; a
// noun ("jobs", "users") takes the words before it. Words before a company noun are facts about the company. "And",
// "or", "but", "then" and "not" join clauses or list values, by what follows them. The result is a text in the query
// language, so that a sentence gives the same answer as its written form.
//
// A sentence that can't be read this way is left to the parser of the query language.

import { readTitle } from '../../meaning/titles/index.ts'
import { misspeltType, typeOf } from '../tree/vocabulary.ts'
import type { ClauseDraft } from './clause-draft.ts'
import { companyWordAt, type SentenceFilters } from './company-filters.ts'
import { ALSO_FUNCTIONS, STAGES } from './company-words.ts'
import { joinDrafts } from './join-drafts.ts'
import { beginRound, readCompanyNoun, readHead, readJoint, readNegation, readNoun } from './read-clauses.ts'
import {
  readAdoptionScore,
  readAnyone,
  readDomain,
  readEmployerKind,
  readKnownTool,
  readSize,
  readToolQuestion,
  readUseAtEnd,
} from './read-company-facts.ts'
import { readJobCondition, readOutside, readPlace, readQuantity, readRound, readTime } from './read-conditions.ts'
import { isJobTitle, readObject } from './read-object.ts'
import { readInvestorSubject, readRumour } from './read-rounds.ts'
import { type ReadContext, SentenceState } from './sentence-state.ts'
import type { Period } from './sentence-times.ts'
import { sentenceWords } from './sentence-tokens.ts'
import { launchedAt, PAGES, POSTED, TOOL_NOUNS } from './signal-words.ts'

export interface ReadSentence {
  /** In the query language. */
  readonly query: string
  readonly filters: SentenceFilters
}

const FILLERS = new Set(
  `show find get list select give me i want see all the that who which what are is was were be been a an their its our
  currently now actively please any some there where whose these those also both already still have has had having of to
  for at with on as by do does did being your it they them ones right only open`.split(/\s+/),
)
const WEBSITE = /^(websites?|sites?|pages?|homepage|app|product)$/
const PEOPLE_LAST = /^(people|folks)$/
const READERS = [
  readOutside,
  readDomain,
  readUseAtEnd,
  readToolQuestion,
  readKnownTool,
  readAdoptionScore,
  readEmployerKind,
  readSize,
  readAnyone,
  readInvestorSubject,
  readTime,
  readQuantity,
  readNegation,
  readHead,
  readRumour,
  readJoint,
  readPlace,
  readJobCondition,
  readRound,
  readNoun,
  readCompanyNoun,
]

/** Undefined: the text isn't a sentence that can be read. Throws InvalidQuery for a word that has no meaning there. */
export function readSentence(text: string, context: ReadContext): ReadSentence | undefined {
  const words = sentenceWords(text)
  if (!words) return undefined
  const state = new SentenceState(words, context)
  while (!state.ended && !state.failed) {
    if (!READERS.some((read) => read(state))) readWord(state)
  }
  return finish(state)
}

/** A word that is part of a title or of a tool's name, or that adds nothing. */
function readWord(state: SentenceState): void {
  const { current, word, at } = state
  const phrase = wholePhrase(state)
  if (phrase > 1) {
    if (current) current.object.push(...state.words.slice(at, at + phrase))
    else state.pending.at(-1)?.push(...Array.from({ length: phrase }, (_, i) => at + i))
    state.take(phrase)
    return
  }
  if (word === 'us' && /^(show|give|get|find)$/.test(state.words[at - 1] ?? '')) {
    state.take(1)
    return
  }
  // Type names without a verb belong to the query language, whose parser knows their misspellings.
  const named = typeOf([word])?.type
  const inClause = named === current?.type && current?.object.length
  if (misspeltType(word) || (named && named !== 'hiring' && named !== 'any' && !inClause)) {
    state.failed = true
    return
  }
  const inObject = current && !state.aboutCompany ? current.object.length > 0 : state.hasPending
  // "Does not use Zendesk any more"
  const goneOn =
    state.words[at] === 'any' && /^(more|longer)$/.test(state.words[at + 1] ?? '') ? 2 : Number(word === 'anymore')
  if (goneOn > 0 && current?.type === 'tool' && current.object.length > 0) {
    state.take(goneOn)
    return
  }
  const filler = FILLERS.has(word) && (!inObject || !/^(of|for|to|at|on|with|as|open)$/.test(word))
  const posted = current?.type === 'hiring' && POSTED.has(word)
  if (filler || posted || (current?.type === 'web' && WEBSITE.test(word))) {
    // "Hiring for sales": a part of the company follows.
    if (word === 'for' && current && current.object.length === 0) current.afterPreposition = true
  } else if (current && !state.aboutCompany) current.object.push(word)
  else state.pending.at(-1)?.push(at)
  state.take(1)
}

/** "Series A", "AI product page": words that are read together, although some of them add nothing on their own. */
function wholePhrase({ current, words, at, aboutCompany }: SentenceState): number {
  if (current?.type === 'web') return current.object.length === 0 ? (launchedAt(words, at)?.length ?? 0) : 0
  return current && !aboutCompany ? 0 : (STAGES.at(words, at)?.length ?? 0)
}

function finish(state: SentenceState): ReadSentence | undefined {
  if (state.failed || state.negated) return undefined
  if (state.drafts.length === 0 && isIndustryAlone(state)) state.sawCompany = true
  if (state.hasPending) finishPending(state)
  const { drafts, filters } = state
  if (state.failed) return undefined
  if (drafts.length === 0) {
    if (!state.sawCompany || filters.isEmpty || state.aiCompany) return undefined
    return { query: 'any', filters: filters.finish() }
  }
  if (state.aiCompany) {
    const rounds = drafts.filter(({ type }) => type === 'funding')
    for (const round of rounds) round.type = 'funding_ai'
    const slug = state.context.isIndustry('artificial_intelligence') ? 'artificial_intelligence' : 'ai'
    if (rounds.length === 0) filters.add('industries', slug)
  }
  addLeftovers(state)
  for (const draft of drafts) if (draft.stopped && draft.time) stopSince(state, draft, draft.time)
  if (state.failed || state.rumour) return undefined
  // "Hiring SDR people": as in a sentence, the people who have the job.
  state.isSentence ||= drafts.some(
    ({ type, object }) => type === 'hiring' && object.length > 1 && PEOPLE_LAST.test(object.at(-1) ?? ''),
  )
  if (!state.isSentence && filters.isEmpty && !drafts.some(isMoreThanWords)) return undefined
  // In a sentence, "sales" is the part of the company. `hiring sales` on its own is the short form of the query
  // language.
  for (const draft of drafts) draft.isSentence = state.isSentence || !filters.isEmpty
  return { query: joinDrafts(drafts), filters: filters.finish() }
}

/** "Stopped hiring this year": the condition on when a job was closed takes days. */
function stopSince(state: SentenceState, draft: ClauseDraft, { since, before }: Period): void {
  if (before !== undefined) state.failed = true
  if (since === undefined) return
  const days = Math.round((Date.parse(state.context.today) - Date.parse(since)) / 86_400_000)
  draft.time = { length: 0, withinDays: Math.max(1, days) }
}

/** "Fintech", "logistics Germany": an industry is a filter, also without a noun. */
function isIndustryAlone({ words, tokens, context, sawCompany }: SentenceState): boolean {
  if (sawCompany) return false
  const first = companyWordAt(tokens, words, 0, context.isIndustry)
  return first?.filter === 'industries' && !ALSO_FUNCTIONS.has(words[0] ?? '') && first.length === words.length
}

/** Whether an object means something else than a search for its words. */
function isMoreThanWords(draft: ClauseDraft): boolean {
  return draft.objects.some((words) => [...readObject(words, draft).keys()].some((field) => field !== 'text ~'))
}

/** Unassigned words at the end: facts about the company, or a job without a verb. */
function finishPending(state: SentenceState): void {
  if (state.drafts.length > 0 || state.sawCompany) {
    state.readCompanyWords(true)
    if (state.hasPending) state.rejectPending()
    return
  }
  const said = state.pending.flat().map((at) => state.words[at] ?? '')
  if (state.time && beginRound(state)) return
  const page = PAGES.at(said, 0)
  if (page && said.slice(page.length).every((word) => POSTED.has(word))) {
    state.takePending()
    state.begin('web').add('kind:', page.value)
    state.isSentence = true
    return
  }
  // "VP Sales wanted in London": a word of the post, after the job.
  if (POSTED.has(said.at(-1) ?? '') && said.length > 1) {
    said.pop()
    state.pending.at(-1)?.pop()
  }
  // "Customer success managers in Austria", "account executives in London": only jobs are in a place.
  const isPlaced =
    state.places.length + state.texts.length > 0 &&
    !TOOL_NOUNS.has(said.at(-1) ?? '') &&
    readTitle(said.join(' ')).function !== undefined
  if (state.jobConditions.length === 0 && !isPlaced && !isJobTitle(said)) {
    state.failed = true
    return
  }
  const joint = state.pendingJoint
  const objects = state.takePending()
  const draft = state.begin('hiring')
  draft.objects.splice(0, 1, ...objects)
  draft.objectJoint = joint
  state.isSentence = true
}

/** Words that precede their clause, but no clause followed. */
function addLeftovers(state: SentenceState): void {
  const { drafts, time, amounts, counts, places, texts, jobConditions } = state
  if (time) drafts.at(-1)?.setTime(time)
  const jobs = drafts.find(({ type }) => type === 'hiring')
  const round = drafts.find(({ type }) => type === 'funding' || type === 'funding_ai')
  const needsJobs = counts.length + texts.length + jobConditions.length > 0
  if ((amounts.length > 0 && !round) || (needsJobs && !jobs)) {
    state.failed = true
    return
  }
  round?.compare('amount', amounts)
  jobs?.compare('count', counts)
  jobs?.texts.push(...texts)
  for (const [field, value] of jobConditions) jobs?.add(field, value)
  if (places.length === 0) return
  if (jobs) jobs.add('country:', ...places)
  else state.filters.add('countries', ...places)
}
