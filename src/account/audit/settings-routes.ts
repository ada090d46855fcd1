import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import { maskUrl } from '../../platform/text/mask-url.ts'
import { AUDIT_ACTIONS, type AuditAction, contract } from '../../settings-contract/index.ts'
import { type AuditRow, listAuditRecords } from './queries.ts'

const PAGE_SIZE = 50

export function auditSettings(app: FastifyInstance, db: Queryable): void {
  settingsRoute(app, contract.listAudit, async ({ session, query: { before, subject } }) => {
    const rows = await listAuditRecords(db, session.teamId, {
      before: before === undefined ? undefined : Number(before),
      actions: subject && AUDIT_ACTIONS[subject],
      // One row more than is shown tells whether there is another page.
      limit: PAGE_SIZE + 1,
    })
    const page = rows.slice(0, PAGE_SIZE)
    return { entries: page.map(entryOf), next: rows.length > PAGE_SIZE ? String(page.at(-1)?.id) : null }
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
