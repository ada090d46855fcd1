// Checks what an owner enters to connect a CRM, and asks the CRM whether it is sufficient. Saves nothing.

import { createPrivateKey } from 'node:crypto'
import type { CrmKind } from '../../closed-sets/crm.ts'
import { checkEndpointUrl } from '../../outbound/index.ts'
import { AppError } from '../../platform/app-error.ts'
import { type CheckedAccess, CrmError, type CrmUses, type FieldMapping } from './clients/crm.ts'
import { HUBSPOT_ORIGIN } from './clients/hubspot.ts'
import { HUBSPOT_FIELDS } from './clients/hubspot-properties.ts'
import { SALESFORCE_FIELDS } from './clients/salesforce-fields.ts'
import { type SalesforceCredentials, salesforceOrigin } from './clients/salesforce-session.ts'
import { type CrmAccess, crmOf, type OpenOptions } from './open-crm.ts'

export const DEFAULT_FIELDS: Readonly<Record<CrmKind, FieldMapping>> = {
  hubspot: HUBSPOT_FIELDS,
  salesforce: SALESFORCE_FIELDS,
}

const DEFAULT_USES: CrmUses = { createsCompanies: false, createsTasks: true }

export interface ConnectRequest {
  readonly kind: CrmKind
  readonly instance?: string | undefined
  /** Of HubSpot. */
  readonly token?: string | undefined
  /** Of Salesforce: with a secret, or with a user and a key. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly username?: string | undefined
  readonly privateKey?: string | undefined
}

/** Throws if it can't be one. */
export function readAccess(request: ConnectRequest, allowLoopback: boolean): CrmAccess {
  const { kind, token, instance } = request
  if (kind === 'salesforce') {
    const origin = salesforceOrigin(instance ?? '', allowLoopback)
    return { kind, instance: origin, credentials: readCredentials(request) }
  }
  const secret = readSecret(token, 'token', 'This is no token: copy the whole access token of the private app.')
  return { kind, instance: readHubSpotOrigin(instance, allowLoopback), credentials: { token: secret } }
}

function readCredentials({ clientId, clientSecret, username, privateKey }: ConnectRequest): SalesforceCredentials {
  const id = readSecret(clientId, 'clientId', 'This is no consumer key: copy it from the connected app.')
  if (privateKey === undefined) {
    const text = 'This is no consumer secret: copy it from the connected app.'
    return { clientId: id, clientSecret: readSecret(clientSecret, 'clientSecret', text) }
  }
  const user = username?.trim() ?? ''
  if (!/^[^\s@]{1,100}@[^\s@]{1,150}$/.test(user))
    throw new AppError('invalid', 'This is no user name of Salesforce: it has the form of an email address.', {
      field: 'username',
    })
  return { clientId: id, username: user, privateKey: readPrivateKey(privateKey) }
}

function readPrivateKey(text: string): string {
  try {
    const key = createPrivateKey(text.trim())
    if (key.asymmetricKeyType === 'rsa') return text.trim()
  } catch {
    // Reported below, without the pasted text.
  }
  throw new AppError('invalid', 'This is no RSA private key in the form of PEM, without a passphrase.', {
    field: 'privateKey',
  })
}

function readSecret(text: string | undefined, field: string, message: string): string {
  const trimmed = text?.trim() ?? ''
  if (!/^[\x21-\x7e]{8,1000}$/.test(trimmed)) throw new AppError('invalid', message, { field })
  return trimmed
}

/** HubSpot has one address. A developer may use a local server instead. */
function readHubSpotOrigin(instance: string | undefined, allowLoopback: boolean): string {
  if (instance === undefined || instance === HUBSPOT_ORIGIN) return HUBSPOT_ORIGIN
  const { origin, hostname } = new URL(checkEndpointUrl(instance, { allowLoopback }))
  if (allowLoopback && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return origin
  throw new AppError('invalid', `HubSpot’s address is ${HUBSPOT_ORIGIN}.`, { field: 'instance' })
}

/** Before it is saved. */
export async function askCrm(access: CrmAccess, options: OpenOptions): Promise<CheckedAccess> {
  try {
    return await crmOf(access, options).check(DEFAULT_FIELDS[access.kind], DEFAULT_USES)
  } catch (error) {
    throw refused(error)
  }
}

export function refused(error: unknown): unknown {
  if (!(error instanceof CrmError)) return error
  if (error.problem === 'unavailable' || error.problem === 'limit') return new AppError('unavailable', error.message)
  return new AppError('invalid', error.message, { code: 'crm_refused' })
}
