// What narrows a clause or the companies: times, numbers, places, rounds, and how a job is done.

import { companyWordAt, isAmbiguousPlace, placeAt } from './company-filters.ts'
import { INDUSTRIES, ROUNDS, roundCondition } from './company-words.ts'
import { headAt, isToolAt } from './heads.ts'
import { JOINTS } from './read-clauses.ts'
import { employeesFrom, type Quantity, quantityAt } from './sentence-numbers.ts'
import type { SentenceState } from './sentence-state.ts'
import { timeAt } from './sentence-times.ts'
import { EMPLOYMENT, FUNCTIONS, FUNDING_NOUNS, JOB_NOUNS, POSTED, TOOL_NOUNS, WORKPLACES } from './signal-words.ts'

const OUTSIDE = new Set([
  ...['outside of', 'outside', 'not in', 'but not in', 'not based in', 'not from', 'non'],
  ...['except in', 'except', 'excluding', 'but not'],
])
const COMPANY_PLACES = new Set(['headquartered in', 'hq in', 'based in', 'located in', 'headquarters in', 'from'])
const PLACES = new Set(['anywhere in', 'across', 'in', 'within', 'at'])
const FAST = new Set([
  ...[
    'fast',
    'quickly',
    'rapidly',
    'aggressively',
    'heavily',
    'ramping up',
    'accelerating',
    'taking off',
    'picking up',
  ],
  ...['speeding up', 'surging', 'like crazy', 'faster', 'much faster', 'than before', 'than usual', 'than ever'],
])
const FIRST_TIME = /^for (?:the|their|its) (?:very )?first time(?= |$)/
const ENDED = new Set(['closed', 'expired', 'filled', 'ended'])

export function readOutside(state: SentenceState): boolean {
  const length = state.phraseLength(OUTSIDE)
  if (length === 0) return false
  const phrase = state.words.slice(state.at, state.at + length).join(' ')
  const the = state.words[state.at + length] === 'the' ? 1 : 0
  const place = placeAt(state.tokens, state.words, state.at + length + the)
  if (!place) return false
  state.isSentence = true
  // "Hiring in Europe but not in Germany" is about the jobs.
  const clause = state.current ?? (/^(,|but)$/.test(state.words[state.at - 1] ?? '') ? state.drafts.at(-1) : undefined)
  const ofJobs = clause?.type === 'hiring' && !state.aboutCompany && /^(but|not in|except|excluding)/.test(phrase)
  if (ofJobs) state.addPlaces = (values) => clause.add('country !:', ...values)
  else state.addPlaces = (values) => state.filters.add('countriesNot', ...values)
  state.addPlaces(place.values)
  return state.take(length + the + place.length)
}

export function readTime(state: SentenceState): boolean {
  const time = timeAt(state.tokens, state.words, state.at, state.context.today)
  if (!time) return false
  state.isSentence = true
  const { current } = state
  if (current?.joint === 'then' && state.word === 'within' && time.withinDays !== undefined) {
    current.stepDays = time.withinDays
  } else if (current && !(time.vague && headFollows(state, state.at + 1))) {
    if (current.time && !current.time.vague && !time.vague) return fail(state)
    current.setTime(time)
  } else if (!state.time || state.time.vague) state.time = time
  return state.take(time.length)
}

/** Whether a clause begins before the next "and" or comma. */
function headFollows(state: SentenceState, from: number): boolean {
  const isFunding = state.current?.type === 'funding'
  for (let i = from; i < state.words.length && state.phraseLength(JOINTS, i) === 0; i++) {
    // "With fresh funding hiring SDRs": the noun of this clause comes first.
    if (isFunding && FUNDING_NOUNS.has(state.words[i] ?? '')) return false
    if (headAt(state.words, i) || TOOL_NOUNS.has(state.words[i] ?? '')) return true
  }
  return false
}

