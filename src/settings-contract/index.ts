// The settings API, declared once for the server and the screen. Both are typed by these declarations: a side that
// doesn't follow a change here doesn't compile.
//
// A route takes two entries. The file of its subject, such as keys.ts, declares it: `createKey: route({ method, path,
// params, query, body, reply })`, where the last four are typebox schemas. access.ts says who may call it. A route
// without an entry there doesn't compile.
//
// - The server mounts a handler: `settingsRoute(app, contract.createKey, async ({ session, body }) => …)`. Before
//   the handler runs, the server has checked the caller's access and validated the input. The reply is cut to the
//   fields that its schema declares. A route that isn't declared here can't be mounted.
// - The screen calls the route: `callApi(contract.createKey, { body })`, or `useApiQuery` and `useApiMutation`,
//   which use callApi. `may({ role, apiAccess }, contract.createKey)` says whether to show the button.
//
// Errors. Every status except 200 has the body `{ error: { code, message, status, requestId } }` (`ErrorReply`). Branch
// on `code`; `message` is written for the user. Codes that most routes share: 401 `not_signed_in` (no session, or it
// has ended), 403 `owners_only`, 403 `api_access_required`, 404 `not_found` (also for a malformed id in the path), and
// 422 `validation_failed` with `details: [{ field, message }]`. The comment of a route lists its own codes.
//
// Team. The session has one team at a time, and every tab shares the session. So every call of the screen names the
// team that the page shows (`x-team`). If the session has moved to another team, the call is 409 `team_changed` and
// does nothing. This isn't checked without the header, for routes that anyone may call, and for switchTeam.
//
// CSRF. There is no CSRF token. The browser itself sends the session cookie (SameSite=Lax), Origin and Sec-Fetch-Site.
// The server checks these two headers: a request from another site is 403 `foreign_origin`, a write over plain HTTP is
// 403 `insecure_origin` except on loopback. A POST or a PUT must have `Content-Type: application/json`. Nothing else is
// needed.
//
// The contract imports only typebox and src/closed-sets, so the screen's build includes it as it is (1.4 kB of typebox
// in gzip).

import type { Static } from 'typebox'
import type { Role } from '../closed-sets/teams.ts'
import { ACCESS } from './access.ts'
import type { SavedSearch, SearchChange } from './alerts.ts'
import type { AuditEntry } from './audit.ts'
import type { ChipTerm, CountedSearch, Loosening } from './builder/routes.ts'
import type { DeliveryAttempt, DeliveryEvent } from './deliveries.ts'
import type { Decision, Disposition } from './dispositions.ts'
import type {
  ClauseDefinition,
  CompanyDossier,
  ExploreSearch,
  ExploreSignal,
  FoundCompany,
  FoundPage,
  SlicePage,
  SliceSearch,
  SliceSummary,
} from './explore.ts'
import type { FeedbackEntry } from './feedback.ts'
import type { Import, ImportMapping, ImportPreview, SavedMapping } from './imports/imports.ts'
import type { IssuedKey, Key } from './keys.ts'
import type { AccountList, AccountsReport, ListEntry, ListUser } from './lists/lists.ts'
import type { MonitoredCompany, Monitoring, WaitingBoard } from './lists/monitoring.ts'
import type { LoggedRequest } from './requests.ts'
import type { Access, RouteDeclaration } from './route.ts'
import { ROUTES, type RouteName } from './routes.ts'
import type { OpenSession, Session } from './session.ts'
import type { TeamSignOn } from './sign-on/routes.ts'
import type { Invitation, Member } from './team.ts'
import type { TodayRow } from './today.ts'
import type { Allowance, Bucket } from './usage.ts'
import type { Webhook } from './webhooks.ts'
import type { WindowBrief, WindowRow, WindowSearch } from './windows.ts'

type Contract = {
  readonly [Name in RouteName]: (typeof ROUTES)[Name] & { readonly name: Name; readonly access: (typeof ACCESS)[Name] }
}

export const contract = Object.fromEntries(
  Object.entries(ROUTES).map(([name, declaration]: [string, RouteDeclaration]) => [
    name,
    { ...declaration, name, access: ACCESS[name as RouteName] },
  ]),
) as Contract

/** Whether the caller may call the route. The server enforces it; the screen hides what the server would reject. */
export function may(caller: { role: Role; apiAccess: boolean } | undefined, { access }: { access: Access }): boolean {
  if (access === 'anyone') return true
  if (!caller) return false
  if (access.endsWith('_with_api_access') && !caller.apiAccess) return false
  return caller.role === 'owner' || !access.startsWith('owner')
}

