// What a visit requested and what came back, recorded in the process that has the bodies: the reader receives them, but
// doesn't record them.

import { hash } from 'node:crypto'
import {
  type CollectorRequest,
  type RawAnswer,
  type Snapshot,
  type VisitContext,
  VisitFailure,
  type VisitFailureReason,
} from '../../collectors/index.ts'
import { hashInParts } from '../../fetching/index.ts'
import type { Call, CallResult } from '../reader/messages.ts'
import { storedUrl } from './stored-url.ts'
import type { WarcPlace } from './warc-place.ts'

/** As it is stored. */
export interface ReceiptAnswer {
  /** Without secrets. DNS records: `dns:acme.example?type=TXT`. */
  readonly url: string
  /** Unix seconds: when it was there. */
  readonly at: number
  /** Absent: DNS records, or a failure. */
  readonly status?: number
  /** There was none, and why. A collector may continue without it. */
  readonly failure?: VisitFailureReason
  /** Where it came from after redirects, if that is elsewhere. */
  readonly from?: string
  /** What answered instead of the host (COLLECT_REROUTE), as host and port. */
  readonly through?: string
  /** The URL on another site that it redirects to. */
  readonly movedTo?: string
  /** The header Content-Type. */
  readonly type?: string
  /** Of the unpacked body, in hexadecimal. */
  readonly sha256?: string
  readonly bytes?: number
  /** An earlier visit requested it, and this one built on it. */
  readonly isEarlier?: boolean
  /** Its place in the archive. */
  readonly warc?: WarcPlace
}

/** Bounds what is kept in memory until it is known whether a visit changes something. */
export interface BodyRoom {
  /** False: no space left. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** What a visit knew about the company and its jobs: parsing an answer depends on it. */
export interface KnownCompany {
  readonly name: string
  readonly isNameStated: boolean
  readonly aliases: readonly string[]
  readonly seenBefore: boolean
  readonly newsSince?: number
  /** The stamps of jobs whose details were read before and that it showed, each with the keys of what follows from it. */
  readonly known?: Readonly<Record<string, readonly string[]>>
}

interface NotedAnswer {
  answer: ReceiptAnswer
  /** For the archive. */
  body?: Buffer | undefined
  /** The board system that was requested for another visit. */
  readonly system: string | undefined
}

export class VisitAnswers {
  #company: KnownCompany
  readonly #noted: NotedAnswer[]
  /** Absent: nothing is archived. */
  readonly #room: BodyRoom | undefined
  #archivedBytes = 0

  constructor(company: KnownCompany, room?: BodyRoom, noted: NotedAnswer[] = []) {
    this.#company = company
    this.#room = room
    this.#noted = noted
  }

  get company(): KnownCompany {
    return this.#company
  }

  /** Of what was known, only what the visit kept. */
  knew(known: VisitContext['known'], { kept = [] }: Pick<Snapshot, 'kept'>): void {
    if (kept.length === 0 || known === undefined) return
    const keys = new Set(kept)
    const used = [...known].filter(([, ofStamp]) => ofStamp.some((key) => keys.has(key)))
    this.#company = { ...this.#company, known: Object.fromEntries(used) }
  }

  get list(): readonly ReceiptAnswer[] {
    return this.#noted.map(({ answer }) => answer)
  }

  /** What a visit requested from this board system, for the visit of the board that it read along the way. */
  ofSystem(system: string | undefined): VisitAnswers {
    const company = { ...this.#company, seenBefore: false }
    return new VisitAnswers(
      company,
      this.#room,
      this.#noted.filter((each) => system !== undefined && each.system === system),
    )
  }

  /** What to archive, each with a callback for its place. */
  get held(): readonly HeldAnswer[] {
    return this.#noted.flatMap((noted): HeldAnswer[] => {
      const { answer, body } = noted
      if (!body || answer.warc) return []
      const place = (warc: WarcPlace) => {
        noted.answer = { ...answer, warc }
        this.#archivedBytes += warc.length
      }
      return [{ answer, body, place }]
    })
  }

