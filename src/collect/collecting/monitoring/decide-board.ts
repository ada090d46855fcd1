// What team owners may decide about boards.
//
// An accepted board is visited for every team, and a board belongs to one company. So an owner may accept only if the
// company's own site is the evidence and nothing contradicts it (`unsigned`), and no other company has the board; the
// operator decides the rest. A rejection applies only to the owner's team: otherwise one team could hide a board from
// all.

import { type Actor, recordAudit } from '../../../account/audit/index.ts'
import { many, maybeOne, type Queryable, type Transaction } from '../../../db/index.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Collector } from '../../collectors/index.ts'
import { STORED_COMPANY } from '../companies/stored-company.ts'
import { insertLooks, wakeCollecting } from '../companies/watch-queries.ts'
import { isAllowed } from '../watching/undocumented-boards.ts'

export interface WaitingBoard {
  readonly id: number
  readonly domain: string
  readonly name: string | null
  /** Null: the home page has moved to the domain `target`. */
  readonly collector: string | null
  readonly target: string
  readonly page: string
  readonly why: string
  readonly foundAt: Date
  readonly unsigned: boolean
  readonly [column: string]: unknown
}

/** Those of companies that are watched for the team. */
const WAITING = `
    from matches m join team_watches tw on tw.team_id = $1 and tw.domain = m.domain
   where m.decision is null
     and not exists (select from match_dismissals d where d.match_id = m.id and d.team_id = $1)`

/** Those for owners first. */
export async function readWaitingBoards(db: Queryable, teamId: string, limit: number): Promise<WaitingBoard[]> {
  return many<WaitingBoard>(
    db,
    `select w.*, c.name
       from (select m.id, m.domain, m.collector, m.target, m.page, m.why, m.found_at as "foundAt", m.unsigned ${WAITING}
              order by m.unsigned desc, m.found_at, m.id limit $2) w ${STORED_COMPANY}
      order by w.unsigned desc, w."foundAt", w.id`,
    [teamId, limit],
  )
}

export const isForOwners = (
  { unsigned, collector }: Pick<WaitingBoard, 'unsigned' | 'collector'>,
  collectors: readonly Collector[],
  allowed: readonly string[],
): boolean => unsigned && collectors.some((each) => each.name === collector && isAllowed(each, allowed))

interface Decision {
  readonly id: number
  readonly accept: boolean
  readonly collectors: readonly Collector[]
  /** Systems without a documented feed that may be read. */
  readonly allowed: readonly string[]
}

/** Call it as an owner of the team. */
export async function decideBoard(
  tx: Transaction,
  actor: Actor,
  teamId: string,
  { id, accept, collectors, allowed }: Decision,
): Promise<void> {
  const board = await maybeOne<WaitingBoard>(
    tx,
    `select m.id, m.domain, null as name, m.collector, m.target, m.page, m.why, m.found_at as "foundAt", m.unsigned ${WAITING} and m.id = $2 for update of m`,
    [teamId, id],
  )
  if (!board)
    throw new AppError('not_found', 'No such board is waiting for your team. Someone may have decided it already.')
  const details = { company: board.domain }
  const target = { name: `${board.collector ?? 'domain'} ${board.target}` }
  if (!accept) {
    await tx.query(`insert into match_dismissals (match_id, team_id) values ($2, $1)`, [teamId, id])
    return recordAudit(tx, actor, teamId, { action: 'list.board_rejected', target, details })
  }
  const collector = collectors.find(({ name }) => name === board.collector)
  if (!collector || !isForOwners(board, collectors, allowed)) throw needsOperator()
  const added = await insertLooks(tx, [{ domain: board.domain, collector, target: board.target }])
  if (added.length === 0) throw taken()
  await tx.query(`update matches set decision = 'accepted', decided_at = now(), decided_by_team = $1 where id = $2`, [
    teamId,
    id,
  ])
  await wakeCollecting(tx)
  await recordAudit(tx, actor, teamId, { action: 'list.board_accepted', target, details })
}

const needsOperator = () =>
  new AppError('conflict', 'Only the operator of this installation can decide this one.', { code: 'needs_operator' })

const taken = () =>
  new AppError('conflict', 'This board is visited for another company already. The operator can decide whose it is.', {
    code: 'board_taken',
  })
