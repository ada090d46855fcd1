// The official registry of MCP servers. A server's name begins with the reversed domain of its publisher, who has proven that
// the domain is theirs.

import { isPlainDomain, registrableDomain } from '../../../meaning/companies/index.ts'
import { type Ask, type CollectedSignal, VisitFailure } from '../collector.ts'
import { type Json, objectOf } from '../job-boards/read-json.ts'

const CONFIDENCE = 0.95
const SERVERS = 'https://registry.modelcontextprotocol.io/v0.1/servers'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
/** 100 servers each. The registry is far from this limit. */
const MAX_PAGES = 1_000
const MAX_NAME = 200

export interface RegisteredServer {
  /** Registrable. */
  readonly domain: string
  readonly name: string
  /** False: it was withdrawn. */
  readonly active: boolean
  readonly signal: CollectedSignal
}

/** The newest version of every server, or of those that changed since a time. */
export async function readRegistry(ask: Ask, since?: Date): Promise<RegisteredServer[]> {
  const servers: RegisteredServer[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = new URL(SERVERS)
    url.searchParams.set('limit', '100')
    url.searchParams.set('version', 'latest')
    if (since) url.searchParams.set('updated_since', since.toISOString())
    if (cursor !== undefined) url.searchParams.set('cursor', cursor)
    const { text } = await ask({ url: url.href, kind: 'feed', accept: 'application/json', always: true, shared: true })
    const read = readServers(text)
    servers.push(...read.servers)
    if (read.next === undefined || read.next === cursor) return servers
    cursor = read.next
  }
  throw new VisitFailure('too_large', `The MCP registry has more than ${MAX_PAGES} pages.`)
}

/** A page of the list. */
export function readServers(text: string): { servers: RegisteredServer[]; next: string | undefined } {
  let document: Json
  try {
    document = objectOf(JSON.parse(text))
  } catch {
    throw new VisitFailure('invalid_response', 'The MCP registry did not answer with JSON.')
  }
  if (!Array.isArray(document.servers))
    throw new VisitFailure('invalid_response', 'The MCP registry has no list of servers.')
  const next = objectOf(document.metadata).nextCursor
  return {
    servers: document.servers.flatMap((entry) => serverOf(objectOf(entry)) ?? []),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

function serverOf(entry: Json): RegisteredServer | undefined {
  const { name, remotes, websiteUrl } = objectOf(entry.server)
  const { status, isLatest, publishedAt } = objectOf(objectOf(entry._meta)[OFFICIAL])
  if (typeof name !== 'string' || name.length > MAX_NAME || isLatest === false) return undefined
  const domain = publisherOf(name)
  if (domain === undefined) return undefined
  const [remote] = Array.isArray(remotes) ? remotes : []
  const pageUrl = webAddress(objectOf(remote).url) ?? webAddress(websiteUrl)
  const published = typeof publishedAt === 'string' ? Math.floor(Date.parse(publishedAt) / 1_000) : Number.NaN
  const signal: CollectedSignal = {
    type: 'web',
    key: name,
    label: `MCP server: ${name}`,
    confidence: CONFIDENCE,
    ...(published > 0 && { occurredAt: published }),
    ...(pageUrl && { url: pageUrl }),
    fields: { kind: 'mcp_endpoint', ...(pageUrl && { pageUrl }) },
  }
  return { domain, name, active: status !== 'deleted' && status !== 'deprecated', signal }
}

/** `com.acme.tools/search` is of acme.com. Anyone with a GitHub account may publish below io.github. */
function publisherOf(name: string): string | undefined {
  const [namespace = ''] = name.split('/', 1)
  if (!name.includes('/') || /^io\.github(?:\.|$)/i.test(namespace)) return undefined
  const domain = namespace.toLowerCase().split('.').reverse().join('.')
  return isPlainDomain(domain) ? registrableDomain(domain) : undefined
}

function webAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2_000 || /[{}]/.test(value) || !URL.canParse(value)) return undefined
  const url = new URL(value)
  return url.protocol === 'https:' && url.username === '' ? url.href : undefined
}
