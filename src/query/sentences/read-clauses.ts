// Where clauses begin and end: verbs, nouns, "and", "or" and "not".

import { readTitle } from '../../meaning/titles/index.ts'
import type { ClauseType } from '../tree/tree.ts'
import { typeOf } from '../tree/vocabulary.ts'
import type { ClauseDraft, Joint } from './clause-draft.ts'
import { placeAt } from './company-filters.ts'
import { COMPANY_NOUNS, INDUSTRIES, INDUSTRY_NOUNS, ROUNDS, roundCondition } from './company-words.ts'
import { type FoundHead, headAt, isPageAt, isToolAt, skipArticles } from './heads.ts'
import { isJobTitle } from './read-object.ts'
import type { SentenceState } from './sentence-state.ts'
import { timeAt } from './sentence-times.ts'
import {
  AI_WORDS,
  FUNCTIONS,
  FUNDING_NOUNS,
  type Head,
  JOB_NOUNS,
  launchedAt,
  PEOPLE,
  TOOL_NOUNS,
} from './signal-words.ts'

const NEGATIONS = new Set([
  ...[
    'do not',
    'does not',
    'did not',
    'are not',
    'is not',
    'have not',
    'has not',
    'but not',
    'not',
    "don't",
    "doesn't",
  ],
  ...[
    "didn't",
    "aren't",
    "isn't",
    "haven't",
    "hasn't",
    'dont',
    'doesnt',
    'without',
    'no',
    'never',
    'except',
    'excluding',
  ],
])
const THEN = ['and then', 'then', 'followed by', 'and later', 'before']
const AND = ['and also', 'as well as', 'and', 'but', 'while', 'plus', 'yet', ',', ';', '&']
export const JOINTS: ReadonlyMap<string, Joint> = new Map<string, Joint>([
  ...THEN.map((text) => [text, 'then'] as const),
  ...AND.map((text) => [text, 'and'] as const),
  ['or', 'or'],
  ['after', 'after'],
])
const TYPE_OF: Readonly<Record<Head, ClauseType>> = {
  hiring: 'hiring',
  expanding: 'hiring',
  funding: 'funding',
  investors: 'funding',
  rumour: 'funding',
  uses: 'tool',
  adopted: 'tool',
  dropped: 'tool',
  asked: 'tool',
  launched: 'web',
  removed: 'web',
  velocity: 'velocity',
  'team growth': 'velocity',
}
/** Verbs that are names of types: with words alone they are the short form of the query language. */
const TYPE_NAMES = /^(hiring|funding|raised|raises|hires|hire|looking)$/

export function readNegation(state: SentenceState): boolean {
  const length = state.phraseLength(NEGATIONS)
  if (length === 0 || state.phraseLength(STOPPED) > 0) return false
  const head = length === 1 ? headAt(state.words, state.at) : undefined
  // "No longer using Salesforce" means that it was dropped, which is not a negation.
  if (head?.head === 'dropped') return false
  const ofJobs = state.current?.type === 'hiring' || state.drafts.at(-1)?.type === 'hiring'
  state.endClause(state.joint)
  state.isSentence = true
  state.negated = true
  if (head) return beginClause(state, head)
  state.take(length)
  // "Hiring but not for sales".
  if (ofJobs && /^(for|in)$/.test(state.word)) return beginClause(state, { head: 'hiring', length: 1 })
  // "But not HubSpot": a tool is meant.
  const from = skipArticles(state.words, state.at)
  if (headAt(state.words, state.at)) return true
  if (!isToolAt(state.words, from)) {
    // "Hiring salespeople but not engineers": jobs are meant.
    if (ofJobs && isJobAt(state, from)) return beginClause(state, { head: 'hiring', length: from - state.at })
    return true
  }
  return beginClause(state, { head: 'uses', length: from - state.at })
}

