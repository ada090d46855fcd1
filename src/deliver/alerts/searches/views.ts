// Saved searches as people see them.

import type {
  AlertDestination,
  MessageState,
  SavedSearchState,
  SearchAction,
  Silence,
} from '../../../closed-sets/alerts.ts'
import { many, maybeOne, type Queryable } from '../../../db/index.ts'
import type { PublicSignal } from '../../../meaning/signals/index.ts'
import type { SecretBox } from '../../../platform/config/secret-box.ts'
import { isMuted } from '../addresses/mute-queries.ts'
import { type Answer, ENDPOINT_GONE_TEXT, explainAnswer } from './answer-texts.ts'
import { shownTarget } from './destination.ts'
import { type StoredSearch, selectSearches } from './saved-search-queries.ts'
import { requireSearch } from './saved-searches.ts'

export interface SearchView
  extends Pick<
    StoredSearch,
    | 'id'
    | 'name'
    | 'query'
    | 'filters'
    | 'list'
    | 'every'
    | 'awayDays'
    | 'destination'
    | 'secretOverlapUntil'
    | 'stockedAt'
    | 'createdAt'
  > {
  /** Its destination, without secrets. */
  readonly target: string
  readonly state: SavedSearchState
  /** The state as a sentence, with what to do about it. */
  readonly reason: string
  /** Its account list was deleted. */
  readonly hasLostList: boolean
  /** How many companies it has now. */
  readonly companies: number
}

export function searchView(search: StoredSearch, box: () => SecretBox): SearchView {
  const { id, name, query, filters, list, every, awayDays, destination, stockedAt, createdAt } = search
  const { target, members, secretOverlapUntil } = search
  const state = stateOf(search)
  return {
    ...{ id, name, query, filters, list, every, awayDays, destination, stockedAt, createdAt },
    target: shownTarget(destination, target, id, box),
    hasLostList: list === null && search.listId !== null,
    secretOverlapUntil,
    state,
    reason: reasonOf(state, search),
    companies: members,
  }
}

function stateOf(search: StoredSearch): SavedSearchState {
  const { problem, isGone, isNew, pausedAt, mutedAt, failures, isAllowed, hasAccess } = search
  if (isGone || problem !== null) return 'problem'
  if (pausedAt) return 'paused'
  if (mutedAt) return 'muted'
  if (!hasAccess) return 'problem'
  if (isAllowed === false) return 'unconfirmed'
  if (isNew) return 'getting_ready'
  return failures > 0 ? 'failing' : 'watching'
}

function reasonOf(state: SavedSearchState, search: StoredSearch): string {
  const { problem, isGone, failures, members, destination, lastAnswer } = search
  const answer = lastAnswer && explainAnswer(destination, lastAnswer)
  switch (state) {
    case 'problem':
      if (!isGone) return problem ?? NO_ACCESS
      return destination === 'slack' && answer ? `${answer} ${PAUSED_BY_SLACK}` : ENDPOINT_GONE_TEXT
    case 'paused':
      return 'It keeps watching but sends no alerts until you resume it.'
    case 'muted':
      return 'A link in an alert muted it. It sends no alerts until you resume it.'
    case 'unconfirmed':
      return 'Alerts start when someone opens the link in the confirmation email. The link works for seven days.'
    case 'getting_ready':
      return 'Finding the companies that match now. You won’t be alerted about current matches.'
    case 'failing':
      return `${answer ?? NOT_ACCEPTED} ${failures === 1 ? 'The last attempt' : `${failures} attempts in a row`} failed. A message is tried for about three days.`
    case 'watching':
      return members === 1 ? 'One company matches now.' : `${members.toLocaleString('en')} companies match now.`
  }
}

const NO_ACCESS =
  'The team’s plan has no API access, so no alerts are sent. Matches from this time aren’t sent later either.'
const NOT_ACCEPTED = 'The receiver didn’t accept the message.'
const PAUSED_BY_SLACK = 'The alert was paused. Change its destination, or resume it.'

