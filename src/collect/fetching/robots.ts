// Which pages may be asked for, by the robots.txt of each host. What a host said counts for a day, as RFC 9309 allows.

import { allowsPath, parseRobots, type RobotsRule, rulesFor, VisitFailure } from '../collectors/index.ts'
import { PRODUCT_TOKEN } from './user-agent.ts'

const KEPT_MS = 24 * 60 * 60 * 1_000
/** Each rule counts as its pattern and a little more. */
const MAX_KEPT_CHARACTERS = 32 * 1_024 * 1_024
const RULE_CHARACTERS = 64

interface Kept {
  readonly rules: readonly RobotsRule[]
  readonly untilMs: number
  readonly size: number
}

export class Robots {
  /** By origin, the least recently read first. */
  readonly #kept = new Map<string, Kept>()
  #size = 0
  /** By origin. Visits that begin at the same time ask once. */
  readonly #asking = new Map<string, Promise<readonly RobotsRule[]>>()

  /** `read` returns the text of robots.txt, undefined if the host has none. Throws a VisitFailure if `url` is not allowed. */
  async mustAllow(url: URL, read: (url: URL) => Promise<string | undefined>): Promise<void> {
    const rules = this.#rulesOf(url.origin) ?? (await this.#askOnce(url, read))
    if (allowsPath(rules, url.pathname + url.search)) return
    throw new VisitFailure(
      'refused',
      `The robots.txt of ${url.host} does not allow ${PRODUCT_TOKEN} to ask for ${url.pathname}.`,
    )
  }

  #rulesOf(origin: string): readonly RobotsRule[] | undefined {
    const kept = this.#kept.get(origin)
    if (!kept || kept.untilMs < Date.now()) return undefined
    this.#kept.delete(origin)
    this.#kept.set(origin, kept)
    return kept.rules
  }

  #askOnce(url: URL, read: (url: URL) => Promise<string | undefined>): Promise<readonly RobotsRule[]> {
    const known = this.#asking.get(url.origin)
    if (known) return known
    const asking = this.#ask(url, read).finally(() => this.#asking.delete(url.origin))
    this.#asking.set(url.origin, asking)
    return asking
  }

  async #ask(url: URL, read: (url: URL) => Promise<string | undefined>): Promise<readonly RobotsRule[]> {
    let text: string | undefined
    try {
      text = await read(new URL('/robots.txt', url))
    } catch (error) {
      if (!(error instanceof VisitFailure)) throw error
      throw new VisitFailure(
        error.reason,
        `Without the robots.txt of ${url.host} nothing may be asked for: ${error.message}`,
        error.retryAfter,
      )
    }
    const rules = text === undefined ? [] : rulesFor(parseRobots(text), PRODUCT_TOKEN)
    this.#keep(url.origin, rules)
    return rules
  }

  #keep(origin: string, rules: readonly RobotsRule[]): void {
    this.#forget(origin)
    const size = rules.reduce(
      (sum, { pattern }) => sum + pattern.length + RULE_CHARACTERS,
      origin.length + RULE_CHARACTERS,
    )
    this.#kept.set(origin, { rules, untilMs: Date.now() + KEPT_MS, size })
    this.#size += size
    for (const [oldest] of this.#kept) {
      if (this.#size <= MAX_KEPT_CHARACTERS) return
      this.#forget(oldest)
    }
  }

  #forget(origin: string): void {
    this.#size -= this.#kept.get(origin)?.size ?? 0
    this.#kept.delete(origin)
  }
}
