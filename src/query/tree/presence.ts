// What a clause is about: the present, the past or both. This is decided here, once, when a query is parsed. The
// evaluator, the index and SQL read the result, and a printed query leaves out what this file would fill in.
//
// - A job, a page and a tool last for a while. Their clauses match those that last now, unless they state a status.
// - A step of THEN is history: it matches every status.
// - A tool in use or a page that is up existed before its first visit, so its time says when it was first seen, not
//   when it began. A clause of tools or pages that asks for a time matches only what was seen to begin or end, unless
//   it states the change.
// - A tool that jobs only ask for isn't known to be in use. Clauses of tools leave it out, unless they state the basis.
// - A rumour isn't a round. Clauses of rounds leave it out, unless they ask for it.

import { CONTINUING_CHANGES, ENDING_CHANGES, isEnding, isLastingType, isStateType } from '../../meaning/types/index.ts'
import type { Clause, Condition, EqualCondition, Presence } from './tree.ts'

/** The values of the condition `status`. */
export const CLAUSE_STATUSES = ['active', 'closed', 'any'] as const
export type ClauseStatus = (typeof CLAUSE_STATUSES)[number]

/** The value of the conditions `basis` and `rumour` that takes every tool and every round. */
export const ANY = 'any'
const ASKED = 'asked'

/** The clause with its meaning filled in. `status` is what the query states. */
export function withMeaning({ presence: _, news: __, ...clause }: Clause, status?: ClauseStatus): Clause {
  const presence = presenceOf(clause, status ?? defaultStatus(clause))
  return { ...clause, ...(presence && { presence }), ...(asksForNews(clause) && { news: true as const }) }
}

/** The status that a printed clause must state; undefined if it is the default. */
export function statedStatus(clause: Clause): ClauseStatus | undefined {
  const status = clause.presence === undefined ? 'any' : clause.presence === 'closed' ? 'closed' : 'active'
  return status === defaultStatus(clause) ? undefined : status
}

function defaultStatus({ type, closedDays, step }: Clause): ClauseStatus {
  if (closedDays !== undefined) return 'closed'
  return !step && isLastingType(type) ? 'active' : 'any'
}

function presenceOf(clause: Omit<Clause, 'presence' | 'news'>, status: ClauseStatus): Presence | undefined {
  if (status === 'any') return undefined
  if (status === 'closed') return 'closed'
  // A drop is in force until the tool is adopted again.
  const asksForEnd = clause.conditions.some(({ field, ...condition }) => field === 'change' && namesEnd(condition))
  if (asksForEnd) return 'active'
  return takesAsked(clause) ? 'named' : 'present'
}

/** Whether a tool that jobs only ask for can match. */
function takesAsked({ anyBasis, conditions }: Pick<Clause, 'anyBasis' | 'conditions'>): boolean {
  const stated = conditions.filter(({ field }) => field === 'basis') as readonly EqualCondition[]
  return (
    anyBasis === true ||
    (stated.length > 0 && stated.every(({ op, values }) => (op === ':') === values.includes(ASKED)))
  )
}

/** Whether the clause implicitly leaves out signals of its type. */
export function leavesOutSome(clause: Clause): boolean {
  return leavesOutAsked(clause) || leavesOutRumours(clause)
}

function leavesOutAsked(clause: Clause): boolean {
  const { type, conditions, presence } = clause
  if (type === 'any') return presence === 'present'
  return type === 'tool' && !takesAsked(clause) && !conditions.some(({ field }) => field === 'basis')
}

function leavesOutRumours({ type, anyRumour, conditions }: Clause): boolean {
  return type === 'funding' && !anyRumour && !conditions.some(({ field }) => field === 'rumour')
}

function namesEnd(condition: Omit<Condition, 'field'>): boolean {
  const { op, values = [] } = condition as Partial<EqualCondition>
  return op === ':' && values.some(isEnding)
}

function asksForNews({ type, conditions, withinDays, since, step }: Clause): boolean {
  if (!isStateType(type) || conditions.some(({ field }) => field === 'change')) return false
  return withinDays !== undefined || since !== undefined || step === true
}

const STATUS = { field: 'status', kind: 'enum', op: ':' } as const
const ACTIVE: Condition = { ...STATUS, values: ['active'] }
const CLOSED: Condition = { ...STATUS, values: ['closed'] }
const NOT_ENDED: Condition = { field: 'change', kind: 'enum', op: '!:', values: ENDING_CHANGES }
const NOT_ASKED: Condition = { field: 'basis', kind: 'enum', op: '!:', values: [ASKED] }
const NO_RUMOUR: Condition = { field: 'rumour', kind: 'boolean', op: '!:', values: [true] }
const NEWS: Condition = { field: 'change', kind: 'enum', op: '!:', values: CONTINUING_CHANGES }

/** Every condition on one signal: those that the query states, and those that its meaning adds. */
export function conditionsOf(clause: Clause): readonly Condition[] {
  const { type, conditions, presence, news } = clause
  if (!presence && !news && !leavesOutSome(clause)) return conditions
  return [
    ...conditions,
    ...(presence === undefined ? [] : [presence === 'closed' ? CLOSED : ACTIVE]),
    ...((presence === 'present' || presence === 'named') && (type === 'any' || isStateType(type)) ? [NOT_ENDED] : []),
    ...(news ? [NEWS] : []),
    ...(leavesOutAsked(clause) ? [NOT_ASKED] : []),
    ...(leavesOutRumours(clause) ? [NO_RUMOUR] : []),
  ]
}