export function readQuantity(state: SentenceState): boolean {
  const { current } = state
  const ofRound = current?.type === 'funding' || current?.type === 'funding_ai'
  const found = quantityAt(state.words, state.at, ofRound)
  if (!found) return false
  const ofJobs = current?.type === 'hiring' && !state.aboutCompany && current.object.length === 0
  const people = state.words[state.at + found.length - 1] === 'people'
  // "Hiring 30" can be a time or a number of jobs, "hiring 100 employees" a number of jobs or the size of the company.
  const isLast = state.at + found.length === state.words.length
  if (ofJobs && found.kind === 'number' && isLast && /^\d+$/.test(state.word)) return fail(state)
  if (ofJobs && found.kind === 'employees' && !people && isLast) return fail(state)
  if (found.kind === 'employees' && !(ofJobs && people)) {
    state.filters.setEmployees(employeesFrom(found.bounds))
    // "Using HubSpot with less than 500 employees"
    if (current && /^(with|of|at|from)$/.test(current.object.at(-1) ?? '')) current.object.pop()
  } else if (found.kind === 'amount' && ofRound) current?.compare('amount', found.bounds)
  else if (found.kind === 'amount') state.amounts = found.bounds
  else if (ofJobs) current?.compare('count', found.bounds)
  else if (current?.type === 'tool' && current.object.length === 0 && found.kind === 'number') {
    return readToolCount(state, found)
  } else if (!current && jobsFollow(state)) state.counts = found.bounds
  else return false
  state.isSentence = true
  return state.take(found.length)
}

/** "At least 3 AI tools", "5 tools". "Tools" alone adds nothing. */
function readToolCount(state: SentenceState, { bounds, length }: Quantity): boolean {
  const next = state.at + length
  const bare = /^tools?$/.test(state.words[next] ?? '')
  if (!bare && !isToolAt(state.words, next)) return false
  state.current?.compare('count', bounds)
  state.isSentence = true
  return state.take(length + (bare ? 1 : 0))
}

function jobsFollow(state: SentenceState): boolean {
  for (let i = state.at; i < state.words.length; i++) {
    if (JOB_NOUNS.has(state.words[i] ?? '')) return true
    if (headAt(state.words, i)) return false
  }
  return false
}

export function readPlace(state: SentenceState): boolean {
  const ofCompany = state.phraseLength(COMPANY_PLACES)
  const length = ofCompany || state.phraseLength(PLACES)
  if (length === 0) return false
  const the = state.words[state.at + length] === 'the' ? 1 : 0
  const from = state.at + length + the
  const place = placeAt(state.tokens, state.words, from)
  if (place) {
    state.isSentence = true
    addPlace(state, ofCompany > 0)
    state.addPlaces?.(place.values)
    return state.take(length + the + place.length)
  }
  if (state.word === 'in' && isAmbiguousPlace(state.words[from] ?? '') && state.words[from] !== 'ai') return fail(state)
  return readNewCountry(state, from) || readPartOrCity(state, from, length + the)
}

/** The parser of the query language reads the text, and reports what is wrong with it. */
function fail(state: SentenceState): true {
  state.failed = true
  return true
}

function addPlace(state: SentenceState, ofCompany: boolean): void {
  const { current, filters } = state
  // "Engineers based in Spain" are jobs there, "hiring and based in Spain" is a company.
  const based =
    ofCompany &&
    (state.word === 'from' || /^(head|hq)/.test(state.word) || state.phraseLength(JOINTS, state.at - 1) > 0)
  const isJob = current?.type === 'hiring' && !state.aboutCompany && !based
  if (isJob) state.addPlaces = (values) => current.add('country:', ...values)
  else if (current || state.aboutCompany || ofCompany) state.addPlaces = (values) => filters.add('countries', ...values)
  else state.addPlaces = (values) => state.places.push(...values)
}

function readNewCountry(state: SentenceState, from: number): boolean {
  const at = state.words[from] === 'a' ? from + 1 : from
  if (state.words[at] !== 'new' || !/^(countr(y|ies)|markets?)$/.test(state.words[at + 1] ?? '')) return false
  if (state.current?.type !== 'hiring') return false
  state.isSentence = true
  state.current.add('newCountry:', 'true')
  return state.take(at + 2 - state.at)
}