function isJobAt(state: SentenceState, from: number): boolean {
  let end = from
  while (end < state.words.length && state.phraseLength(JOINTS, end) === 0 && !headAt(state.words, end)) end++
  const said = state.words.slice(from, end)
  if (PEOPLE.has(said.at(-1) ?? '') && FUNCTIONS.of(said.slice(0, -1)) !== undefined) return true
  return isJobTitle(said) || readTitle(said.join(' ')).function !== undefined
}

export function readHead(state: SentenceState): boolean {
  if (readStopped(state) || readReplacement(state)) return true
  const found = headAt(state.words, state.at)
  if (!found) return false
  const type = state.current?.type
  const single = found.length === 1
  // "Their first sales hire", "ramping up sales hiring": a noun.
  if (single && /^hires?$/.test(state.word) && (type === 'hiring' || state.hasPending)) return false
  if (single && state.word === 'hiring' && type === 'velocity') return false
  if (!(single && TYPE_NAMES.test(state.word))) state.isSentence = true
  return beginClause(state, found)
}

const STOPPED = new Set([
  'stopped hiring',
  'no longer hiring',
  'paused hiring',
  'froze hiring',
  'hiring freeze',
  'hiring freezes',
])

/** "Stopped hiring": jobs were closed, and none like them is open. */
export function readStopped(state: SentenceState): boolean {
  const length = state.phraseLength(STOPPED)
  if (length === 0) return false
  beginClause(state, { head: 'hiring', length })
  if (state.current) state.current.stopped = true
  state.isSentence = true
  return true
}

/** "Switched from A to B", "replaced A with B": B was adopted. */
function readReplacement(state: SentenceState): boolean {
  const { current } = state
  const left = current?.type === 'tool' && current.object.length > 0 && current.shared.get('change:')?.[0] === 'dropped'
  if (!left || !/^(to|with|for|by)$/.test(state.word) || !isToolAt(state.words, state.at + 1)) return false
  const { time } = current
  beginClause(state, { head: 'adopted', length: 1 })
  if (time) state.current?.setTime(time)
  if (state.current) state.current.replaced = current
  return true
}

export function beginClause(state: SentenceState, { head, length }: FoundHead): true {
  const type = TYPE_OF[head]
  const { current } = state
  // "Raised money from Accel": one round.
  if (head === 'investors' && current?.type === 'funding' && current.object.length === 0) {
    state.take(length)
    readInvestors(state, current)
    return true
  }
  // "Jobs asking for Kubernetes": the tool is what they ask for.
  if (head === 'asked' && current?.type === 'hiring' && current.isBare) state.drafts.pop()
  if (state.hasPending) state.readCompanyWords(false)
  // "AI SDR hiring": the words before the verb are the job.
  if (state.hasPending && type !== 'hiring') state.readCompanyWords(true)
  if (state.hasPending && (type !== 'hiring' || state.sawCompany)) state.rejectPending()
  const before = state.takePending()
  const next = skipArticles(state.words, state.at + length)
  const draft = state.begin((head === 'uses' || head === 'adopted') && isPageAt(state.words, next) ? 'web' : type)
  for (const words of before) draft.object.push(...words)
  if (head === 'launched' || head === 'removed' || head === 'dropped') draft.add('change:', head)
  if (head === 'adopted') draft.add('change:', draft.type === 'web' ? 'launched' : 'adopted')
  if (head === 'asked') draft.add('basis:', 'asked')
  if (head === 'rumour') draft.add('rumour:', 'true')
  state.take(length)
  draft.afterPreposition = /^(for|in)$/.test(state.words[state.at - 1] ?? '')
  if (head === 'expanding') readExpansion(state, draft)
  if (head === 'investors') readInvestors(state, draft)
  return true
}

const ABROAD = /^(a|new|other|more|foreign|markets?|countr(y|ies)|abroad)$/

