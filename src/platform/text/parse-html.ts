// Parses third-party HTML as a stream of tags and texts. Nothing is executed.

import { type Handler, Parser } from 'htmlparser2'

/**
 * For each end tag the parser searches all open elements, so a megabyte of unclosed elements would take a minute. Real
 * pages have fewer than a hundred open at a time.
 */
const MAX_DEPTH = 256

class TooDeep extends Error {}

/**
 * Entities are decoded. False if the text is nested so deeply that only a part was read. With `xmlMode` names keep their case,
 * CDATA sections are texts, and mistakes in the XML are no failure, as in feed readers.
 */
export function parseHtml(
  html: string,
  { onopentag, onclosetag, ...others }: Partial<Handler>,
  { xmlMode = false }: { readonly xmlMode?: boolean } = {},
): boolean {
  let depth = 0
  const handler: Partial<Handler> = {
    ...others,
    onopentag(...tag) {
      if (++depth > MAX_DEPTH) throw new TooDeep()
      onopentag?.(...tag)
    },
    onclosetag(...tag) {
      depth--
      onclosetag?.(...tag)
    },
  }
  const parser = new Parser(handler, { xmlMode })
  try {
    parser.end(html)
    return true
  } catch (error) {
    if (error instanceof TooDeep) return false
    throw error
  }
}