/** "Hiring in sales", "jobs in fintech", "hiring in Berlin". */
function readPartOrCity(state: SentenceState, from: number, skipped: number): boolean {
  const { current } = state
  const part = FUNCTIONS.at(state.words, from)
  if (part && (current?.type === 'hiring' || current?.type === 'velocity') && current.object.length === 0) {
    current.afterPreposition = true
    current.object.push(...state.words.slice(from, from + part.length))
    state.isSentence = true
    return state.take(skipped + part.length)
  }
  const fact = companyWordAt(state.tokens, state.words, from, state.context.isIndustry)
  if (fact?.filter === 'industries' && !part) {
    state.filters.add('industries', ...fact.values)
    state.isSentence = true
    return state.take(skipped + fact.length)
  }
  return readCity(state, from)
}

/** A city is words of the job: companies are known by their country only. */
function readCity(state: SentenceState, from: number): boolean {
  if (state.word !== 'in' && state.word !== 'based') return false
  if (state.current && state.current.type !== 'hiring') return false
  const words: string[] = []
  for (let i = from; i < state.words.length; i++) {
    const ends = state.phraseLength(JOINTS, i) > 0 || headAt(state.words, i) || state.phraseLength(PLACES, i) > 0
    const word = state.words[i] ?? ''
    if (ends || JOB_NOUNS.has(word) || POSTED.has(word) || timeAt(state.tokens, state.words, i, state.context.today))
      break
    words.push(state.words[i] ?? '')
  }
  if (words.length === 0 || words.length > 3) return false
  const texts = state.current?.texts ?? state.texts
  texts.push(words)
  return state.take(from + words.length - state.at)
}

/** How a job is done, and its status. */
export function readJobCondition(state: SentenceState): boolean {
  const { current } = state
  const open = current === undefined || current.type === 'hiring'
  if (open && !state.aboutCompany) {
    const workplace = WORKPLACES.at(state.words, state.at)
    const employment = EMPLOYMENT.at(state.words, state.at)
    const found = workplace ?? employment
    if (found) {
      state.isSentence ||= state.word === 'remotely'
      const field = workplace ? 'workplaceType:' : 'employmentType:'
      if (current) current.add(field, found.value)
      else state.jobConditions.push([field, found.value])
      return state.take(found.length)
    }
  }
  const firstTime = FIRST_TIME.exec(state.words.slice(state.at, state.at + 5).join(' '))?.[0]
  if (firstTime !== undefined && current?.type === 'hiring') {
    // "Hiring in Poland for the first time" is about the country, "hiring sales in Poland for the first time" about sales.
    current.add(
      current.object.length === 0 && state.places.length + current.shared.size > 0 ? 'newCountry:' : 'first:',
      'true',
    )
    state.isSentence = true
    return state.take(firstTime.split(' ').length)
  }
  if (ENDED.has(state.word) && (jobsFollow(state) || current?.type === 'hiring')) {
    if (current) current.closed = true
    else state.closed = true
    state.isSentence = true
    return state.take(1)
  }
  const fast = state.phraseLength(FAST)
  if (fast > 0 && (current?.type === 'hiring' || current?.type === 'velocity')) {
    current.type = 'velocity'
    state.isSentence = true
    return state.take(fast)
  }
  return false
}

export function readRound(state: SentenceState): boolean {
  const { current } = state
  if (current?.type !== 'funding' && current?.type !== 'funding_ai') return false
  const round = ROUNDS.at(state.words, state.at)
  if (round) {
    current.add(...roundCondition(round.value))
    state.isSentence = true
    return state.take(round.length)
  }
  return current.object.length === 0 &&
    INDUSTRIES.at(state.words, state.at) === undefined &&
    /^(more|some|extra|their|a|an|the|in|of|amount|worth|news|announcements?)$/.test(state.word)
    ? state.take(1)
    : false
}