export type SessionReply = Static<typeof Session>
export type OpenSessionReply = Static<typeof OpenSession>
export type TeamSignOnReply = Static<typeof TeamSignOn>
export type KeyReply = Static<typeof Key>
export type IssuedKeyReply = Static<typeof IssuedKey>
export type AllowanceReply = Static<typeof Allowance>
export type BucketReply = Static<typeof Bucket>
export type MemberReply = Static<typeof Member>
export type InvitationReply = Static<typeof Invitation>
export type AuditEntryReply = Static<typeof AuditEntry>
export type WebhookReply = Static<typeof Webhook>
export type AttemptReply = Static<typeof DeliveryAttempt>
export type DeliveryEventReply = Static<typeof DeliveryEvent>
export type SavedSearchReply = Static<typeof SavedSearch>
export type SearchChangeReply = Static<typeof SearchChange>
export type ExploreSearchBody = Static<typeof ExploreSearch>
export type ExploreSignalReply = Static<typeof ExploreSignal>
export type FoundCompanyReply = Static<typeof FoundCompany>
export type FoundPageReply = Static<typeof FoundPage>
export type LoggedRequestReply = Static<typeof LoggedRequest>
export type SliceSummaryReply = Static<typeof SliceSummary>
export type SliceSearchQuery = Static<typeof SliceSearch>
export type SlicePageReply = Static<typeof SlicePage>
export type AccountListReply = Static<typeof AccountList>
export type MonitoringReply = Static<typeof Monitoring>
export type MonitoredCompanyReply = Static<typeof MonitoredCompany>
export type WaitingBoardReply = Static<typeof WaitingBoard>
export type ImportReply = Static<typeof Import>
export type ImportMappingBody = Static<typeof ImportMapping>
export type ImportPreviewReply = Static<typeof ImportPreview>
export type SavedMappingReply = Static<typeof SavedMapping>
export type ListEntryReply = Static<typeof ListEntry>
export type AccountsReportReply = Static<typeof AccountsReport>
export type ListUserReply = Static<typeof ListUser>
export type DecisionBody = Static<typeof Decision>
export type DispositionReply = Static<typeof Disposition>
export type DossierReply = Static<typeof CompanyDossier>
export type TodayRowReply = Static<typeof TodayRow>
export type ChipTermReply = Static<typeof ChipTerm>
export type CountedSearchBody = Static<typeof CountedSearch>
export type LooseningReply = Static<typeof Loosening>
export type ClauseReply = Static<typeof ClauseDefinition>
export type WindowRowReply = Static<typeof WindowRow>
export type WindowBriefReply = Static<typeof WindowBrief>
export type WindowSearchQuery = Static<typeof WindowSearch>
export type FeedbackReply = Static<typeof FeedbackEntry>

/** An error in one field. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
  /** For a signal query: where the syntax error is, in UTF-16 code units from 0. */
  readonly position?: number
  readonly length?: number
  readonly expected?: readonly string[]
  /** Texts that can replace the part at `position`. */
  readonly suggestions?: readonly string[]
}

/** The body of every error. */
export interface ErrorReply {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly status: number
    readonly requestId: string
    readonly details?: readonly ErrorDetail[]
    /** For a 429: the limit that is used up, and when it resets, in Unix seconds. Times in `message` are in UTC. */
    readonly limitType?: string
    readonly limit?: number
    readonly remaining?: number
    readonly resetUnix?: number
  }
}

export { ALERT_DESTINATIONS, ALERT_INTERVALS, MAX_SAVED_SEARCHES, SLACK_HOSTS } from '../closed-sets/alerts.ts'
export { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from '../closed-sets/audit.ts'
export { LIST_MONITORING, type ListMonitoring } from '../closed-sets/collecting.ts'
export { type DispositionKind, MAX_DISPOSITIONS, MAX_SNOOZE_DAYS } from '../closed-sets/dispositions.ts'
export { type StatementPart, VERDICTS, type Verdict } from '../closed-sets/feedback.ts'
export { IMPORT_STATES, type ImportState, TEAM_IMPORTS, type TeamImports } from '../closed-sets/imports.ts'
export { GRACES, KEY_SCOPES, KEY_STATES, type KeyScope } from '../closed-sets/keys.ts'
export { BUCKETS, PLAN_NAMES, type PlanName } from '../closed-sets/plans.ts'
export {
  EMPLOYER_KINDS,
  FUNDING_STAGES,
  REPORTED_TYPES,
  SCORE_COMPONENTS,
  SIGNAL_TYPE_TABLE,
  SIGNAL_TYPES,
  type SignalType,
  SORTS,
} from '../closed-sets/signals.ts'
export { ROLES, type Role, type SignInMethod } from '../closed-sets/teams.ts'
export {
  ATTEMPT_OUTCOMES,
  EVENT_STATES,
  LISTED_EVENT_STATES,
  NOTICE_KINDS,
  OVERLAPS,
  PAUSE_REASONS,
  WEBHOOK_STATES,
} from '../closed-sets/webhooks.ts'
export type { ActorKind } from './audit.ts'
export { CRM_PAGE_SIZE } from './crm/routes.ts'
export { MAX_QUERY_LENGTH } from './explore.ts'
export { MAX_WORD_LENGTH } from './feedback.ts'
export { type FeedbackAboutReply, feedbackKey } from './feedback-key.ts'
export {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
  MAX_MAPPINGS,
  MAX_PART_BYTES,
  MAX_SAMPLE_BYTES,
  MAX_STORED_REJECTS,
} from './imports/imports.ts'
export { MAX_KEY_NETWORKS, MAX_WORKING_KEYS } from './keys.ts'
export { ENTRY_STATES, LIST_PAGE_SIZE, MAX_ACCOUNTS_LENGTH, MAX_LIST_ENTRIES, MAX_LISTS } from './lists/lists.ts'
export { MONITORING_PAGE_SIZE, MONITORING_STATES } from './lists/monitoring.ts'
export { STATUS_CLASSES } from './requests.ts'
export {
  type Access,
  type InputOf,
  type ReplyOf,
  type RouteDeclaration,
  SETTINGS_PREFIX,
  type SettingsRoute,
  TEAM_HEADER,
  urlOf,
} from './route.ts'
export type { RouteName } from './routes.ts'
export { PASSWORD_LENGTH } from './schemas.ts'
export { MAX_MEMBERS, MAX_OPEN_INVITATIONS } from './team.ts'
export { AUTH_KEY_LENGTH, MAX_ONCE_DAYS, MAX_WEBHOOKS } from './webhooks.ts'
export { MAX_FREE_COMPANIES, WINDOW_SORTS, type WindowSort } from './windows.ts'
export { companySummary, countryNameOf, type SummaryFacts } from './words/company-summary.ts'
export { cleanName, MAX_NAME_LENGTH, nameProblemOf } from './words/names.ts'
export { slugWords } from './words/slug-words.ts'
