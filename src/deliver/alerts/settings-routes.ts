// Saved searches on the settings screen, and the links that mute.

import type { FastifyInstance } from 'fastify'
import { asMember, asOwner } from '../../account/accounts/index.ts'
import { type Budgets, chargePerson } from '../../account/budgets/index.ts'
import { updateTimeZone } from '../../account/teams/index.ts'
import { type Database, maybeOne, one, type Transaction } from '../../db/index.ts'
import { type SettingsSession, settingsRoute } from '../../http/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { chipsOf, parseSignalQuery } from '../../query/index.ts'
import {
  type ChipTermReply,
  contract,
  type Role,
  type SavedSearchReply,
  type SearchChangeReply,
} from '../../settings-contract/index.ts'
import { confirmAddress, readAddress } from './addresses/addresses.ts'
import { readMute, useMuteLink } from './messages/mute-links.ts'
import { assertMayChange, assertMaySendTo, mayChange, type Person } from './searches/own-searches.ts'
import { type StoredSearch, selectSearches } from './searches/saved-search-queries.ts'
import {
  askAgain,
  changeSearch,
  createSearch,
  muteCompany,
  pauseSearch,
  removeSearch,
  requireSearch,
  resumeSearch,
  revealSearchSecret,
  rotateSearchSecret,
  unmuteCompany,
} from './searches/saved-searches.ts'
import { type ChangeView, readHistory, searchView } from './searches/views.ts'
import { readNow } from './searches/watcher-queries.ts'
import { readMatches, sendMatches } from './send-matches.ts'
import { prepareTestMessage, sendTestMessage, type TestOptions } from './test-message.ts'

const PAGE_CHANGES = 50

interface AlertOptions extends TestOptions {
  readonly budgets: Budgets
}

export function alertSettings(app: FastifyInstance, db: Database, options: AlertOptions): void {
  searchRoutes(app, db, options)
  secretRoutes(app, db, options)
  messageRoutes(app, db, options)
  changeRoutes(app, db)
  linkRoutes(app, db, options)
}

/** Work on a search by an owner, or by the member who owns it. */
function asAuthor<T>(
  db: Database,
  session: SettingsSession,
  searchId: string,
  work: (tx: Transaction, role: Role) => Promise<T>,
): Promise<T> {
  return asMember(db, session, async (tx, role) => {
    assertMayChange(await requireSearch(tx, session.teamId, searchId), { ...session, role })
    return work(tx, role)
  })
}

/** Saved searches: create, change, pause, delete. */
function searchRoutes(app: FastifyInstance, db: Database, options: AlertOptions): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.listSearches, async ({ session }) => ({
    searches: (await selectSearches(pool, session.teamId)).map((search) => searchReply(search, session, options.box)),
    hasMail: options.mailer !== undefined,
    timeZone: (
      await one<{ timeZone: string }>(pool, `select time_zone as "timeZone" from teams where id = $1`, [session.teamId])
    ).timeZone,
  }))

  settingsRoute(app, contract.getSearch, async ({ session, params: { searchId } }) => ({
    search: searchReply(await requireSearch(pool, session.teamId, searchId), session, options.box),
  }))

  settingsRoute(app, contract.createSearch, async ({ session, body }) => {
    const { search, signingSecret } = await asMember(db, session, async (tx, role) => {
      assertMaySendTo(body.to, { ...session, role })
      return createSearch(tx, session, session.teamId, body, options)
    })
    return { search: searchReply(search, session, options.box), signingSecret: signingSecret ?? null }
  })

  settingsRoute(app, contract.changeSearch, async ({ session, params: { searchId }, body }) => {
    const { search, signingSecret } = await asAuthor(db, session, searchId, async (tx, role) => {
      if (body.to !== undefined) assertMaySendTo(body.to, { ...session, role })
      return changeSearch(tx, session, session.teamId, searchId, body, options)
    })
    return { search: searchReply(search, session, options.box), signingSecret: signingSecret ?? null }
  })

  settingsRoute(app, contract.pauseSearch, async ({ session, params: { searchId } }) => ({
    search: searchReply(
      await asAuthor(db, session, searchId, async (tx) => pauseSearch(tx, session, session.teamId, searchId)),
      session,
      options.box,
    ),
  }))

  settingsRoute(app, contract.resumeSearch, async ({ session, params: { searchId } }) => ({
    search: searchReply(
      await asAuthor(db, session, searchId, async (tx) => resumeSearch(tx, session, session.teamId, searchId)),
      session,
      options.box,
    ),
  }))

  settingsRoute(app, contract.deleteSearch, async ({ session, params: { searchId } }) => {
    await asAuthor(db, session, searchId, async (tx) => removeSearch(tx, session, session.teamId, searchId))
    return {}
  })

  settingsRoute(app, contract.setTimeZone, async ({ session, body: { timeZone } }) => {
    await asOwner(db, session, async (tx) => {
      await updateTimeZone(tx, session.teamId, await readTimeZone(tx, timeZone))
    })
    return {}
  })
}

/** The secrets that sign alerts to a webhook. */
function secretRoutes(app: FastifyInstance, db: Database, options: AlertOptions): void {
  settingsRoute(app, contract.revealSearchSecret, async ({ session, params: { searchId } }) => ({
    signingSecret: await asOwner(db, session, async (tx) =>
      revealSearchSecret(tx, session, session.teamId, searchId, options.box()),
    ),
  }))

  settingsRoute(app, contract.rotateSearchSecret, async ({ session, params: { searchId }, body: { overlap } }) => {
    const { search, signingSecret } = await asOwner(db, session, async (tx) =>
      rotateSearchSecret(tx, session, session.teamId, searchId, overlap, options.box()),
    )
    return { search: searchReply(search, session, options.box), signingSecret }
  })
}