function readExpansion(state: SentenceState, draft: ClauseDraft): void {
  draft.add('newCountry:', 'true')
  const the = state.word === 'the' ? 1 : 0
  const place = placeAt(state.tokens, state.words, state.at + the)
  if (place) {
    draft.add('country:', ...place.values)
    state.addPlaces = (values) => draft.add('country:', ...values)
    state.take(the + place.length)
    return
  }
  if (!ABROAD.test(state.word)) state.failed = true
  while (ABROAD.test(state.word)) state.take(1)
}

function readInvestors(state: SentenceState, draft: ClauseDraft): void {
  const names: string[] = []
  while (!state.ended && state.phraseLength(JOINTS) === 0 && !headAt(state.words, state.at)) {
    if (timeAt(state.tokens, state.words, state.at, state.context.today)) break
    names.push(state.word)
    state.take(1)
  }
  if (names.length === 0) state.failed = true
  else draft.add('investors ~', names.join(' '))
}

/** "And", "or", a comma: another clause, or another value of this one. */
export function readJoint(state: SentenceState): boolean {
  const length = state.phraseLength(JOINTS)
  if (length === 0) return false
  const phrase = state.words.slice(state.at, state.at + length).join(' ')
  const joint = JOINTS.get(phrase) as Joint
  state.take(length)
  // ", and": one joint.
  if ((phrase === ',' || phrase === ';') && state.phraseLength(JOINTS) > 0) return true
  state.isSentence ||= joint !== 'and' || phrase.length > 1
  const the = state.word === 'the' || state.word === 'in' ? 1 : 0
  const place = state.addPlaces && placeAt(state.tokens, state.words, state.at + the)
  if (place && state.addPlaces) {
    state.addPlaces(place.values)
    return state.take(the + place.length)
  }
  if (joint === 'then' || joint === 'after' || startsClause(state)) {
    state.endClause(joint)
    return true
  }
  const value = joint === 'or' ? 'or' : 'and'
  if (!state.current) {
    state.pending.push([])
    if (value === 'or') state.pendingJoint = 'or'
    return true
  }
  if (ROUNDS.at(state.words, state.at) && state.current.type === 'funding') return true
  // "Hiring in Germany or IT support": what is the alternative of what?
  if (value === 'or' && state.current.object.length === 0) state.failed = true
  if (state.current.object.length > 0) state.current.objects.push([])
  if (value === 'or') state.current.objectJoint = 'or'
  return true
}

/** Whether the words after a joint are a clause of their own: a verb, a negation, or a noun with its words. */
function startsClause(state: SentenceState): boolean {
  let at = state.at
  while (/^(are|is|that|who|which|also|currently|now|have|has|recently|just|newly)$/.test(state.words[at] ?? '')) {
    if (headAt(state.words, at)) return true
    at++
  }
  if (headAt(state.words, at) || state.phraseLength(NEGATIONS, at) > 0) return true
  if (typeOf([state.words[at] ?? ''])) return true
  // "Raised a series A and SDR jobs": the noun follows its words.
  if (state.current?.type === 'hiring') return false
  for (let i = at; i < state.words.length; i++) {
    const word = state.words[i] ?? ''
    if (JOB_NOUNS.has(word)) return state.current !== undefined
    if (state.phraseLength(JOINTS, i) > 0 || headAt(state.words, i)) return false
  }
  return false
}

