import { promises as dns } from 'node:dns'
import { errorCode, reasonOf } from '../../platform/app-error.ts'
import { type Dns, VisitFailure } from '../collectors/index.ts'
import { FetcherClosed } from './fetcher-closed.ts'

const MAX_RECORDS = 200
const MAX_TXT_CHARACTERS = 4_096

export function openResolver(server: string | undefined): dns.Resolver {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  if (server !== undefined) resolver.setServers([server])
  return resolver
}

export function recordsOf(resolver: dns.Resolver): Dns {
  return {
    txt: async (name) => {
      const records = await lookUp(name, 'TXT', () => resolver.resolveTxt(name))
      return records.map((strings) => strings.join('').slice(0, MAX_TXT_CHARACTERS).replaceAll('\0', '\uFFFD'))
    },
    mx: async (name) => {
      const records = await lookUp(name, 'MX', () => resolver.resolveMx(name))
      const hosts = records.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''))
      // A single dot means that the domain accepts no mail.
      return hosts.filter((host) => host !== '')
    },
  }
}

async function lookUp<T>(name: string, type: string, query: () => Promise<T[]>): Promise<T[]> {
  try {
    return (await query()).slice(0, MAX_RECORDS)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    if (code === 'ECANCELLED') throw new FetcherClosed()
    throw new VisitFailure('unavailable', `The ${type} records of ${name} can't be read (${code ?? reasonOf(error)}).`)
  }
}
