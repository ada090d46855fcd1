// Which pages may be fetched, by the robots.txt of each host. It is cached for a day, as RFC 9309 allows.

import { LruMap } from '../../platform/lru-map.ts'
import { allowsPath, parseRobots, type RobotsRule, rulesFor, VisitFailure } from '../collectors/index.ts'
import { PRODUCT_TOKEN } from './user-agent.ts'

const MAX_AGE_MS = 24 * 60 * 60 * 1_000
const MAX_CHARACTERS = 32 * 1_024 * 1_024
const RULE_CHARACTERS = 64

export class Robots {
  /** By origin. */
  readonly #rules = new LruMap<string, readonly RobotsRule[]>(MAX_CHARACTERS, {
    weightOf: charactersOf,
    maxAgeMs: MAX_AGE_MS,
  })
  /** By origin. Concurrent visits share one request. */
  readonly #asking = new Map<string, Promise<readonly RobotsRule[]>>()

  /** `read` returns the text of robots.txt, undefined if the host has none. Throws a VisitFailure if `url` is not allowed. */
  async mustAllow(url: URL, read: (url: URL) => Promise<string | undefined>): Promise<void> {
    const rules = this.#rules.get(url.origin) ?? (await this.#askOnce(url, read))
    if (allowsPath(rules, url.pathname + url.search)) return
    throw new VisitFailure(
      'refused',
      `The robots.txt of ${url.host} does not allow ${PRODUCT_TOKEN} to fetch ${url.pathname}.`,
    )
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
    this.#rules.set(url.origin, rules)
    return rules
  }
}

/** Each rule weighs its pattern and a little more. */
function charactersOf(rules: readonly RobotsRule[], origin: string): number {
  return rules.reduce((sum, { pattern }) => sum + pattern.length + RULE_CHARACTERS, origin.length + RULE_CHARACTERS)
}
