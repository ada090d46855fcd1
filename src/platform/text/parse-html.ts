// Parses third-party HTML as a stream of tags and texts. Nothing is executed.

import { type Handler, Parser } from 'htmlparser2'

/**
 * For each end tag the parser searches all open elements, so a megabyte of unclosed elements would take a minute. Real
 * pages have fewer than a hundred open at a time.
 */
const MAX_DEPTH = 256

class TooDeep extends Error {}

/** Entities are decoded. False if the text is nested so deeply that only a part was read. */
export function parseHtml(html: string, { onopentag, onclosetag, ...others }: Partial<Handler>): boolean {
  let depth = 0
  const parser = new Parser({
    ...others,
    onopentag(...tag) {
      if (++depth > MAX_DEPTH) throw new TooDeep()
      onopentag?.(...tag)
    },
    onclosetag(...tag) {
      depth--
      onclosetag?.(...tag)
    },
  })
  try {
    parser.end(html)
    return true
  } catch (error) {
    if (error instanceof TooDeep) return false
    throw error
  }
}
