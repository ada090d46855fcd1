import type { FastifyInstance } from 'fastify'
import { asOwner } from '../../../account/accounts/index.ts'
import { findList, monitorList, readMonitoringAllowance, stopMonitoringList } from '../../../account/lists/index.ts'
import type { Database } from '../../../db/index.ts'
import { settingsRoute } from '../../../http/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import { SharedWork } from '../../../platform/async/shared-work.ts'
import { contract, MONITORING_PAGE_SIZE, MONITORING_STATES } from '../../../settings-contract/index.ts'
import { COLLECTORS, collectorNamed } from '../../collectors/index.ts'
import { decideBoard, isForOwners, readWaitingBoards } from './decide-board.ts'
import { type Progress, type ProgressOptions, readListProgress } from './progress.ts'

export interface MonitoringOptions extends ProgressOptions {
  /** This installation collects. */
  readonly collects: boolean
}

const MAX_BOARDS = 200

export function monitoringSettings(
  app: FastifyInstance,
  db: Database,
  { mode, collects, allowed }: MonitoringOptions,
): void {
  const pool = db.pool('settings')
  /** Pages that are open at the same time share one read. */
  const reading = new SharedWork<readonly Progress[]>()

  settingsRoute(app, contract.getMonitoring, async ({ session: { teamId }, params: { listId }, query }) => {
    const list = await findList(pool, teamId, listId)
    if (!list) throw new AppError('not_found', 'The team has no such list.')
    const all = list.monitoredAt
      ? await reading.run(`${teamId} ${listId}`, undefined, () =>
          readListProgress(pool, teamId, listId, { mode, allowed }),
        )
      : []
    const chosen = query.state ? all.filter(({ state }) => state === query.state) : byState(all)
    const from = (Number(query.page ?? 1) - 1) * MONITORING_PAGE_SIZE
    const isApproved = mode === 'on' || (mode === 'approval' && list.monitoringApprovedAt !== null)
    const asked = isApproved ? ('on' as const) : ('asked' as const)
    const state = list.monitoredAt === null ? ('off' as const) : asked
    return {
      monitoring: {
        state,
        mode,
        collects,
        allowance: await readMonitoringAllowance(pool, teamId, mode),
        counts: countsOf(all),
      },
      companies: chosen.slice(from, from + MONITORING_PAGE_SIZE).map(replyOf),
      total: chosen.length,
    }
  })

  settingsRoute(app, contract.monitorList, async ({ session, params: { listId } }) => {
    await asOwner(db, session, (tx) => monitorList(tx, session, session.teamId, { listId, mode }))
    return {}
  })

  settingsRoute(app, contract.stopMonitoringList, async ({ session, params: { listId } }) => {
    await asOwner(db, session, (tx) => stopMonitoringList(tx, session, session.teamId, listId))
    return {}
  })

  settingsRoute(app, contract.listWaitingBoards, async ({ session: { teamId } }) => {
    const boards = await readWaitingBoards(pool, teamId, MAX_BOARDS + 1)
    return {
      boards: boards.slice(0, MAX_BOARDS).map(({ collector, unsigned, foundAt, ...board }) => ({
        ...board,
        kind: collector === null ? 'domain' : titleOf(collector),
        foundAt: foundAt.toISOString(),
        forOwners: isForOwners({ collector, unsigned }, COLLECTORS, allowed),
      })),
      isCut: boards.length > MAX_BOARDS,
    }
  })

  settingsRoute(app, contract.decideBoard, async ({ session, body }) => {
    await asOwner(db, session, (tx) =>
      decideBoard(tx, session, session.teamId, { ...body, collectors: COLLECTORS, allowed }),
    )
    return {}
  })
}

const titleOf = (collector: string) => collectorNamed(collector)?.title ?? collector

/** What a person can act on comes first, and what only the operator can decide last. */
function byState(all: readonly Progress[]): readonly Progress[] {
  const groups = Map.groupBy(all, ({ state }) => state)
  return MONITORING_STATES.flatMap((state) => groups.get(state) ?? [])
}

function countsOf(all: readonly Progress[]) {
  const groups = Map.groupBy(all, ({ state }) => state)
  const count = (state: Progress['state']) => groups.get(state)?.length ?? 0
  return {
    decision: count('decision'),
    operator: count('operator'),
    board: count('board'),
    nothing: count('nothing'),
    unreachable: count('unreachable'),
    looking: count('looking'),
    queued: count('queued'),
    beyond: count('beyond'),
    part: count('part'),
  }
}

function replyOf({ boards, types, firstVisitAt, lastVisitAt, nextVisitAt, ...company }: Progress) {
  return {
    ...company,
    boards: boards.map(titleOf),
    types: [...types],
    firstVisitAt: firstVisitAt?.toISOString() ?? null,
    lastVisitAt: lastVisitAt?.toISOString() ?? null,
    nextVisitAt: nextVisitAt?.toISOString() ?? null,
  }
}
