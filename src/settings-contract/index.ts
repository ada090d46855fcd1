// The settings API, declared once. The server mounts handlers by it, `settingsRoute(app, contract.createKey, …)`, and
// the screen calls by it, `call(contract.createKey, { body })`: a change here that one side does not follow does not
// compile. It imports nothing but typebox and src/closed-sets, so that the screen's build can take it as it is (1.4 kB of typebox in gzip).
//
// Every call sends the cookie of the session, and a write sends Content-Type: application/json; nothing else is needed
// against forgery, since the browser's own Origin and Sec-Fetch-Site are checked. An error is
// `{ error: { code, message, status, requestId } }`, its message written for the reader of the screen; 401 not_signed_in
// means that the session has ended, 422 validation_failed has `details: [{ field, message }]`.

import type { Static } from 'typebox'
import type { Role } from '../closed-sets/teams.ts'
import { ACCESS } from './access.ts'
import type { AuditEntry } from './audit.ts'
import type {
  ClauseDefinition,
  CompanyDossier,
  ExploreSearch,
  ExploreSignal,
  FoundCompany,
  FoundPage,
} from './explore.ts'
import type { IssuedKey, Key } from './keys.ts'
import type { Access, RouteDeclaration } from './route.ts'
import { ROUTES, type RouteName } from './routes.ts'
import type { OpenSession, Session } from './session.ts'
import type { Invitation, Member } from './team.ts'
import type { Bucket } from './usage.ts'
import type { Attempt, Notice, Webhook } from './webhooks.ts'

type Contract = {
  readonly [Name in RouteName]: (typeof ROUTES)[Name] & { readonly name: Name; readonly access: (typeof ACCESS)[Name] }
}

export const contract = Object.fromEntries(
  Object.entries(ROUTES).map(([name, declaration]: [string, RouteDeclaration]) => [
    name,
    { ...declaration, name, access: ACCESS[name as RouteName] },
  ]),
) as Contract

/** Whether somebody of this role in a team with or without API access may call. The screen hides by it what the server would refuse. */
export function may(who: { role: Role; apiAccess: boolean } | undefined, { access }: { access: Access }): boolean {
  if (access === 'anyone') return true
  if (!who) return false
  if (access.endsWith('_with_api_access') && !who.apiAccess) return false
  return who.role === 'owner' || access.startsWith('member')
}

export type SessionReply = Static<typeof Session>
export type OpenSessionReply = Static<typeof OpenSession>
export type KeyReply = Static<typeof Key>
export type IssuedKeyReply = Static<typeof IssuedKey>
export type BucketReply = Static<typeof Bucket>
export type MemberReply = Static<typeof Member>
export type InvitationReply = Static<typeof Invitation>
export type AuditEntryReply = Static<typeof AuditEntry>
export type WebhookReply = Static<typeof Webhook>
export type AttemptReply = Static<typeof Attempt>
export type NoticeReply = Static<typeof Notice>
export type ExploreSearchBody = Static<typeof ExploreSearch>
export type ExploreSignalReply = Static<typeof ExploreSignal>
export type FoundCompanyReply = Static<typeof FoundCompany>
export type FoundPageReply = Static<typeof FoundPage>
export type DossierReply = Static<typeof CompanyDossier>
export type ClauseReply = Static<typeof ClauseDefinition>

/** What is wrong with one field. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
  /** Of a signal query: where it cannot be read, in UTF-16 units from 0, and texts to put in place of that part. */
  readonly position?: number
  readonly length?: number
  readonly expected?: readonly string[]
  readonly suggestions?: readonly string[]
}

/** The body of every refusal. */
export interface ErrorReply {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly status: number
    readonly requestId: string
    readonly details?: readonly ErrorDetail[]
    /** Of 429: which budget is full, and when there is room again, in Unix seconds. */
    readonly limitType?: string
    readonly resetUnix?: number
  }
}

export { GRACES, KEY_STATES } from '../closed-sets/keys.ts'
export { BUCKETS, PLAN_NAMES, type PlanName } from '../closed-sets/plans.ts'
export { FUNDING_STAGES, SCORE_COMPONENTS, SIGNAL_TYPES, SORTS } from '../closed-sets/signals.ts'
export { ROLES, type Role } from '../closed-sets/teams.ts'
export {
  ATTEMPT_OUTCOMES,
  EVENT_STATES,
  NOTICE_KINDS,
  OVERLAPS,
  PAUSE_REASONS,
  WEBHOOK_STATES,
} from '../closed-sets/webhooks.ts'
export { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from './audit.ts'
export {
  type Access,
  type InputOf,
  type ReplyOf,
  type RouteDeclaration,
  SETTINGS_PREFIX,
  type SettingsRoute,
  urlOf,
} from './route.ts'
export type { RouteName } from './routes.ts'
export { PASSWORD_LENGTH } from './schemas.ts'
export { AUTH_KEY_LENGTH, WEBHOOKS_MOST } from './webhooks.ts'
