// A team's rules for signing in: which domains join it, and whether passwords are accepted.

import type { Queryable, Transaction } from '../../db/index.ts'
import type { SettingsSession } from '../../http/index.ts'
import { isPlainDomain } from '../../meaning/companies/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Role, TeamSignOnReply } from '../../settings-contract/index.ts'
import { type Actor, recordAudit } from '../audit/index.ts'
import { requireTeam } from '../teams/index.ts'
import { noProvider } from './errors.ts'
import {
  deleteDomain,
  deletePasswordSessions,
  listDomains,
  listWithoutProvider,
  updateRequired,
  upsertDomain,
} from './queries.ts'

/** Anyone can have an address there, so it doesn't show where its holder works. */
const PUBLIC_MAIL = new Set(
  `aol.com fastmail.com gmail.com gmx.de gmx.net googlemail.com hotmail.com icloud.com live.com mac.com mail.com mail.ru
   me.com msn.com outlook.com proton.me protonmail.com qq.com t-online.de web.de yahoo.co.uk yahoo.com yandex.ru zoho.com
   163.com 126.com`.split(/\s+/),
)

const MAX_DOMAINS = 100

interface DomainChanges {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  /** Of people who join by one of the added domains. */
  readonly defaultRole: Role
}

export async function describeTeamSignOn(
  db: Queryable,
  teamId: string,
  provider: { readonly label: string; readonly issuer: string } | undefined,
): Promise<TeamSignOnReply> {
  const { requiresSignOn } = await requireTeam(db, teamId)
  const domains = await listDomains(db, teamId)
  return {
    label: provider?.label ?? null,
    domains: domains.map(({ domain, defaultRole }) => ({ domain, defaultRole })),
    required: requiresSignOn,
    withoutProvider: provider ? await listWithoutProvider(db, teamId, provider.issuer) : [],
  }
}

/** Call it under the team's lock. People who joined by a domain stay in the team when it is removed. */
export async function changeDomains(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { add, remove, defaultRole }: DomainChanges,
): Promise<void> {
  const [added, removed] = [add.map(readMailDomain), remove.map(readMailDomain)]
  for (const domain of removed) {
    if (!(await deleteDomain(tx, teamId, domain))) {
      throw new AppError('not_found', `The team has no domain ${domain}.`)
    }
  }
  for (const domain of added) {
    if (!(await upsertDomain(tx, teamId, { domain, defaultRole }))) {
      throw new AppError('conflict', `${domain} belongs to another team: a domain has one team.`)
    }
  }
  const left = await listDomains(tx, teamId)
  if (left.length > MAX_DOMAINS) throw new AppError('conflict', `A team can have at most ${MAX_DOMAINS} domains.`)
  if (left.length === 0 && (await requireTeam(tx, teamId)).requiresSignOn) {
    throw new AppError('conflict', 'The team requires sign-on, so it must keep a domain: add --require off.')
  }
  for (const [how, domains] of [['added', added] as const, ['removed', removed] as const]) {
    for (const name of domains) {
      const details = how === 'added' ? { domain: how, role: defaultRole } : { domain: how }
      await recordAudit(tx, actor, teamId, { action: 'team.domains_changed', target: { name }, details })
    }
  }
}

function readMailDomain(text: string): string {
  const domain = text.trim().toLowerCase().replace(/^@/, '')
  if (domain.length > 253 || !isPlainDomain(domain)) {
    throw new AppError('invalid', `${JSON.stringify(text.slice(0, 80))} is not a domain: write it like acme.example.`)
  }
  if (!PUBLIC_MAIL.has(domain)) return domain
  throw new AppError('invalid', `Anyone can have an address of ${domain}, so it can’t open a team.`)
}

/**
 * An owner does it for their own team, after signing in with the provider: then it is known to work. Call it under the
 * team's lock.
 */
export async function requireSignOn(
  tx: Transaction,
  session: SettingsSession,
  required: boolean,
  provider: { readonly label: string } | undefined,
): Promise<void> {
  if (required) {
    if (!provider) throw noProvider()
    if (session.signedInBy !== 'provider') {
      throw new AppError('conflict', `Sign in with ${provider.label} yourself first, so that nobody is locked out.`, {
        code: 'sign_on_first',
      })
    }
  }
  await setRequired(tx, session, session.teamId, required)
}

/** Call it under the team's lock. */
export async function setRequired(tx: Transaction, actor: Actor, teamId: string, required: boolean): Promise<void> {
  if (required && (await listDomains(tx, teamId)).length === 0) {
    throw new AppError('conflict', 'The team has no domain yet: an operator maps one with teams sign-on.', {
      code: 'no_domain',
    })
  }
  if (!(await updateRequired(tx, teamId, required))) return
  if (required) await deletePasswordSessions(tx, teamId)
  await recordAudit(tx, actor, teamId, { action: required ? 'team.sign_on_required' : 'team.sign_on_optional' })
}
