// Links that mute a company or a search without signing in. The token is sealed with the service's keys, so it can't be
// forged; it works once and for 30 days.

import type { AlertDestination } from '../../../closed-sets/alerts.ts'
import { maybeOne, type Queryable, type Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { insertMute } from '../addresses/mute-queries.ts'
import { hashOf, invalidLink, openLink } from '../addresses/sealed-links.ts'
import type { AlertLinks } from './alert-content.ts'

const LINK = {
  context: 'mute link',
  from: 'message',
  instead: 'A team owner can mute it on the Alerts page instead.',
}
export const UNSUBSCRIBE_PATH = '/unsubscribe'
const VALID_SECONDS = 30 * 86_400

interface MuteLink {
  readonly searchId: string
  /** Undefined: the whole search. */
  readonly companyId?: string
  /** Unix seconds. */
  readonly expiresAt: number
}

export function muteToken(box: SecretBox, searchId: string, companyId: string | undefined, now: number): string {
  const link: MuteLink = { searchId, ...(companyId !== undefined && { companyId }), expiresAt: now + VALID_SECONDS }
  return box.seal(JSON.stringify(link), LINK.context)
}

/** The token is in the fragment of the URL, which browsers don't send: it stays out of logs and of mail scanners' requests. */
export function alertLinks(url: string, box: SecretBox, searchId: string, now: number): AlertLinks {
  const isPublic = url.startsWith('https://')
  const mute = (companyId?: string) => `${url}/mute#${muteToken(box, searchId, companyId, now)}`
  return {
    dossier: (companyId, signalId) =>
      `${url}/explore/companies/${companyId}${signalId === undefined ? '' : `?signal=${signalId}`}`,
    search: (id) => `${url}/alerts/${id}`,
    muteSearch: () => mute(),
    muteCompany: (companyId) => mute(companyId),
    // A mail program requests it, so everything is in the URL. Logs have no query strings.
    unsubscribe: () =>
      isPublic ? `${url}${UNSUBSCRIBE_PATH}?token=${muteToken(box, searchId, undefined, now)}` : undefined,
  }
}

export interface MuteView {
  readonly search: string
  /** Null: the whole search. */
  readonly company: string | null
  /** The muted destination. */
  readonly destination: AlertDestination
  readonly isUsed: boolean
}

/** What the link would mute. */
export async function readMute(db: Queryable, box: SecretBox, token: string, now: number): Promise<MuteView> {
  const link = openLink<MuteLink>(box, token, now, LINK)
  const row = await maybeOne<MuteView & { [column: string]: unknown }>(
    db,
    `select s.name as search, c.name as company, s.destination, exists (select from used_mute_links where link = $3) as "isUsed"
       from saved_searches s left join companies c on c.id = $2 where s.id = $1`,
    [link.searchId, link.companyId ?? null, hashOf(token)],
  )
  if (!row) throw invalidLink('This alert was deleted, so it sends no more messages.')
  return row
}

/** Mutes, once: a second use of the link is an error. */
export async function useMuteLink(tx: Transaction, box: SecretBox, token: string, now: number): Promise<MuteView> {
  const link = openLink<MuteLink>(box, token, now, LINK)
  const view = await readMute(tx, box, token, now)
  const { rowCount } = await tx.query(
    `insert into used_mute_links (link, expires_at) values ($1, to_timestamp($2)) on conflict do nothing`,
    [hashOf(token), link.expiresAt],
  )
  if (rowCount === 0) throw new AppError('conflict', 'This link was used already.', { code: 'link_used' })
  if (link.companyId === undefined) {
    await tx.query(`update saved_searches set muted_at = coalesce(muted_at, now()) where id = $1`, [link.searchId])
  } else {
    await insertMute(tx, link.searchId, link.companyId)
  }
  return { ...view, isUsed: true }
}
