import { type Ask, decodeAnswer } from '../../src/collect/collectors/index.ts'
import type { AskOptions, Fetcher } from '../../src/collect/fetching/fetcher.ts'

/** Asks in this process and decodes the answers. The service leaves that to its readers. */
export function askWith(fetcher: Fetcher, options?: AskOptions): Ask {
  const fetch = fetcher.fetch(options)
  return async (request) => decodeAnswer(await fetch(request))
}
