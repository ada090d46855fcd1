// Where alerts may be mailed: to members of the team with a verified address, and to addresses confirmed by a link that
// was only ever mailed to them. So the service can't be used to spam strangers: all they get is the confirmation
// request, once a day from all teams together, and a team can ask only a few.

import { many, maybeOne, one, type Queryable, type Transaction } from '../../../db/index.ts'
import type { MailContent, Mailer } from '../../../mail/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { hashOf, invalidLink, openLink } from './sealed-links.ts'

const LINK = { context: 'alert address', from: 'mail', instead: 'Ask the team to send you another one.' }

interface AddressLink {
  readonly teamId: string
  readonly address: string
  readonly expiresAt: number
}

const VALID_SECONDS = 7 * 86_400
/** Of one team. */
const MAX_UNCONFIRMED = 10
const ASK_AGAIN = '1 day'
/** Earlier requests of other teams go first, a day apart. One that would wait longer is not sent. */
const MAX_DELAY = '6 days'

/** A row of alert_addresses whose link has expired. It doesn't count toward the limit, and is deleted. */
export const EXPIRED_QUESTION = `confirmed_at is null and asked_at < now() - make_interval(secs => ${VALID_SECONDS})`

/** Whether the address of the search `s` may be mailed to. */
export const MAIL_ALLOWED = `(
  exists (select from alert_addresses d
           where d.team_id = s.team_id and d.address = lower(s.target) and d.confirmed_at is not null)
  or exists (select from team_members r join accounts c on c.id = r.account_id
              where r.team_id = s.team_id and c.email = lower(s.target) and c.proven_at is not null))`

export async function mayMail(db: Queryable, n: number): Promise<boolean> {
  return (await one<{ ok: boolean }>(db, `select ${MAIL_ALLOWED} as ok from saved_searches s where s.n = $1`, [n])).ok
}

/**
 * No team may mail alerts to the address any more until it confirms again. Returns the searches that did: they stay,
 * and show that their address is not confirmed.
 */
export async function forgetAddress(tx: Transaction, address: string): Promise<{ id: string; name: string }[]> {
  await tx.query(`delete from alert_addresses where address = $1`, [address])
  return many(
    tx,
    `select id, name from saved_searches where destination = 'mail' and lower(target) = $1 order by name, id`,
    [address],
  )
}

interface Asking {
  readonly mailer: Mailer
  readonly box: SecretBox
  /** Unix seconds. */
  readonly now: number
}

export function addressToken(box: SecretBox, teamId: string, address: string, now: number): string {
  return box.seal(JSON.stringify({ teamId, address, expiresAt: now + VALID_SECONDS }), LINK.context)
}

/**
 * Sends the search's address a confirmation request, unless it is confirmed or the team sent one within a day. If
 * another team did, the request is sent later. The team can't see the difference, so the other team isn't revealed.
 */
export async function askAddress(tx: Transaction, teamId: string, n: number, asking: Asking): Promise<void> {
  const { team, address, isAllowed } = await one<{ team: string; address: string; isAllowed: boolean }>(
    tx,
    `select t.name as team, lower(s.target) as address, ${MAIL_ALLOWED} as "isAllowed"
       from saved_searches s join teams t on t.id = s.team_id where s.n = $1 for no key update of t`,
    [n],
  )
  if (isAllowed) return
  const { others } = await one<{ others: number }>(
    tx,
    `select count(*)::int as others from alert_addresses
      where team_id = $1 and confirmed_at is null and not (${EXPIRED_QUESTION}) and address <> $2`,
    [teamId, address],
  )
  if (others >= MAX_UNCONFIRMED) throw tooMany()
  const mayAsk = await maybeOne(
    tx,
    `insert into alert_addresses as d (team_id, address) values ($1, $2)
     on conflict (team_id, address) do update set asked_at = now() where d.asked_at < now() - interval '${ASK_AGAIN}'
     returning 1`,
    [teamId, address],
  )
  if (!mayAsk) return
  const delaySeconds = await takeTurn(tx, address)
  if (delaySeconds === undefined) return
  // The link is valid from when it is sent.
  await tx.query(
    `update alert_addresses set asked_at = now() + make_interval(secs => $3) where team_id = $1 and address = $2`,
    [teamId, address, delaySeconds],
  )
  const { mailer, box, now } = asking
  const token = addressToken(box, teamId, address, now + delaySeconds)
  await mailer.enqueue(tx, {
    kind: 'alert',
    to: address,
    teamId,
    about: `alert-address:${hashOf(`${teamId} ${address}`)}:${now + delaySeconds}`,
    content: questionMail(team, `${mailer.publicUrl()}/confirm-address#${token}`),
    delaySeconds,
  })
}

/**
 * The seconds until a confirmation request may be sent: 0, or until a day after the last one that any team has sent or
 * will send. Undefined if that is too far away. Concurrent requests wait for each other's row, so no two get the same
 * slot.
 */
async function takeTurn(tx: Transaction, address: string): Promise<number | undefined> {
  const turn = await maybeOne<{ delaySeconds: number }>(
    tx,
    `insert into address_questions as q (address, asked_at) values ($1, now())
     on conflict (address) do update set asked_at = greatest(now(), q.asked_at + interval '${ASK_AGAIN}')
           where q.asked_at + interval '${ASK_AGAIN}' <= now() + interval '${MAX_DELAY}'
     returning ceil(extract(epoch from asked_at - now()))::int as "delaySeconds"`,
    [address],
  )
  return turn?.delaySeconds
}

export function questionMail(team: string, url: string): MailContent {
  return {
    subject: `Do you want alerts from the team “${team}”?`,
    heading: `The team “${team}” wants to send you alerts`,
    blocks: [
      {
        kind: 'text',
        text: 'Pro Signal sends a message when a new company matches a search. The team chose this address for such alerts. Nothing is sent until you confirm it.',
      },
      { kind: 'button', label: 'Confirm this address', url },
      { kind: 'note', text: 'The link is valid for seven days. Every alert has a link that ends them.' },
    ],
    footer: 'If you don’t know the team, ignore this mail: you get no alerts.',
  }
}

const tooMany = () =>
  new AppError(
    'conflict',
    `At most ${MAX_UNCONFIRMED} addresses can wait to be confirmed: use the address of a member of the team, or ask those people to open their link first.`,
    { field: 'to', code: 'too_many_addresses' },
  )

export interface AddressView {
  readonly team: string
  readonly address: string
  readonly isConfirmed: boolean
}

/** What the link would confirm. */
export async function readAddress(db: Queryable, box: SecretBox, token: string, now: number): Promise<AddressView> {
  const { teamId, address } = openLink<AddressLink>(box, token, now, LINK)
  const row = await maybeOne<AddressView & { [column: string]: unknown }>(
    db,
    `select t.name as team, d.address, d.confirmed_at is not null as "isConfirmed"
       from alert_addresses d join teams t on t.id = d.team_id where d.team_id = $1 and d.address = $2`,
    [teamId, address],
  )
  if (!row) throw invalidLink('The team no longer wants to send alerts to this address.')
  return row
}

export async function confirmAddress(
  tx: Transaction,
  box: SecretBox,
  token: string,
  now: number,
): Promise<AddressView> {
  const { teamId, address } = openLink<AddressLink>(box, token, now, LINK)
  await tx.query(
    `update alert_addresses set confirmed_at = coalesce(confirmed_at, now()) where team_id = $1 and address = $2`,
    [teamId, address],
  )
  return readAddress(tx, box, token, now)
}
