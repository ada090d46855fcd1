// What there is to say about a company that is in no slice: its own facts, questions about them, and what would open a window.
// It states no reason to call now, because there is none.

import type { EmployerKind } from '../../closed-sets/signals.ts'
import { postsOwnJobs } from '../../meaning/companies/index.ts'
import { admits } from './admits.ts'
import type { Slice } from './definition/definition.ts'
import { ASK_NEW_COUNTRY, ASK_NEW_FEATURE, NEW_COUNTRY } from './notes/company-notes.ts'
import { fillNote, parseNote, type Sentence } from './notes/note-template.ts'
import type { SlotContext } from './notes/slot-context.ts'
import { slotNamed } from './notes/slots.ts'

export interface QuietNotes {
  /** Sentences: what changed last, what is open, rounds, tools and pages, and what is not monitored. */
  readonly known: string
  /** A sentence for each slice of which a part is there. */
  readonly opens: readonly string[]
  readonly talkingPoints: readonly string[]
}

/** Of each group the first text that its facts fill. */
const KNOWN = [
  ['They have been looking for {hiring.vacant}.'],
  [
    'They have {hiring.count}[, {hiring.focus}][, {hiring.burst}][; the newest: {hiring.latest}].',
    'They are hiring for {hiring.latest}.',
    'All open jobs are junior, internships or temporary: {hiring.passing}.',
    'No job was open on {hiring.quiet}; the last one known is {hiring.last}.',
    'The last job known is {hiring.last}.',
  ],
  ['Where: {hiring.places}.'],
  ['They have been looking for {hiring.seeking}.'],
  [NEW_COUNTRY],
  ['New here: {tools.new}.'],
  ['A job ad says: {tools.moveSaid}.'],
  ['No longer in use: {tools.gone}.'],
  ['New on the website: {pages.new}.'],
  [
    'The last round known is {round.summary}, on {round.date}[, with {round.investors}].',
    'The last round known is {round.last}.',
  ],
  ['Money that is no equity round: {money.other}.'],
  ['In use: {tools.known}.'],
  ['Likely in use: {tools.likely}[; a job ad says: {tools.said}].'],
  ['They hire for skills in {tools.asked}; whether they use it is not known.'],
  ['On the website: {pages.known}.'],
].map((group) => group.map(read))

const NEWS = read('Nothing new has been seen here since {news.last}.')
/** Without monitoring, absence means nothing. Stated after a fact, never on its own. */
const UNKNOWN = read('Not monitored here: {unmonitored}.')

const QUESTIONS = [
  ['Your ad speaks of a move {tools.move}: how far along are you?'],
  [
    'You have posted {hiring.batch}: what is behind that, and by when should they start?',
    'You have been looking for {hiring.vacant}: who decides in the meantime, and what waits?',
    'You have {hiring.repeated}: which of them has to be filled first, and what waits for it?',
    'You have been looking for {hiring.pair}: which of the two would you fill first, and what waits for both?',
    'You have been looking for {hiring.seeking}: {hiring.question}?',
  ],
  // Where a leader is missing, or a job several times, that was asked first.
  [
    'You have {hiring.repeated}: which of them has to be filled first, and what waits for it?',
    'You have been looking for {hiring.pair}: which of the two would you fill first, and what waits for both?',
    'You have been looking for {hiring.seeking}: {hiring.question}?',
  ],
  [ASK_NEW_COUNTRY],
  [ASK_NEW_FEATURE],
  ['You are hiring for {hiring.ai}: what will they build, and what will you buy?'],
  [
    'You seem to have started with {tools.started}: who asked for it, and what is it to solve?',
    'You stopped using {tools.stopped}: what takes its place?',
  ],
  [
    'You run {uses.crm}: what does your team work around in it?',
    'You answer customers in {uses.customer_support}: which questions come up most?',
    'You keep data in {uses.data_warehouse}: which figures are still made by hand?',
    'You send campaigns with {uses.marketing_automation}: which ones do you still put together by hand?',
    'You send mail with {uses.email_delivery}: who decides what goes out, and when?',
    'You run {uses.hr} for HR: which lists about people are kept outside it?',
    'You report with {uses.business_intelligence}: which figures does nobody trust?',
    'You run {uses.erp}: what is still typed in twice?',
    'You use {ai.tool}: {ai.question}?',
    'Your ads name {tools.advertised}: what works well there, and what does not?',
    'You hire for skills in {tools.asked}: is that what the team works with today?',
  ],
  ['You are hiring most in {hiring.area}: which plan is behind that, and what does it need besides people?'],
  ['You raised {round.summary} in {round.month}: what of its plan is still ahead?'],
  ['You were looking for {hiring.past}: was that job filled?'],
  ['You have {pages.known} on your website: who uses it, and what do they ask for next?'],
].map((group) => group.map(read))
/** Could be asked in many companies, so only where there is hardly anything else to ask. */
const LAST_QUESTIONS = [
  ['You are hiring for {hiring.one}: {hiring.oneQuestion}?'],
  ['You run on {uses.cloud}: who looks at what it costs?'],
].map((group) => group.map(read))

