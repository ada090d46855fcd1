// Lists whose companies are watched: how far each company is, and the boards that wait for a decision.

import { Type } from 'typebox'
import { LIST_MONITORING } from '../../closed-sets/collecting.ts'
import { SIGNAL_TYPES } from '../../closed-sets/signals.ts'
import { route } from '../route.ts'
import { Count, EmptyBody, EmptyReply, Id, nullable, STRICT, Time } from '../schemas.ts'

/** The number of companies on a page. */
export const MONITORING_PAGE_SIZE = 50

/**
 * The progress of a monitored company. queued: not visited yet. looking: the first sources were visited. board: its
 * jobs are watched. decision: a board was found that an owner may accept. operator: one that only the operator may.
 * nothing: no job board was found; the website is watched. unreachable: its website does not answer. beyond: the team's
 * limit leaves it out. part: it is a part of another domain.
 */
export const MONITORING_STATES = [
  'decision',
  'operator',
  'board',
  'nothing',
  'unreachable',
  'looking',
  'queued',
  'beyond',
  'part',
] as const

export const MonitoredCompany = Type.Object({
  domain: Type.String(),
  /** Null: not known yet. */
  name: nullable(Type.String()),
  companyId: nullable(Id),
  state: Type.Enum(MONITORING_STATES),
  /** Systems of its job boards, in words. */
  boards: Type.Array(Type.String()),
  openJobs: Count,
  /** What a complete visit has looked for. */
  types: Type.Array(Type.Enum(SIGNAL_TYPES)),
  firstVisitAt: nullable(Time),
  lastVisitAt: nullable(Time),
  nextVisitAt: nullable(Time),
  /** Of an unreachable one: why. */
  failure: nullable(Type.String()),
})

export const WaitingBoard = Type.Object({
  id: Count,
  domain: Type.String(),
  name: nullable(Type.String()),
  /** The job board system, the register, or that the website has moved, in words. */
  kind: Type.String(),
  target: Type.String(),
  /** The page of the company's website that leads to it. */
  page: Type.String(),
  why: Type.String(),
  foundAt: Time,
  /** An owner of the team may say that it is the company's. Otherwise the operator does. */
  forOwners: Type.Boolean(),
})

const listParams = Type.Object({ listId: Id })
const counts = Type.Object(
  Object.fromEntries(MONITORING_STATES.map((state) => [state, Count])) as Record<
    (typeof MONITORING_STATES)[number],
    typeof Count
  >,
)

export const Monitoring = Type.Object({
  /** asked: it waits for the operator's approval. */
  state: Type.Enum(['off', 'asked', 'on']),
  mode: Type.Enum(LIST_MONITORING),
  /** False: this installation doesn't collect. */
  collects: Type.Boolean(),
  allowance: Type.Object({
    limit: Count,
    /** Companies of all monitored lists of the team, each once: at most the limit. */
    used: Count,
    /** Those that the limit leaves out. */
    beyond: Count,
  }),
  /** Of the companies on the list. */
  counts,
})

export const monitoringRoutes = {
  getMonitoring: route({
    method: 'GET',
    path: '/lists/:listId/monitoring',
    params: listParams,
    query: Type.Object(
      {
        page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,3}$' })),
        state: Type.Optional(Type.Enum(MONITORING_STATES)),
      },
      STRICT,
    ),
    reply: Type.Object({
      monitoring: Monitoring,
      companies: Type.Array(MonitoredCompany),
      /** Those in `state`. */
      total: Count,
    }),
  }),
  /** Errors: 409 monitoring_off, 409 no_watched_companies. */
  monitorList: route({
    method: 'PUT',
    path: '/lists/:listId/monitoring',
    params: listParams,
    body: EmptyBody,
    reply: EmptyReply,
  }),
  stopMonitoringList: route({
    method: 'DELETE',
    path: '/lists/:listId/monitoring',
    params: listParams,
    reply: EmptyReply,
  }),
  /** Boards, registers and domains of all companies that the team monitors: those that owners may decide first. */
  listWaitingBoards: route({
    method: 'GET',
    path: '/monitoring/boards',
    reply: Type.Object({
      boards: Type.Array(WaitingBoard),
      /** There are more than were sent. */
      isCut: Type.Boolean(),
    }),
  }),
  /**
   * Accepted, it is looked at from now on. Rejected, it isn't shown to the team again. Errors: 404, 409 board_taken, 409
   * needs_operator.
   */
  decideBoard: route({
    method: 'POST',
    path: '/monitoring/boards',
    body: Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), accept: Type.Boolean() }, STRICT),
    reply: EmptyReply,
  }),
}
