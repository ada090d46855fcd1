// Several sources of a company begin at its home page. Consecutive visits share one answer: the website gets one
// request.

import { LruMap } from '../../platform/lru-map.ts'
import { type CollectorRequest, type RawAnswer, VisitFailure } from '../collectors/index.ts'

const MAX_AGE_MS = 600_000
const MAX_BYTES = 32 * 1_024 * 1_024
const MAX_PAGE_BYTES = 1_024 * 1_024
/** Of an entry besides its body. */
const OVERHEAD = 1_000

interface Answered {
  readonly answer: RawAnswer
  /** A hash of the body. */
  readonly body?: string
}

export class HomePages {
  readonly #answers: LruMap<string, Answered & { readonly atMs: number }>
  readonly #monotonicMs: () => number

  constructor(monotonicMs = () => performance.now()) {
    this.#answers = new LruMap(MAX_BYTES, {
      weightOf: ({ answer }) => answer.bytes.length + OVERHEAD,
      maxEntryWeight: MAX_PAGE_BYTES,
      maxAgeMs: MAX_AGE_MS,
      monotonicMs,
    })
    this.#monotonicMs = monotonicMs
  }

  /** The answer of `ask`, or one to another visit. Throws `not_modified` if it has the body of the last visit. */
  async get<A extends Answered>(
    request: CollectorRequest,
    lastBody: string | undefined,
    ask: () => Promise<A>,
  ): Promise<Answered> {
    if (!isHomePage(request)) return ask()
    const key = `${request.accept ?? ''} ${request.url}`
    const known = this.#answers.get(key)
    if (!known) {
      const answered = await ask()
      this.#answers.set(key, { ...answered, atMs: this.#monotonicMs() })
      return answered
    }
    const { atMs, answer, ...said } = known
    if (said.body !== undefined && said.body === lastBody)
      throw new VisitFailure('not_modified', `${new URL(request.url).host} answered the same as last time.`)
    return { ...said, answer: { ...answer, secondsAgo: (this.#monotonicMs() - atMs) / 1_000 } }
  }
}

function isHomePage({ url, kind, body, system, always }: CollectorRequest): boolean {
  if (kind !== 'page' || body !== undefined || system !== undefined || always) return false
  return /^https:\/\/[^/?#]+\/$/.test(url)
}
