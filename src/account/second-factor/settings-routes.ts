import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/index.ts'
import { settingsRoute } from '../../http/index.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { contract } from '../../settings-contract/index.ts'
import { confirmStartedFactor, removeFactor, renewRecoveryCodes, startFactor } from './change-factor.ts'
import { qrPath } from './qr-path.ts'
import { readFactorState } from './queries.ts'

export function secondFactorSettings(app: FastifyInstance, db: Database, box: () => SecretBox): void {
  settingsRoute(app, contract.getSecondFactor, async ({ session }) => {
    const { confirmedAt, codesLeft, hasPassword } = await readFactorState(db.pool('settings'), session.accountId)
    return { since: confirmedAt?.toISOString() ?? null, codesLeft, hasPassword }
  })

  settingsRoute(app, contract.startSecondFactor, async ({ session, body: { password } }) => {
    const { secret, uri } = await startFactor(db, session, password, box())
    return { secret, uri, qr: await qrPath(uri) }
  })

  settingsRoute(app, contract.confirmSecondFactor, async ({ session, body: { code } }) => ({
    recoveryCodes: await confirmStartedFactor(db, session, code, box()),
  }))

  settingsRoute(app, contract.renewRecoveryCodes, async ({ session, body }) => ({
    recoveryCodes: await renewRecoveryCodes(db, session, body, box()),
  }))

  settingsRoute(app, contract.removeSecondFactor, async ({ session, body }) => {
    await removeFactor(db, session, body, box())
    return {}
  })
}
