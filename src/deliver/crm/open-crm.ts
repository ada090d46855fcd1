// From a stored connection to its CRM. Credentials are decrypted here and nowhere else.

import type { CrmKind } from '../../closed-sets/crm.ts'
import type { SealedColumn } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { type Crm, CrmError } from './clients/crm.ts'
import { HubSpot } from './clients/hubspot.ts'
import type { JsonClient } from './clients/json-client.ts'

export const CRM_SECRETS: readonly SealedColumn[] = [
  { table: 'crm_connections', column: 'credentials', noun: 'CRM connection' },
]

export interface Credentials {
  readonly token: string
}

export interface CrmAccess {
  readonly kind: CrmKind
  readonly instance: string
  readonly credentials: Credentials
}

export interface OpenOptions {
  readonly client: Pick<JsonClient, 'send'>
  readonly beforeRequest?: () => Promise<void>
}

export function crmOf({ instance, credentials }: CrmAccess, { client, beforeRequest }: OpenOptions): Crm {
  const options = { client, origin: instance, token: credentials.token }
  return new HubSpot(beforeRequest ? { ...options, beforeRequest } : options)
}

interface StoredAccess {
  readonly id: string
  readonly kind: CrmKind
  readonly instance: string
  /** Sealed. */
  readonly credentials: string
}

export function openCrm(
  { id, kind, instance, credentials: sealed }: StoredAccess,
  { box, ...options }: OpenOptions & { readonly box: () => SecretBox },
): Crm {
  let credentials: Credentials
  try {
    credentials = JSON.parse(box().open(sealed, id)) as Credentials
  } catch (error) {
    if (error instanceof AppError)
      throw new CrmError('unavailable', 'The stored credentials can’t be decrypted by this node.')
    throw error
  }
  return crmOf({ kind, instance, credentials }, options)
}