  /** Of the records that were written for it. */
  get archivedBytes(): number {
    return this.#archivedBytes
  }

  /** Answers that are archived already are not archived again. */
  reuse(archived: readonly ReceiptAnswer[]): void {
    const places = new Map(archived.flatMap((each) => (each.warc ? [[sameOf(each), each.warc]] : [])))
    for (const noted of this.#noted) {
      const warc = noted.answer.sha256 === undefined ? undefined : places.get(sameOf(noted.answer))
      if (warc) noted.answer = { ...noted.answer, warc }
    }
  }

  /** The bodies are no longer needed. May be called again. */
  release(): void {
    for (const noted of this.#noted) {
      if (noted.body) this.#room?.give(noted.body.length)
      noted.body = undefined
    }
  }

  /**
   * Records the answers to these calls. `now` is the time of the first one in Unix seconds. An answer that serves other
   * visits too is not recorded: those visits wouldn't have it.
   */
  noting(call: (call: Call) => Promise<CallResult>, now: number): (call: Call) => Promise<CallResult> {
    const startedMs = performance.now()
    return async (asked) => {
      const at = () => Math.floor(now + (performance.now() - startedMs) / 1_000)
      const request = asked.want === 'page' ? asked.request : undefined
      const url = asked.want === 'page' ? storedUrl(asked.request.url) : dnsUrl(asked)
      try {
        const result = await call(asked)
        if (request?.shared) return result
        const said = 'bytes' in result ? await ofPage(request, result) : ofRecords(result)
        const body = 'bytes' in result ? result.bytes : Buffer.from(recordsText(result))
        const isHeld = body.length > 0 && this.#room?.take(body.length)
        const secondsAgo = 'bytes' in result ? (result.secondsAgo ?? 0) : 0
        const answer = { url, at: Math.floor(at() - secondsAgo), ...said }
        this.#noted.push({ system: request?.system, answer, ...(isHeld && { body }) })
        return result
      } catch (error) {
        if (error instanceof VisitFailure && error.reason !== 'not_modified' && !request?.shared) {
          const elsewhere = error.redirectsTo === undefined ? {} : { movedTo: storedUrl(error.redirectsTo) }
          this.#noted.push({
            system: request?.system,
            answer: { url, at: at(), failure: error.reason, ...elsewhere },
          })
        }
        throw error
      }
    }
  }
}

export interface HeldAnswer {
  readonly answer: ReceiptAnswer
  readonly body: Buffer
  readonly place: (warc: WarcPlace) => void
}

const sameOf = ({ url, type, sha256 }: ReceiptAnswer) => JSON.stringify([url, type, sha256])

/** As in RFC 4501. */
export function dnsUrl({ want, name }: Exclude<Call, { want: 'page' }>): string {
  return `dns:${name}?type=${want.toUpperCase()}`
}

async function ofPage(
  request: CollectorRequest | undefined,
  answer: RawAnswer,
): Promise<Omit<ReceiptAnswer, 'url' | 'at'>> {
  const { status = 200, url, through, movedTo, type, bytes } = answer
  return {
    status,
    ...(through !== undefined && { through }),
    ...(url !== request?.url && { from: storedUrl(url) }),
    ...(movedTo !== undefined && { movedTo: storedUrl(movedTo) }),
    ...(type !== '' && { type }),
    sha256: await hashInParts('sha256', bytes, '', 'hex'),
    bytes: bytes.length,
  }
}

function ofRecords(records: readonly string[]): Omit<ReceiptAnswer, 'url' | 'at'> {
  const text = recordsText(records)
  return { sha256: hash('sha256', text, 'hex'), bytes: Buffer.byteLength(text) }
}

/** The text that the hash of DNS records is computed from. */
export function recordsText(records: readonly string[]): string {
  return JSON.stringify(records)
}
