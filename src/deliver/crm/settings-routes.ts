import type { FastifyInstance } from 'fastify'
import { asOwner } from '../../account/accounts/index.ts'
import { type Budgets, chargePerson } from '../../account/budgets/index.ts'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { CRM_PAGE_SIZE, contract } from '../../settings-contract/index.ts'
import { askCrm, DEFAULT_FIELDS, readAccess } from './access.ts'
import type { JsonClient } from './clients/json-client.ts'
import {
  changeConnection,
  readCurrentMatches,
  recordTest,
  recordTested,
  removeConnection,
  requireConnection,
  saveConnection,
  testConnection,
  writeCurrentMatches,
} from './connections.ts'
import { type CompanyView, readCompanyPage, readConnection, readFollowed } from './views.ts'

interface CrmSettingsOptions {
  readonly allowLoopback: boolean
  readonly box: () => SecretBox
  readonly client: Pick<JsonClient, 'send'>
  readonly budgets: Budgets
}

export function crmSettings(
  app: FastifyInstance,
  db: Database,
  { allowLoopback, box, client, budgets }: CrmSettingsOptions,
): void {
  const pool = db.pool('settings')
  const now = () => Math.floor(Date.now() / 1_000)

  async function replyOf(teamId: string) {
    const connection = await readConnection(pool, teamId)
    return {
      crm: connection
        ? {
            ...connection,
            heldUntil: connection.heldUntil?.toISOString() ?? null,
            connectedAt: connection.connectedAt.toISOString(),
            lastWrittenAt: connection.lastWrittenAt?.toISOString() ?? null,
          }
        : null,
      searches: await readFollowed(pool, teamId),
      canBeLocal: allowLoopback,
      defaults: DEFAULT_FIELDS as Record<string, Record<string, string>>,
    }
  }

  settingsRoute(app, contract.getCrm, ({ session }) => replyOf(session.teamId))

  settingsRoute(app, contract.connectCrm, async ({ session, body }) => {
    const access = readAccess(body, allowLoopback)
    await asOwner(db, session, (tx) => recordTest(tx, session, session.teamId))
    const checked = await askCrm(access, { client, allowLoopback })
    await asOwner(db, session, (tx) => saveConnection(tx, session, session.teamId, { ...access, ...checked }, box()))
    return replyOf(session.teamId)
  })

  settingsRoute(app, contract.changeCrm, async ({ session, body }) => {
    await asOwner(db, session, (tx) => changeConnection(tx, session, session.teamId, body, now()))
    return replyOf(session.teamId)
  })

  settingsRoute(app, contract.testCrm, async ({ session }) => {
    const stored = await asOwner(db, session, async (tx) => {
      await recordTest(tx, session, session.teamId)
      return requireConnection(tx, session.teamId)
    })
    const checked = await testConnection(stored, { client, box, allowLoopback })
    await asOwner(db, session, (tx) => recordTested(tx, stored.id, checked))
    return checked
  })

  settingsRoute(app, contract.disconnectCrm, async ({ session }) => {
    await asOwner(db, session, (tx) => removeConnection(tx, session, session.teamId))
    return {}
  })

  settingsRoute(app, contract.writeCrmMatches, async ({ session, params: { searchId } }) => {
    const { teamId, accountId: memberId, plan } = session
    const matches = await asOwner(db, session, (tx) => readCurrentMatches(tx, teamId, searchId))
    await chargePerson(
      budgets,
      { teamId, memberId, plan },
      matches.map(({ id }) => id),
    )
    await asOwner(db, session, (tx) => writeCurrentMatches(tx, session, teamId, { searchId, matches, now: now() }))
    return { companies: matches.length }
  })

  settingsRoute(app, contract.listCrmCompanies, async ({ session, query }) => {
    const offset = (Number(query.page ?? 1) - 1) * CRM_PAGE_SIZE
    const { companies, total } = await readCompanyPage(pool, session.teamId, {
      state: query.state,
      limit: CRM_PAGE_SIZE,
      offset,
    })
    return { companies: companies.map(companyReply), total }
  })
}

function companyReply({ id, name, domain, writtenAt, nextAt, windows, ...company }: CompanyView) {
  return {
    ...company,
    windows: [...windows],
    company: id === null ? null : { id, name, domain },
    writtenAt: writtenAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }
}
