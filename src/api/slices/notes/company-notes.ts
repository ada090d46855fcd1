// A slice's notes about one company: its templates, filled from the company's facts. The same facts on the same UTC day give
// the same texts, so a dossier stays valid for a day.

import { fillNote, parseNote, type Sentence, slotsOf } from './note-template.ts'
import { certain, type SlotContext } from './slot-context.ts'
import { slotNamed, slotProblem } from './slots.ts'

type FillSlots = Parameters<typeof fillNote>[1]

/** The notebook of a slice, read. */
export interface NoteTemplates {
  readonly whyNow: readonly Sentence[]
  readonly talkingPoints: readonly (readonly Sentence[])[]
  /** Whom to approach: the first sentence that is filled is said. */
  readonly approach: readonly Sentence[]
  /** What is missing to a company that has a part of it. */
  readonly opens: readonly Sentence[]
}

export interface CompanyNotes {
  /** Sentences. */
  readonly whyNow: readonly string[]
  readonly talkingPoints: readonly string[]
  /** The role that likely owns the problem. Empty: unknown. */
  readonly approach: string
}

/** A seller reads two sentences before a call and remembers four points. Authors put the most important first. */
const MAX_FACTS = 2
export const MAX_POINTS = 4
/** What else is known, for notes that would say little: a slice's own texts come first. */
const ELSE = [
  'They have {hiring.count}[, among them {hiring.unlike}][; {hiring.focus}].',
  'They have been looking for {hiring.seeking}.',
  'Other open jobs: {hiring.unlike}.',
  'New here: {tools.new}.',
  'In use: {tools.known}.',
  'Likely in use: {tools.likely}[; a job ad says: {tools.said}].',
  'On the website: {pages.known}.',
].flatMap((text) => parseNote(text).sentences)
/** Also said of a company in no window. */
export const NEW_COUNTRY = 'Among the first jobs seen there: {country.new}.'
export const ASK_NEW_COUNTRY =
  'You are hiring for {country.new}: what has to work there on the first day (payroll, contracts, first customers)?'
export const ASK_NEW_FEATURE = 'Your website shows {pages.feature}: who uses it so far, and what do they ask for?'

/** News for which there is no window of its own, or none yet: said in the first notes, however much these say. */
const NEWS = [NEW_COUNTRY, 'New on the website: {pages.featured}.'].flatMap((text) => parseNote(text).sentences)
const NEWS_POINTS = [ASK_NEW_COUNTRY, ASK_NEW_FEATURE].map((text) => parseNote(text).sentences)
/** From this many points on, these are left out. */
const MANY_POINTS = 3
/** Begins a talking point that anybody could be asked: it is said only if there are fewer than this of others. */
const FALLBACK = 'Otherwise: '
const ENOUGH_POINTS = 2

/** `types` are those of the query's positive clauses. */
export function readNote(
  text: string,
  types: readonly string[],
  onProblem: (message: string) => void,
): readonly Sentence[] {
  const { sentences, problems } = parseNote(text)
  const wrong = [...new Set(slotsOf(sentences))].flatMap((name) => slotProblem(name, types) ?? [])
  for (const problem of [...problems, ...wrong]) onProblem(problem)
  return sentences
}

export interface NoteOptions {
  /** What the company's other notes say. */
  readonly said?: Set<string>
  readonly maxPoints?: number
  /** With fewer facts, the rest of what is known is added, up to this many. */
  readonly minFacts?: number
}

/**
 * A talking point without a sentence is left out. What was `said` in notes about the company isn't repeated, nor another
 * question about the same fact, nor a sentence of facts that were all said, except the first sentence: that one goes without
 * the parts that are known by now.
 */
export function notesAbout(templates: NoteTemplates, context: SlotContext, options: NoteOptions = {}): CompanyNotes {
  return filledWith(templates, (slot) => slotNamed(slot)?.fill(context), options)
}

/** With the examples of the slots: what the notes about a company look like. */
export function exampleNotes(templates: NoteTemplates): CompanyNotes {
  return filledWith(templates, (name) => {
    const slot = slotNamed(name)
    return slot?.isOfGuess ? undefined : certain(slot?.example)
  })
}

