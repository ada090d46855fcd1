// One visit: its collector requests and parses, in the reader. Nothing is written here.

import { hash } from 'node:crypto'
import { NodeStopped } from '../../../db/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import {
  type Collector,
  type Dns,
  type EntryCount,
  type Fetch,
  rulesEdition,
  type Snapshot,
  type VisitContext,
  VisitFailure,
  type VisitFailureReason,
} from '../../collectors/index.ts'
import { FetcherClosed, type Validators } from '../../fetching/index.ts'
import { limitedCalls } from '../reader/limited-calls.ts'
import { ReaderEnded, type Readers } from '../reader/readers.ts'
import { runVisit } from '../reader/run-visit.ts'
import { type BodyRoom, type ReceiptAnswer, VisitAnswers } from '../receipts/visit-answers.ts'
import { HostClosed } from './host-turns.ts'
import type { LastAnswer } from './last-answer.ts'
import { isLongUnseen, type Look } from './look.ts'

/** The caller of a visit. `keepValidators` receives the validators for the next request. */
export type OpenFetch = (visit: {
  readonly system: string | undefined
  readonly domain: string
  readonly validators: Validators | undefined
  readonly keepValidators: (validators: Validators) => void
  readonly countBytes: (bytes: number) => void
}) => Fetch

export type VisitResult = { readonly bytes: number } & (
  | {
      readonly kind: 'snapshot'
      readonly snapshot: Snapshot
      readonly answer: LastAnswer | undefined
      /** What the snapshot was made of. */
      readonly answers?: VisitAnswers
      /** What earlier visits requested, if it built on that. */
      readonly earlier?: readonly ReceiptAnswer[]
    }
  /** 304, the same body, or the same jobs in it: the records are those of the last visit. */
  | { readonly kind: 'same'; readonly answer: LastAnswer | undefined }
  | {
      readonly kind: 'failed'
      readonly reason: VisitFailureReason
      readonly message: string
      readonly retryAfter: number | undefined
      /** What was requested. */
      readonly url?: string | undefined
      /** How many entries could not be read, if that is why. */
      readonly unreadable?: number | undefined
    }
  /** The host or board system is paused. Nothing is known about the look. `until` in milliseconds. */
  | { readonly kind: 'postponed'; readonly host: string; readonly until: number }
)

export interface VisitedLook {
  readonly look: Look
  readonly collector: Collector
  readonly result: VisitResult
  /** Unix seconds. */
  readonly at: number
  /** The answer of a board of the company that may be this one under its old name. */
  readonly former?: FormerAnswer | undefined
}

export interface FormerAnswer {
  readonly lookId: number
  /** As the failure of a look. Null: it answered. */
  readonly failure: string | null
  /** The ids of the jobs that it showed. */
  readonly shown: ReadonlySet<string>
}

type Failure = Omit<Extract<VisitResult, { kind: 'failed' }>, 'kind' | 'bytes'>

/** Why it is tried again earlier than usual. */
export function failureOf(result: VisitResult): Failure | undefined {
  if (result.kind === 'failed') return result
  return result.kind === 'snapshot' ? result.snapshot.failure : undefined
}

/** What could and could not be read of the source's lists. Undefined: nothing was read, or it has none. */
export function entriesOf(result: VisitResult): EntryCount | undefined {
  if (result.kind === 'snapshot') return result.snapshot.entries
  return result.kind === 'failed' && result.unreadable !== undefined
    ? { read: 0, unreadable: result.unreadable }
    : undefined
}

const MAX_SHOWN_URL = 200

export function failureText(result: VisitResult): string | undefined {
  const failure = failureOf(result)
  if (!failure) return undefined
  const { reason, message, url = '' } = failure
  const text = `${reason}: ${message}`
  return url === '' || url.length > MAX_SHOWN_URL || text.includes(url) ? text : `${text} (${url})`
}

type Named = { readonly domain: string; readonly name: string; readonly aliases: readonly string[] }

/**
 * Undefined if even the same answer must be read. That is the case while something is pending: the second visit without
 * a job ends it, although it shows the same as the first.
 */
function lastAnswerOf(look: Look, company: Named, now: number): LastAnswer | undefined {
  const { pending, validators } = look
  if (pending || isLongUnseen(look, now) || validators === null || now >= (validators.until ?? now + 1))
    return undefined
  return validators.edition === editionOf(company, validators.name) ? validators : undefined
}

/** To be kept. Undefined: the snapshot is not complete. */
function answerOf(snapshot: Snapshot, company: Named, said: Validators | undefined): LastAnswer | undefined {
  const { complete, basis, boardName: name, until } = snapshot
  if (!complete || said === undefined) return undefined
  return {
    ...said,
    edition: editionOf(company, name),
    ...(basis !== undefined && { basis }),
    ...(name !== undefined && { name }),
    ...(until !== undefined && Number.isFinite(until) && { until }),
  }
}