/** What a person sends to a search's destination: a test, the current matches, the link that confirms an address. */
function messageRoutes(app: FastifyInstance, db: Database, options: AlertOptions): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.testSearch, async ({ session, params: { searchId } }) => {
    const test = await asAuthor(db, session, searchId, async (tx) =>
      prepareTestMessage(tx, session, session.teamId, searchId, options),
    )
    return { ...(await sendTestMessage(pool, test, options)) }
  })

  settingsRoute(app, contract.sendMatches, async ({ session, params: { searchId } }) => {
    const { teamId, accountId: memberId, plan } = session
    const matches = await asAuthor(db, session, searchId, (tx) => readMatches(tx, teamId, searchId, options))
    const companies = matches.map(({ id }) => id)
    await chargePerson(options.budgets, { teamId, memberId, plan }, companies)
    await asAuthor(db, session, searchId, (tx) => sendMatches(tx, session, teamId, searchId, { ...options, matches }))
    return { companies: matches.length }
  })

  settingsRoute(app, contract.askAddress, async ({ session, params: { searchId } }) => ({
    search: searchReply(
      await asAuthor(db, session, searchId, async (tx) => askAgain(tx, session, session.teamId, searchId, options)),
      session,
      options.box,
    ),
  }))
}

/** The companies that entered and left a search, and those that are muted in it. */
function changeRoutes(app: FastifyInstance, db: Database): void {
  settingsRoute(app, contract.listSearchChanges, async ({ session: { teamId }, params: { searchId }, query }) => {
    const changes = await readHistory(db.pool('settings'), teamId, searchId, {
      limit: PAGE_CHANGES + 1,
      before: query.before,
    })
    const page = changes.slice(0, PAGE_CHANGES).map(replyOfChange)
    return { changes: page, next: changes.length > PAGE_CHANGES ? (page.at(-1)?.id ?? null) : null }
  })

  settingsRoute(app, contract.muteCompany, async ({ session, params: { searchId, companyId } }) => {
    await asAuthor(db, session, searchId, async (tx) => muteCompany(tx, session, session.teamId, searchId, companyId))
    return {}
  })

  settingsRoute(app, contract.unmuteCompany, async ({ session, params: { searchId, companyId } }) => {
    await asAuthor(db, session, searchId, async (tx) => unmuteCompany(tx, session, session.teamId, searchId, companyId))
    return {}
  })
}

/** The links in mails and messages: they need no sign-in, only their token. */
function linkRoutes(app: FastifyInstance, db: Database, options: TestOptions): void {
  const pool = db.pool('settings')

  settingsRoute(app, contract.getAddress, async ({ body: { token } }) =>
    readAddress(pool, options.box(), token, await readNow(pool)),
  )

  settingsRoute(app, contract.confirmAddress, async ({ body: { token } }) =>
    db.transaction('settings', async (tx) => confirmAddress(tx, options.box(), token, await readNow(tx))),
  )

  settingsRoute(app, contract.getMute, async ({ body: { token } }) =>
    readMute(pool, options.box(), token, await readNow(pool)),
  )

  settingsRoute(app, contract.useMute, async ({ body: { token } }) =>
    db.transaction('settings', async (tx) => useMuteLink(tx, options.box(), token, await readNow(tx))),
  )
}

/** A name known to JavaScript and the database, as the database spells it. Older names of a zone are known too. */
async function readTimeZone(tx: Transaction, name: string): Promise<string> {
  const sql = `select name from pg_timezone_names where lower(name) = lower($1)`
  const known = isTimeZone(name) ? await maybeOne<{ name: string }>(tx, sql, [name]) : undefined
  if (known) return known.name
  throw new AppError('invalid', `"${name}" is not a time zone: choose one such as Europe/Berlin.`, {
    field: 'timeZone',
  })
}

/** Intl.supportedValuesOf has one name for each zone, which isn't the same everywhere: Europe/Kiev or Europe/Kyiv. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Only owners see the tokens in the URL of a webhook. */
function searchReply(search: StoredSearch, person: Person, box: () => SecretBox): SavedSearchReply {
  const { createdAt, stockedAt: _, ...view } = searchView(search, box)
  const isMasked = person.role !== 'owner' && view.destination === 'webhook'
  return {
    ...view,
    terms: chipsOfQuery(view.query),
    target: isMasked ? maskUrl(view.target) : view.target,
    secretOverlapUntil: view.secretOverlapUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    matchesSentAt: search.matchesSentAt?.toISOString() ?? null,
    lastEntryAt: search.lastEntryAt?.toISOString() ?? null,
    savedBy: search.savedBy,
    canChange: mayChange(search, person),
  }
}

/** Null also for a query that a later version of the language no longer knows. */
function chipsOfQuery(query: string): ChipTermReply[] | null {
  try {
    return (chipsOf(parseSignalQuery(query)) as ChipTermReply[] | undefined) ?? null
  } catch {
    return null
  }
}

function replyOfChange({ at, signals, ...change }: ChangeView): SearchChangeReply {
  return { ...change, at: at.toISOString(), signals: signals as unknown as SearchChangeReply['signals'] }
}
