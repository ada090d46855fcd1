// The interface of a collector: it finds the addresses of one kind of source and turns its answers into signals. It opens
// no connection and writes nothing: the caller provides `ask` and `dns`, and takes the snapshot.

import type { FieldValue, SignalType } from '../../meaning/types/index.ts'

export interface CollectorRequest {
  readonly url: string
  /**
   * A feed is published for machines: robots.txt doesn't apply, and a redirect is a failure. A page obeys robots.txt,
   * and up to three redirects on the same site are followed.
   */
  readonly kind: 'feed' | 'page'
  readonly accept?: string
  /** The board system to request, if not the collector's own. */
  readonly system?: string
  /** The name of a short text in JSON that changes for no reason: two answers that differ only there are equal. */
  readonly volatile?: string
  /** The answer is needed even if it is the same as last time. */
  readonly always?: boolean
  /** The answer serves visits of other companies too. */
  readonly shared?: boolean
  /** JSON, sent with POST. Only for searches: it is sent again if the connection is lost. */
  readonly body?: string
  /** The feed is not documented, so robots.txt is obeyed as for a page. */
  readonly obeysRobots?: boolean
  /** The meaning of a status at this host, if unusual. */
  readonly statuses?: Readonly<Record<number, 'missing' | 'limited'>>
}

export interface Answer {
  /** Always 200: everything else is a VisitFailure. */
  readonly status: number
  /** Lower case, without parameters: `application/json`. */
  readonly contentType: string
  readonly text: string
  /** Where it came from, after redirects. */
  readonly url: string
  /** The URL of another registrable domain that the page redirects to for good. Then `text` is empty. */
  readonly movedTo?: string
}

/** Waits for its turn at the host. Throws a VisitFailure. */
export type Ask = (request: CollectorRequest) => Promise<Answer>

export interface Dns {
  /** Each record's strings joined. None is an empty list; a failure is a VisitFailure. */
  readonly txt: (name: string) => Promise<readonly string[]>
  /** Host names in lower case. */
  readonly mx: (name: string) => Promise<readonly string[]>
}

export interface VisitContext {
  readonly ask: Ask
  readonly dns: Dns
  readonly company: {
    readonly domain: string
    readonly name: string
    /** The name comes from its own pages or boards, not from an operator or a file. */
    readonly isNameStated?: boolean
    readonly aliases: readonly string[]
  }
  /** Unix seconds. */
  readonly now: number
  /**
   * An earlier visit found something here. If a wrong name looks like an empty board, only this proves that it exists.
   */
  readonly seenBefore?: boolean
  /** Unix seconds. What was published since then is news, also at a first visit. For sources found through an index. */
  readonly newsSince?: number | undefined
  /** What the last visit's snapshot was made of. If nothing changed, `not_modified` is thrown. */
  readonly basis?: string | undefined
  /** The stamps of jobs whose details were read at earlier visits, each with the keys of the signals that follow from it. */
  readonly known?: ReadonlyMap<string, readonly string[]> | undefined
  /** How many details a visit may ask for. Default: the collector's own limit. */
  readonly maxDetails?: number
}

const VISIT_FAILURES = [
  'missing', // 404 and 410
  'refused', // 401, 403, robots.txt, the guard
  'limited', // 429, and 403 or 503 with Retry-After
  'unavailable', // 5xx, time-outs, connections
  'invalid_response', // not the format that the source promises, a redirect of a feed, half a body
  'too_large',
  'unreadable', // reading it took too long or too much memory, or ended the process that reads
  'not_modified', // 304, or the same answer: nothing is wrong, and nothing changed
] as const
export type VisitFailureReason = (typeof VISIT_FAILURES)[number]

export class VisitFailure extends Error {
  readonly reason: VisitFailureReason
  /** Seconds that the host asks to wait. */
  readonly retryAfter: number | undefined
  /** The URL on another site that a page redirects to. */
  readonly redirectsTo: string | undefined
  /** What was requested. Not in the message: one message serves all URLs of a host. */
  url: string | undefined
  /** How many entries of the answer could not be read, if known. */
  readonly unreadable: number | undefined

  constructor(
    reason: VisitFailureReason,
    message: string,
    retryAfter?: number,
    redirectsTo?: string,
    unreadable?: number,
  ) {
    // Most visits end with one: nothing changed. Its stack trace is never used, and would cost as much as a request.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.reason = reason
    this.retryAfter = retryAfter
    this.redirectsTo = redirectsTo
    this.url = undefined
    this.unreadable = unreadable
  }
}

/** A signal that a target shows now. Its source is the collector's name. */
export interface CollectedSignal {
  readonly type: SignalType
  /** The same at every visit. Duplicate keys in a snapshot count once. */
  readonly key: string
  readonly label?: string
  /** 0 to 1, two decimals. */
  readonly confidence: number
  /** Unix seconds. Absent: when it was first seen. */
  readonly occurredAt?: number
  readonly url?: string
  /**
   * As in a line of an ingest file, without `change`: whether it is new depends on the visits before. A stated `change` is
   * kept: a tool that a job names is `in_use`, however new the job is.
   */
  readonly fields: Readonly<Record<string, FieldValue>>
  /** False: its later absence means nothing (a widget, a tool named in a job). Default: true. */
  readonly absenceEnds?: boolean
  /**
   * Hashes of the list's entries of the jobs that it follows from. While they are unchanged, the details are not
   * requested again.
   */
  readonly stamps?: readonly string[]
}