/** Nouns that name a type, preceded by what they are about. */
export function readNoun(state: SentenceState): boolean {
  const { word, current } = state
  if (JOB_NOUNS.has(word)) return readJobNoun(state)
  if (FUNDING_NOUNS.has(word)) {
    if (current?.type === 'funding' || current?.type === 'funding_ai') return state.take(1)
    if (!current && beginRound(state)) return state.take(1)
    const [only] = state.pending
    const ai = only?.length === 1 && AI_WORDS.has(state.words[only[0] ?? -1] ?? '')
    if (ai) state.pending = [[]]
    if (current || (state.hasPending && !ai)) return false
    state.isSentence ||= word !== 'funding' || ai
    state.begin('funding')
    if (ai && state.current) state.current.type = 'funding_ai'
    return state.take(1)
  }
  if (/^(launch|launches|releases|rollouts)$/.test(word)) return readLaunches(state)
  if (!TOOL_NOUNS.has(word) || current || !state.hasPending) return false
  // "German Shopify shops": a fact about the company, then the tool.
  if (state.pending.flat().some((at) => isToolAt(state.words, at))) state.readCompanyWords(true)
  const [first = []] = state.pending
  if (!isToolAt(state.words, first[0] ?? -1)) return false
  const joint = state.pendingJoint
  const objects = state.takePending()
  const draft = state.begin('tool')
  draft.objects.splice(0, 1, ...objects)
  draft.objectJoint = joint
  if (word === 'adopters') draft.add('change:', 'adopted')
  state.isSentence = true
  state.aboutCompany = true
  return state.take(1)
}

/** "AI product launches": preceded by what was launched. */
function readLaunches(state: SentenceState): boolean {
  const [said = [], another] = state.pending.map((list) => list.map((at) => state.words[at] ?? ''))
  const page = launchedAt(said, 0)
  if (state.current || another || !page || page.length !== said.length) return false
  state.takePending()
  const draft = state.begin('web')
  draft.add('kind:', page.value)
  draft.add('change:', 'launched')
  state.isSentence = true
  return state.take(1)
}

/** "Fresh series A", "seed rounds": the unassigned words are a round. */
export function beginRound(state: SentenceState): boolean {
  const rounds = state.pending.map((list) => ROUNDS.of(list.map((at) => state.words[at] ?? '')))
  if (!rounds.every((round) => round !== undefined)) return false
  state.takePending()
  const draft = state.begin('funding')
  for (const round of rounds) draft.add(...roundCondition(round))
  state.isSentence = true
  return true
}

function readJobNoun(state: SentenceState): boolean {
  const { current, word } = state
  if (current?.type === 'hiring' || current?.type === 'velocity') {
    if (current.object.length === 0) return state.take(1)
    current.object.push(word)
    return state.take(1)
  }
  if (current) return false
  state.isSentence ||= state.hasPending || !/^(jobs|roles|openings|positions|vacancies|hires|hire)$/.test(word)
  const joint = state.pendingJoint
  const objects = state.takePending()
  const draft = state.begin('hiring')
  if (objects.length > 0) draft.objects.splice(0, 1, ...objects.map((words) => [...words, word]))
  draft.objectJoint = joint
  return state.take(1)
}

/** "Accel-backed startups" raised a round from Accel. */
function readBackers(state: SentenceState): void {
  const said = state.pending.flat().map((at) => state.words[at] ?? '')
  if (state.current || said.length < 2 || said.at(-1) !== 'backed' || /^(venture|vc|pe)$/.test(said.at(-2) ?? ''))
    return
  state.takePending()
  state.begin('funding').add('investors ~', said.slice(0, -1).join(' '))
}

/** "Fintech companies", "banks". Words before it are facts about the company. */
export function readCompanyNoun(state: SentenceState): boolean {
  const { word, current } = state
  const isIndustry = INDUSTRY_NOUNS.has(word)
  if (!isIndustry && !COMPANY_NOUNS.has(word)) return false
  // "Account", "team" and "lead" are words of titles.
  if (
    current &&
    current.type !== 'funding' &&
    !isIndustry &&
    current.object.length > 0 &&
    !/^(companies|startups|firms)$/.test(word)
  ) {
    return false
  }
  if (current && current.object.length > 0) {
    const length = current.object.length
    current.object.length = 0
    state.pending = [Array.from({ length }, (_, i) => state.at - length + i)]
  }
  readBackers(state)
  if (isIndustry) state.filters.add('industries', INDUSTRIES.of([word]) ?? word)
  if (state.hasPending) state.readCompanyWords(true)
  state.isSentence = true
  state.sawCompany = true
  state.aboutCompany = true
  return state.take(1)
}
