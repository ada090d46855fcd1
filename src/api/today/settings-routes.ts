import type { FastifyInstance } from 'fastify'
import { readHiddenCompanies } from '../../account/dispositions/index.ts'
import type { Database } from '../../db/index.ts'
import { goneSignal, settingsRoute } from '../../http/index.ts'
import { isoTime } from '../../meaning/signals/index.ts'
import { DAY_SECONDS, startOfDay } from '../../query/index.ts'
import { contract, type TodayRowReply } from '../../settings-contract/index.ts'
import { findCompanies } from './find-companies.ts'
import { TakenPlaces } from './free-companies.ts'
import { type FeedRow, groupRows } from './groups.ts'
import { type KnownCompany, readNewSince, recordVisit } from './queries.ts'
import { TeamFeeds, type TodayParts } from './team-feeds.ts'

/** On the first visit, entries found in this time are new. */
const FIRST_VISIT_DAYS = 7
/** How long a request waits for a change. After five seconds without a reply the screen calls the connection slow. */
const MAX_WAIT_MS = 4_000
/** On this node. Further requests are answered immediately: the page asks again after a second. */
const MAX_WAITING = 1_000

export function todaySettings(app: FastifyInstance, db: Database, parts: TodayParts): void {
  const pool = db.pool('settings')
  const feeds = new TeamFeeds(parts)
  const places = new TakenPlaces(pool)
  // Waits end when the service stops, which would otherwise wait for them.
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  let waiting = 0

  settingsRoute(app, contract.getToday, async ({ session }) => {
    const { rows, scope, stamp, hasSearches, madeAt } = await feeds.of(session.teamId)
    const [hidden, visit, current] = await Promise.all([
      readHiddenCompanies(pool, session),
      readNewSince(pool, session),
      parts.slices.current(),
    ])
    const newSince = visit ? Math.floor(visit.since.getTime() / 1_000) : madeAt - FIRST_VISIT_DAYS * DAY_SECONDS
    const shown = rows.filter(({ ordinal }) => !hidden.has(ordinal))
    const { fresh, closing, open } = groupRows(shown, newSince, madeAt)
    const ordinals = [...fresh, ...closing, ...open].map(({ ordinal }) => ordinal)
    const placed = await places.take(session.teamId, startOfDay(madeAt), ordinals)
    const replyOf = (group: readonly FeedRow[]) => group.filter(({ ordinal }) => placed.has(ordinal)).map(rowReply)
    const fed = await Promise.all(current.map((slice) => parts.slicePages.notFed(slice)))
    return {
      stamp,
      asOf: isoTime(madeAt),
      newSince: isoTime(newSince),
      isFirstVisit: visit?.isFirstVisit ?? true,
      scope,
      hasWindows: fed.some((missing) => missing.length === 0),
      hasSearches,
      groups: { fresh: replyOf(fresh), closing: replyOf(closing), open: replyOf(open) },
      hidden: rows.length - shown.length,
      isLimited: placed.size < ordinals.length,
    }
  })

  settingsRoute(app, contract.getTodayStamp, async ({ session: { teamId }, query: { after }, reply }) => {
    if (after === undefined || waiting >= MAX_WAITING) return { stamp: (await feeds.of(teamId)).stamp }
    waiting++
    try {
      const ended = AbortSignal.any([closing.signal, goneSignal(reply)])
      return { stamp: await feeds.stampAfter(teamId, after, MAX_WAIT_MS, ended) }
    } finally {
      waiting--
    }
  })

  settingsRoute(app, contract.findCompanies, async ({ session: { teamId }, query: { name } }) => {
    const found = await findCompanies({ read: parts.read, write: pool, lists: parts.lists }, teamId, name)
    const replyOf = (companies: readonly KnownCompany[], isOwn: boolean) =>
      companies.map((company) => ({ id: company.id, name: company.name, isOwn }))
    return { companies: [...replyOf(found.own, true), ...replyOf(found.others, false)], isCut: found.isCut }
  })

  settingsRoute(app, contract.recordVisit, async ({ session, body: { seenUntil } }) => {
    await recordVisit(pool, session, new Date(seenUntil))
    return {}
  })
}

function rowReply({ company, evidence, windows, lists, searches, newAt }: FeedRow): TodayRowReply {
  const [window] = windows
  return {
    company,
    evidence,
    window: window
      ? {
          slug: window.slug,
          label: window.label,
          windowDays: window.windowDays,
          windowEndsAt: isoTime(window.windowEndsAt),
        }
      : null,
    otherWindows: Math.max(0, windows.length - 1),
    lists: [...lists],
    searches: searches.map((search) => ({ ...search })),
    newAt: isoTime(newAt),
  }
}