/** A job board that a page of the company points to. */
export interface FoundBoard {
  readonly collector: string
  readonly board: string
  /** The page that links or embeds it. */
  readonly page: string
  /** The proof is enough: see docs/collecting.md. Otherwise an operator decides. */
  readonly proven: boolean
  readonly why: string
  /** No counter-evidence: the only board of a careers page, which was read and does not name its owner. */
  readonly unsigned?: boolean
}

export interface ReadBoard {
  readonly collector: string
  readonly board: string
  readonly snapshot: Snapshot
}

/** Facts of a company as its own pages state them. */
export interface CollectedCompany {
  readonly name?: string
  readonly logo?: string
  readonly hqCountry?: string
  readonly employeeCount?: number
}

/**
 * How many entries of lists a visit could read, and how many it could not. The share over all companies of a collector
 * shows whether the source has changed its format.
 */
export interface EntryCount {
  /** Including those with nothing to report: closed jobs, header rows. */
  readonly read: number
  /** They lack what every entry of this source has. */
  readonly unreadable: number
}

/** A legal name on the company's own website, and the place of that entity: `US-CA`, `US-DE`, `GB`. */
export interface LegalEntity {
  readonly name: string
  readonly places: readonly string[]
}

/** An issuer listed in an index of filings. */
export interface Filer {
  /** Its number in the register. */
  readonly issuer: string
  readonly name: string
  /** YYYY-MM-DD. */
  readonly filedOn: string
}

/** How an issuer of filings identifies itself. */
export interface IssuerIdentity {
  readonly name: string
  readonly formerNames: readonly string[]
  readonly places: readonly string[]
  /** One of its filings is a round, not a vehicle's. */
  readonly hasRounds: boolean
}

/** Everything that a target shows at one time. */
export interface Snapshot {
  readonly signals: readonly CollectedSignal[]
  /** False: a part could not be read. Then nothing counts as missing. Never true if `entries` has unreadable ones. */
  readonly complete: boolean
  /** Absent: the source has no lists. */
  readonly entries?: EntryCount
  /**
   * Keys of signals that are unchanged since earlier visits: the list still shows their jobs, and no detail was
   * requested.
   */
  readonly kept?: readonly string[]
  /** There is more to read than one visit may request. The look is due again in an hour. */
  readonly continues?: boolean
  /** A visit that loses more than half of this many or more waits for the next one. Default: ten. */
  readonly largeLossOf?: number
  /** What could not be read just now. The look is due again as after a failed visit. */
  readonly failure?: VisitFailure
  readonly company?: CollectedCompany
  readonly boards?: readonly FoundBoard[]
  /** What the boards that were read for it show, so that they aren't requested again. */
  readonly read?: readonly ReadBoard[]
  /** The name that the board itself shows. */
  readonly boardName?: string
  /** The domain that the home page moved to for good. */
  readonly movedTo?: string
  /** From a company's own website. Absent: it was not read for this. */
  readonly legalEntities?: readonly LegalEntity[]
  /** Of an issuer of filings. */
  readonly issuer?: IssuerIdentity
  /** Of an index of filings. */
  readonly filers?: readonly Filer[]
  /** A hash of everything that it was made of, without what changes for no reason. */
  readonly basis?: string
  /** Unix seconds. From then on the same answers may make another snapshot. */
  readonly until?: number
  /** When the next visit is worthwhile, if not as usual. */
  readonly every?: Collector['every']
}

/** In characters. */
export const MAX_TARGET = 140

export interface Collector {
  /** Also the name of the source in signals: `greenhouse`. */
  readonly name: string
  /** In words, for people: `Greenhouse job board`. */
  readonly title: string
  readonly every: 'day' | 'week' | 'month'
  /** What a complete visit covers. */
  readonly types: readonly SignalType[]
  /** One for all tenants of a board system. Absent: each host has its own turn. */
  readonly system?: string
  /** The board that a link leads to, in the form that `visit` takes. Absent: the target is the company's domain. */
  readonly boardOf?: (url: URL) => string | undefined
  /** The page of a board for people. Absent: known only from a link. */
  readonly pageOf?: (board: string) => string
  /** Its feed is not documented: it is read only if a careers page leads there, or if the operator allows it. */
  readonly isUndocumented?: boolean
  /** It requests each job's page, once. Its visits are given what is known. */
  readonly hasDetails?: boolean
  /** A visit continues from the `basis` of earlier ones. Without it, it requests all of that again. */
  readonly remembers?: boolean
  /** What else follows from the end of a signal: a tool that a list no longer names was dropped. */
  readonly endedAs?: (key: string) => CollectedSignal | undefined
  /** `target` is a board, or the company's domain. */
  readonly visit: (target: string, context: VisitContext) => Promise<Snapshot>
}