function filledWith(
  templates: NoteTemplates,
  fill: FillSlots,
  { said = new Set(), maxPoints = MAX_POINTS, minFacts = 0 }: NoteOptions = {},
): CompanyNotes {
  const values = new Map<string, ReturnType<typeof fill>>()
  const slotValue = (slot: string) => {
    if (!values.has(slot)) values.set(slot, fill(slot))
    return values.get(slot)
  }
  const isNew = (text: string) => !said.has(text) && said.add(text) !== undefined
  const whyNow = whyNowOf(templates, slotValue, said, minFacts)
  const talkingPoints: string[] = []
  const openings: string[] = []
  const isForAll = (point: readonly Sentence[]) => point[0]?.[0]?.pieces[0]?.text.startsWith(FALLBACK) === true
  const own = Object.groupBy(templates.talkingPoints, (point) => (isForAll(point) ? 'forAll' : 'specific'))
  const news = minFacts > 0 ? NEWS_POINTS : []
  for (const point of [...(own.specific ?? []), ...news, ...(own.forAll ?? [])]) {
    const isFallback = isForAll(point)
    if (isFallback && talkingPoints.length >= ENOUGH_POINTS) continue
    if (NEWS_POINTS.includes(point) && talkingPoints.length >= MANY_POINTS) continue
    const sentences = fillNote(point, slotValue)
    const texts = sentences.map(({ text }) =>
      isFallback && text.startsWith(FALLBACK) ? text.slice(FALLBACK.length) : text,
    )
    const text = texts.join(' ')
    const subjects = sentences.flatMap((sentence) => sentence.subjects.map((subject) => `asked: ${subject}`))
    if (text === '' || talkingPoints.length >= maxPoints || subjects.some((subject) => said.has(subject))) continue
    const opening = openingOf(text)
    // How long it is sought is no second subject of a job that was just asked about.
    const title = subjects.includes(LONG_SEARCH) ? /“[^“”]+”/.exec(opening)?.[0] : undefined
    if (title !== undefined && openings.some((each) => each.includes(title))) continue
    if (!isNew(`${opening}?`)) continue
    openings.push(opening)
    for (const subject of subjects) said.add(subject)
    talkingPoints.push(sentences.some(({ isGuess }) => isGuess) ? asUncertain(text) : text)
  }
  const [role] = fillNote(templates.approach, slotValue).filter(({ hasFact }) => hasFact)
  const approach = role ? asGuess(role.text) : ''
  return { whyNow, talkingPoints, approach: approach !== '' && isNew(approach) ? approach : '' }
}

function whyNowOf({ whyNow }: NoteTemplates, slotValue: FillSlots, said: Set<string>, minFacts: number): string[] {
  const texts: string[] = []
  const told: string[] = []
  let count = 0
  const say = (text: string, facts: readonly string[]) => {
    if (facts.length > 0) count++
    told.push(...facts.filter((fact) => fact.length >= MIN_FACT))
    said.add(text)
    texts.push(text)
  }
  const isKnown = (fact: string) => said.has(factKey(fact))
  const isNewTopic = (topics: readonly string[]) => !topics.some((topic) => said.has(topicKey(topic)))
  const saySentence = (text: string, facts: readonly string[], topics: readonly string[]) => {
    say(text, facts)
    for (const topic of topics) said.add(topicKey(topic))
  }
  for (const { text, isGuess, hasFact, facts, topics } of fillNote(whyNow, slotValue, isKnown)) {
    const sentence = isGuess ? asGuess(text) : text
    const isRepeated = count > 0 && (said.has(sentence) || facts.every(isKnown) || !isNewTopic(topics))
    if (!hasFact || (count < MAX_FACTS && !isRepeated)) saySentence(sentence, facts, topics)
  }
  for (const { text, facts, topics } of minFacts > 0 ? fillNote(NEWS, slotValue) : []) {
    if (!facts.every(isKnown)) saySentence(text, facts, topics)
  }
  // A list counts as told if each of its names is.
  const isToldOf = (fact: string) =>
    isKnown(fact) || fact.split(/, | and /).every((name) => texts.some((text) => text.includes(name)))
  const untold = (slot: string) => {
    const value = slotValue(slot)
    if (!value?.list) return value
    const names = value.list.names.filter((name) => !texts.some((text) => text.includes(name)))
    const rest = names.length === value.list.names.length ? value : certain(value.list.write(names))
    return rest && { ...rest, ...(value.topic !== undefined && { topic: value.topic }) }
  }
  for (const sentence of ELSE) {
    const [filled] = fillNote([sentence], untold, isToldOf)
    if (!filled) continue
    const { text, isGuess, facts, topics } = filled
    if (count < minFacts && !isGuess && !isToldOf(facts[0] ?? '') && isNewTopic(topics))
      saySentence(text, facts, topics)
  }
  for (const fact of told) said.add(factKey(fact))
  return texts
}

/** A shorter text, such as a count, says the same of different facts. */
const MIN_FACT = 4
const topicKey = (topic: string) => `topic: ${topic}`
const factKey = (fact: string) => `fact: ${fact.replace(/^(?:an?|the) /, '')}`

/** The fact that a question is about: "You run HubSpot CRM: …". */
function openingOf(point: string): string {
  let isQuoted = false
  for (let at = 0; at < point.length; at++) {
    if (point[at] === '“') isQuoted = true
    else if (point[at] === '”') isQuoted = false
    else if (!isQuoted && point.startsWith(': ', at)) return point.slice(0, at)
  }
  return point
}

const LONG_SEARCH = 'asked: a long search'

const GUESS = 'Likely:'
/** A role is never stated: it is inferred. */
const asGuess = (text: string) =>
  text.startsWith(GUESS) ? text : `${GUESS} ${text.replace(FIRST_WORD, (word) => word.toLowerCase())}`
/** After "Likely:" it is no longer the first word. Names keep their capitals. */
const FIRST_WORD = /^(?:The|Their|They|It|An?|In|No|New|Other|Opened|Raised|Also)(?= )/
/** A talking point about a fact that is a guess says so before it asks. */
function asUncertain(text: string): string {
  if (text.startsWith('You seem')) return text
  return text.startsWith('You ')
    ? `Likely, not certain: ${text.replace(/^You/, 'you')}`
    : `If that is right: ${text.replace(FIRST_QUESTION_WORD, (word) => word.toLowerCase())}`
}
const FIRST_QUESTION_WORD = /^(?:Who|What|Which|Where|Is|Are|Does|Do|How|Will|Would|Should|The)(?= )/
