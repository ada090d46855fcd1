// The vendors that process data for a company, from its own list. The address of the list is remembered in the basis of
// the visit, so that later visits request one page.

import { hash } from 'node:crypto'
import type { CollectedSignal, Collector } from '../collector.ts'
import { askList, type FoundList, findList } from './find-list.ts'
import type { Subprocessor } from './read-subprocessors.ts'
import { toolNameOf } from './vendor-products.ts'

const CONFIDENCE = {
  listed: 0.9,
  /** Only for customers who turn it on. */
  optional: 0.7,
} as const

/** Lists have few rows. One that loses more than half of them may be written in another way. */
const LARGE_LOSS_OF = 3
/** The day of a page's last change applies to a new row only if it is after the previous visit. */
const NEW_PAGE_SECONDS = 14 * 86_400

export const subprocessors: Collector = {
  name: 'subprocessors',
  title: 'List of subprocessors',
  every: 'week',
  types: ['tool'],
  remembers: true,
  async visit(domain, context) {
    const known = context.basis?.split(' ', 1)[0]
    const found = (known === undefined ? undefined : await askList(known, context)) ?? (await findList(domain, context))
    // A missing or unreadable list says nothing about tools.
    if (!found) return { signals: [], complete: false }
    const signals = listSignals(domain, found, context.now)
    return {
      signals,
      complete: true,
      largeLossOf: LARGE_LOSS_OF,
      basis: `${found.url} ${hash('sha1', JSON.stringify(signals), 'base64url')}`,
    }
  },
  endedAs(key) {
    const slug = key.slice(key.indexOf('/') + 1)
    return key.endsWith(DROPPED) ? undefined : dropped(key, slug)
  },
}

const DROPPED = '/dropped'

/** One for each tool that is listed, and one for each whose removal the page dates. */
export function listSignals(domain: string, { url, page }: FoundList, now: number): CollectedSignal[] {
  const changedAt = timeOf(page.date)
  const isFresh = changedAt !== undefined && changedAt <= now && now - changedAt <= NEW_PAGE_SECONDS
  return page.entries.flatMap((entry) => {
    const { tool, removedOn, addedOn, evidence = '' } = entry
    const [addedAt, removedAt] = [timeOf(addedOn), timeOf(removedOn)]
    // An addition on a later day is not in use yet, and a removal on a later day still is.
    if (tool === undefined || (addedAt ?? 0) > now) return []
    const key = `${domain}/${tool}`
    if (removedAt !== undefined && removedAt <= now)
      return [{ ...dropped(key, tool, evidence), occurredAt: removedAt, url }]
    const occurredAt = addedAt ?? (isFresh ? changedAt : undefined)
    return [{ ...inUse(key, tool, entry), url, ...(occurredAt !== undefined && { occurredAt }) }]
  })
}

function inUse(key: string, tool: string, { optional = false, evidence }: Subprocessor): CollectedSignal {
  return {
    type: 'tool',
    key,
    confidence: optional ? CONFIDENCE.optional : CONFIDENCE.listed,
    fields: { tool: toolNameOf(tool), ...(evidence !== undefined && evidence !== '' && { evidence }) },
  }
}

function dropped(key: string, slug: string, evidence = ''): CollectedSignal {
  const tool = toolNameOf(slug)
  return {
    type: 'tool',
    key: key + DROPPED,
    label: `Dropped ${tool}`,
    confidence: CONFIDENCE.listed,
    fields: { tool, change: 'dropped', ...(evidence !== '' && { evidence }) },
    absenceEnds: false,
  }
}

function timeOf(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1_000
}