/** Another answer that shows the same. */
function sameAnswer({ url, etag, lastModified, body, ...read }: LastAnswer, said: Validators): LastAnswer {
  return { ...read, ...said }
}

/** Parsing an answer depends on the code, the catalogue of tools, and the company's name. */
function editionOf({ domain, name, aliases }: Named, boardName = domain): string {
  const names = new Set([name, boardName].filter((each) => each !== domain))
  return hash('sha1', JSON.stringify([rulesEdition(), aliases, [...names].sort()]), 'base64url').slice(0, 16)
}

const MAX_MESSAGE_CHARACTERS = 500
/** A visit whose reader ended because of other visits restarts. */
const MAX_BEGINS = 3

export interface VisitParts {
  readonly openFetch: OpenFetch
  readonly dns: Dns
  readonly now: number
  /** For a collector that reads details. */
  readonly readKnown: (look: Look) => Promise<VisitContext['known']>
  readonly readers: Readers
  /** For the bodies of answers that are archived if the visit changes something. Absent: none are. */
  readonly room?: BodyRoom | undefined
  /** Aborts the visit with its reason. */
  readonly signal: AbortSignal
}

export async function visitLook(look: Look, collector: Collector, parts: VisitParts): Promise<VisitResult> {
  for (let begins = 1; ; begins++) {
    try {
      return await visitOnce(look, collector, parts)
    } catch (error) {
      if (!(error instanceof ReaderEnded)) throw error
      const message = `${error.message} That was not because of this source.`
      if (begins === MAX_BEGINS)
        return { kind: 'failed', reason: 'unavailable', message, retryAfter: undefined, bytes: 0 }
    }
  }
}

async function visitOnce(
  look: Look,
  collector: Collector,
  { openFetch, dns, now, readKnown, readers, room, signal }: VisitParts,
): Promise<VisitResult> {
  const { stored, givenName, written, aliases } = look.company
  const isNameStated = stored !== null && stored.name === written.name && stored.name !== givenName
  const company = { domain: look.domain, name: stored?.name ?? givenName ?? look.domain, isNameStated, aliases }
  const last = lastAnswerOf(look, company, now)
  let validators: Validators | undefined
  let bytes = 0
  const fetch = openFetch({
    system: collector.system,
    domain: look.domain,
    validators: last,
    keepValidators: (kept) => {
      validators = kept
    },
    countBytes: (count) => {
      bytes += count
    },
  })
  const seenBefore = look.knownSince !== null
  const newsSince = look.newsSince ?? undefined
  const knownCompany = {
    name: company.name,
    isNameStated,
    aliases,
    seenBefore,
    ...(newsSince !== undefined && { newsSince }),
  }
  const answers = new VisitAnswers(knownCompany, room)
  try {
    const known = collector.hasDetails ? await readKnown(look) : undefined
    const context = { company, now, seenBefore, newsSince, basis: last?.basis, known }
    const call = answers.noting(limitedCalls(fetch, dns), now)
    const snapshot = await runVisit(readers, collector, { target: look.target, context, call, signal }, last)
    answers.knew(known, snapshot)
    const earlier = collector.remembers ? last?.restsOn : undefined
    const answer = answerOf(snapshot, company, validators)
    return { kind: 'snapshot', snapshot, answer, answers, ...(earlier && { earlier }), bytes }
  } catch (error) {
    answers.release()
    if (error instanceof NodeStopped || error instanceof FetcherClosed || error instanceof ReaderEnded) throw error
    if (error instanceof HostClosed) return { kind: 'postponed', host: error.host, until: error.until, bytes }
    if (!(error instanceof VisitFailure)) {
      const message = `The collector failed: ${reasonOf(error)}`.slice(0, MAX_MESSAGE_CHARACTERS)
      const unreadable = collector.system === undefined ? undefined : 1
      return { kind: 'failed', reason: 'invalid_response', message, retryAfter: undefined, unreadable, bytes }
    }
    if (error.reason === 'not_modified') {
      return { kind: 'same', answer: last && validators && sameAnswer(last, validators), bytes }
    }
    const message = error.message.slice(0, MAX_MESSAGE_CHARACTERS)
    const { reason, retryAfter, url } = error
    return { kind: 'failed', reason, message, retryAfter, url, unreadable: unreadableOf(error, collector), bytes }
  }
}

/**
 * A complete answer that is not what the source promises. On pages of their own, companies have formats of their own:
 * only a system that serves many of them can change its format.
 */
function unreadableOf({ reason, url, unreadable = 1 }: VisitFailure, { system }: Collector): number | undefined {
  return reason === 'invalid_response' && url === undefined && system !== undefined ? unreadable : undefined
}
