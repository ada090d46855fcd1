import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { AUDIT_ACTIONS, type AuditAction, contract } from '../../settings-contract/index.ts'
import { type AuditRow, listActors, listAuditRecords } from './queries.ts'

const PAGE_SIZE = 50
const LARGE_PAGE_SIZE = 500

export function auditSettings(app: FastifyInstance, db: Queryable): void {
  settingsRoute(app, contract.listAudit, async ({ session, query }) => {
    const { before, subject, action, actor, since, until } = query
    const size = query.rows === undefined ? PAGE_SIZE : LARGE_PAGE_SIZE
    const rows = await listAuditRecords(db, session.teamId, {
      before: before === undefined ? undefined : Number(before),
      actions: action ? [action] : subject && AUDIT_ACTIONS[subject],
      ...{ actor, since, until },
      // One row more than shown, to know whether there is another page.
      limit: size + 1,
    })
    const page = rows.slice(0, size)
    return {
      entries: page.map(entryOf),
      next: rows.length > size ? String(page.at(-1)?.id) : null,
      actors: before === undefined ? await listActors(db, session.teamId) : [],
    }
  })
}

function entryOf({ id, at, action, targetId, targetName, ...rest }: AuditRow) {
  return {
    id: String(id),
    at: at.toISOString(),
    action,
    target: targetName === null ? null : { id: targetId, name: shownName(action, targetName) },
    ...rest,
  }
}

/** The name of a webhook is its URL. Older records have it with its tokens, and records are never changed. */
function shownName(action: AuditAction, name: string): string {
  return action.startsWith('webhook.') ? maskUrl(name) : name
}
