// The two servers of CRMs, as one test sees them.

import type { CrmKind } from '../../src/closed-sets/crm.ts'
import type { ConnectRequest } from '../../src/deliver/crm/access.ts'
import { HubSpotServer } from './hubspot-server.ts'
import { SalesforceServer } from './salesforce-server.ts'

/** Both have faults of these names. */
export type CrmFault = 'lost' | 'silent' | 'partial' | 'limit' | 'unavailable' | 'expired'

export interface SeenTask {
  readonly key: string
  readonly subject: string
  readonly isOpen: boolean
  /** Undefined: it belongs to no company. */
  readonly companyId: string | undefined
}

export interface CrmServer {
  readonly request: ConnectRequest
  setFault(fault: () => CrmFault | undefined): void
  addCompany(domain: string): string
  /** The names of the windows. */
  windowsOf(companyId: string): string[]
  tasks(): SeenTask[]
  companyCount(): number
}

export const CRM_SERVERS: Readonly<Record<CrmKind, () => Promise<CrmServer>>> = {
  async hubspot() {
    const server = await new HubSpotServer().start()
    return {
      request: { kind: 'hubspot', token: server.token, instance: server.url },
      setFault: (fault) => {
        server.fault = fault
      },
      addCompany: (domain) => server.addCompany(domain, { hubspot_owner_id: '7' }),
      windowsOf: (id) => namesOf(server.company(id).pro_signal_window),
      tasks() {
        const companies = new Map([...server.associations].map((pair) => pair.split(' ') as [string, string]))
        return [...server.objects.tasks.values()].map(({ id, properties }) => ({
          key: properties.pro_signal_id ?? '',
          subject: properties.hs_task_subject ?? '',
          isOpen: properties.hs_task_status === 'NOT_STARTED',
          companyId: companies.get(id),
        }))
      },
      companyCount: () => server.objects.companies.size,
    }
  },
  async salesforce() {
    const server = await new SalesforceServer().start()
    const { clientId, clientSecret, url } = server
    return {
      request: { kind: 'salesforce', instance: url, clientId, clientSecret },
      setFault: (fault) => {
        server.fault = fault
      },
      addCompany: (domain) => server.addAccount(`https://www.${domain}/`),
      windowsOf: (id) => namesOf(server.account(id).Pro_Signal_Window__c),
      tasks: () =>
        server.tasks.map(({ Pro_Signal_Id__c: key, Subject, IsClosed, WhatId }) => ({
          key: String(key),
          subject: String(Subject),
          isOpen: IsClosed === false,
          companyId: WhatId === undefined ? undefined : String(WhatId),
        })),
      companyCount: () => server.objects.Account.size,
    }
  },
}

const namesOf = (text: unknown) =>
  String(text ?? '')
    .split('; ')
    .filter(Boolean)
