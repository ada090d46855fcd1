// From a stored connection to its CRM. Credentials are decrypted only here.

import type { CrmKind } from '../../closed-sets/crm.ts'
import type { SealedColumn } from '../../db/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SecretBox } from '../../platform/config/secret-box.ts'
import { type Crm, CrmError } from './clients/crm.ts'
import { HubSpot } from './clients/hubspot.ts'
import type { JsonClient } from './clients/json-client.ts'
import { Salesforce } from './clients/salesforce.ts'
import type { SalesforceCredentials, Sessions } from './clients/salesforce-session.ts'

export const CRM_SECRETS: readonly SealedColumn[] = [
  { table: 'crm_connections', column: 'credentials', noun: 'CRM connection' },
]

interface HubSpotAccess {
  readonly kind: 'hubspot'
  readonly instance: string
  readonly credentials: { readonly token: string }
}

interface SalesforceAccess {
  readonly kind: 'salesforce'
  readonly instance: string
  readonly credentials: SalesforceCredentials
}

export type CrmAccess = HubSpotAccess | SalesforceAccess

export interface OpenOptions {
  readonly client: Pick<JsonClient, 'send'>
  /** For development: the CRM can be a server on this machine. */
  readonly allowLoopback: boolean
  readonly sessions?: Sessions
  readonly beforeRequest?: () => Promise<void>
}

export function crmOf({ kind, instance: origin, credentials }: CrmAccess, options: OpenOptions): Crm {
  switch (kind) {
    case 'hubspot':
      return new HubSpot({ ...options, origin, token: credentials.token })
    case 'salesforce':
      return new Salesforce({ ...options, origin, credentials })
  }
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
  let credentials: unknown
  try {
    credentials = JSON.parse(box().open(sealed, id))
  } catch (error) {
    if (error instanceof AppError)
      throw new CrmError('unavailable', 'The stored credentials can’t be decrypted by this node.')
    throw error
  }
  return crmOf({ kind, instance, credentials } as CrmAccess, options)
}
