// Whether people can sign in with the provider, and whether any must.

import { countTeams, Provider } from '../../../account/sign-on/index.ts'
import type { Database } from '../../../db/index.ts'
import { ownUrl } from '../../../http/index.ts'
import { reasonOf } from '../../../platform/app-error.ts'
import type { Config } from '../../../platform/config/config.ts'
import { providerSettingsOf } from '../../../platform/config/oidc.ts'
import { counted } from '../../counted.ts'
import type { Finding } from './finding.ts'

export async function checkSignOn(db: Database, config: Config): Promise<Finding> {
  const check = 'sign-on'
  const settings = providerSettingsOf(config)
  const teams = await countTeams(db.pool('settings'))
  const accept = teams.requiring === 1 ? 'accepts' : 'accept'
  const waiting = `${counted(teams.requiring, 'team')} ${accept} no passwords: bin/pro-signal accounts sign-in-link lets a person in`
  if (!settings) {
    const details = { configured: false, ...teams }
    if (teams.requiring === 0) return { check, verdict: 'ok', message: 'people sign in with passwords', details }
    return { check, verdict: 'problem', message: `OIDC_ISSUER is not set, and ${waiting}`, details }
  }
  const provider = new Provider(settings, () => config.PUBLIC_URL ?? ownUrl(config), { warn: () => {} })
  const details = { configured: true, redirectUri: provider.redirectUri, ...teams }
  try {
    await provider.check()
  } catch (error) {
    const left = teams.requiring === 0 ? '' : `; ${waiting}`
    const message = `${settings.issuer} can't be used: ${reasonOf(error)}${left}`
    return { check, verdict: 'problem', message, details: { ...details, reason: reasonOf(error) } }
  } finally {
    await provider.close()
  }
  const troubles = [
    config.PUBLIC_URL === undefined ? 'PUBLIC_URL is not set, so the provider sends people to this machine' : '',
    teams.withDomains === 0 ? 'no team has a domain, so nobody new can sign in (teams sign-on --add DOMAIN)' : '',
  ].filter(Boolean)
  const works = `${settings.issuer} answers; its redirect URI is ${provider.redirectUri}`
  if (troubles.length === 0) return { check, verdict: 'ok', message: works, details }
  return { check, verdict: 'warning', message: `${works}; ${troubles.join('; ')}`, details }
}