const MAX_OPENS = 2
const MAX_QUESTIONS = 3
const ENOUGH_QUESTIONS = 2

/** Undefined if nothing is known. The jobs of agencies and marketplaces are other employers': they are left out. */
export function quietNotesOf(
  slices: readonly Slice[],
  { signals, coverage, ...known }: Omit<SlotContext, 'windowDays' | 'windowEndsAt' | 'matches'>,
  employerKind: EmployerKind,
): QuietNotes | undefined {
  const isOwn = postsOwnJobs(employerKind)
  const { hiring, ...others } = coverage
  const whole: SlotContext = {
    ...known,
    ...{ signals, coverage, windowDays: 0, windowEndsAt: known.asOf, matches: [] },
  }
  const context: SlotContext = {
    ...whole,
    signals: isOwn ? signals : signals.filter(({ type }) => type !== 'hiring'),
    coverage: { ...others, ...(isOwn && hiring && { hiring }) },
  }
  const facts = [...new Set(KNOWN.flatMap(firstIn(context)))]
  if (facts.length === 0) return undefined
  const opens = slices
    .filter((slice) => slice.definition.parameter === undefined && admits(slice, employerKind))
    .flatMap(({ notes, definition: { windowDays } }) => firstIn({ ...context, windowDays })([notes.opens]))
  const asked: string[] = []
  const questions = QUESTIONS.flatMap(firstIn(context, asked))
  return {
    known: [...firstIn(whole)([NEWS]), ...facts, ...firstIn(whole)([UNKNOWN])].join(' '),
    opens: opens.slice(0, MAX_OPENS),
    talkingPoints: [
      ...questions,
      ...(questions.length < ENOUGH_QUESTIONS ? LAST_QUESTIONS.flatMap(firstIn(context, asked)) : []),
    ].slice(0, MAX_QUESTIONS),
  }
}

/**
 * Of a group, the first sentence that is filled. A guess is left out, unless the text itself says that it is one, and so is what
 * begins with the same fact as one that was `said` before, or is of the same topic: the jobs of one function.
 */
function firstIn(context: SlotContext, said?: string[]): (group: readonly (readonly Sentence[])[]) => string[] {
  const slotValue = (slot: string) => slotNamed(slot)?.fill(context)
  const isSaid = (fact: string) => {
    const titles = said ? (fact.match(/“[^“”]+”/g) ?? []) : []
    const areAsked = titles.length > 0 && titles.every((title) => said?.some((each) => each.includes(title)))
    return areAsked || said?.some((each) => withoutArticle(each).startsWith(withoutArticle(fact)))
  }
  const isToldTopic = (topic: string) => said?.includes(topicKey(topic)) === true
  const isNew = (facts: readonly string[]) => !facts.some(isSaid)
  return (group) => {
    for (const sentences of group) {
      const [first] = fillNote(sentences, slotValue).filter(
        ({ hasFact, isGuess, facts, topics }) => hasFact && !isGuess && isNew(facts) && !topics.some(isToldTopic),
      )
      if (!first) continue
      said?.push(...first.facts, ...first.topics.map(topicKey))
      return [first.text]
    }
    return []
  }
}

const topicKey = (topic: string) => `topic: ${topic}`
const withoutArticle = (fact: string) => fact.replace(/^an? /, '')

function read(text: string): readonly Sentence[] {
  return parseNote(text).sentences
}