export async function listSearches(db: Queryable, teamId: string, box: () => SecretBox): Promise<SearchView[]> {
  return (await selectSearches(db, teamId)).map((search) => searchView(search, box))
}

interface MessageView {
  readonly state: MessageState
  readonly attempts: number
  /** The receiver's last answer, and what to do about it. Null: it accepted the message, or got none yet. */
  readonly problem: string | null
}

export interface ChangeView {
  readonly id: string
  readonly at: Date
  readonly action: SearchAction
  /** Null for a company that was removed. */
  readonly company: { readonly id: string; readonly name: string; readonly domain: string } | null
  readonly match: number | null
  readonly signals: readonly PublicSignal[]
  readonly silence: Silence | null
  /** Of the message that it is part of. */
  readonly message: MessageView | null
  readonly isMuted: boolean
}

interface ChangeRow extends Omit<ChangeView, 'company' | 'message'> {
  readonly companyId: string | null
  readonly name: string
  readonly domain: string
  readonly state: MessageState | null
  readonly attempts: number
  /** The last one of its message. */
  readonly answer: Answer | null
  readonly [column: string]: unknown
}

/** The newest first. `before`: the id of the last change of the previous page. */
export async function readHistory(
  db: Queryable,
  teamId: string,
  searchId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<ChangeView[]> {
  const { n, destination } = await requireSearch(db, teamId, searchId)
  const rows = await many<ChangeRow>(
    db,
    `select c.id, c.at, c.action, c.match, c.signals, c.silence, o.id as "companyId", o.name, o.domain,
            case when m.state = 'sent' then coalesce(i.state, m.state) else m.state end as state,
            coalesce(i.attempts, m.attempts, 0) as attempts,
            case when i.answer is not null then json_build_object('status', null, 'reason', null, 'excerpt', i.answer)
                 else a.answer end as answer,
            ${isMuted('c.search', 'c.company')} as "isMuted"
       from search_changes c left join companies o on o.ordinal = c.company
       left join search_messages m on m.id = c.message
       left join mails i on i.about = 'alert:' || m.id
       left join lateral (select json_build_object('status', t.status, 'reason', t.reason, 'excerpt', t.excerpt) as answer
                            from search_attempts t
                           where t.message = m.id order by t.attempt desc limit 1) a on true
      where c.search = $1
        and ($3::uuid is null or c.n < (select b.n from search_changes b where b.id = $3 and b.search = $1))
      order by c.n desc limit $2`,
    [n, limit, before ?? null],
  )
  return rows.map(({ companyId, name, domain, state, attempts, answer, ...change }) => ({
    ...{ id: change.id, at: change.at, action: change.action, match: change.match, signals: change.signals },
    ...{ silence: change.silence, isMuted: change.isMuted },
    company: companyId === null ? null : { id: companyId, name, domain },
    message: state === null ? null : messageView(destination, { state, attempts, answer }),
  }))
}

interface JudgedChange {
  readonly searchId: string
  readonly query: string
  readonly companyId: string | null
  readonly signals: readonly PublicSignal[]
  readonly [column: string]: unknown
}

/** One entry of the history of any of the team's searches. */
export async function readChange(db: Queryable, teamId: string, changeId: string): Promise<JudgedChange | undefined> {
  return maybeOne<JudgedChange>(
    db,
    `select s.id as "searchId", s.query, o.id as "companyId", c.signals
       from search_changes c join saved_searches s on s.n = c.search left join companies o on o.ordinal = c.company
      where c.id = $2 and s.team_id = $1`,
    [teamId, changeId],
  )
}

function messageView(
  destination: AlertDestination,
  { state, attempts, answer }: Pick<ChangeRow, 'attempts' | 'answer'> & { readonly state: MessageState },
): MessageView {
  return { state, attempts, problem: state === 'sent' || !answer ? null : explainAnswer(destination, answer) }
}
