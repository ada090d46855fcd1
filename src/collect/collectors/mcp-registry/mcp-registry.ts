// The MCP servers of a company. One read of the registry serves all companies of this process: everything once, then
// its changes, at most once an hour.

import type { Ask, Collector } from '../collector.ts'
import { type RegisteredServer, readRegistry } from './read-registry.ts'

const HOUR_SECONDS = 3_600
/** Clocks differ. Duplicates are harmless. */
const OVERLAP_SECONDS = 600

export class RegistryReader {
  /** By domain, then by name. */
  readonly #servers = new Map<string, Map<string, RegisteredServer>>()
  /** When the last successful read began. */
  #readAt: number | undefined
  #reading: Promise<void> | undefined

  /** The servers that the company's domains have. */
  async serversOf(domains: readonly string[], ask: Ask, now: number): Promise<readonly RegisteredServer[]> {
    if (this.#readAt === undefined || now - this.#readAt >= HOUR_SECONDS) {
      this.#reading ??= this.#read(ask, now).finally(() => {
        this.#reading = undefined
      })
      await this.#reading
    }
    return domains.flatMap((domain) => [...(this.#servers.get(domain)?.values() ?? [])])
  }

  async #read(ask: Ask, now: number): Promise<void> {
    const since = this.#readAt === undefined ? undefined : new Date((this.#readAt - OVERLAP_SECONDS) * 1_000)
    for (const server of await readRegistry(ask, since)) {
      const ofDomain = this.#servers.get(server.domain) ?? new Map<string, RegisteredServer>()
      if (server.active) ofDomain.set(server.name, server)
      else ofDomain.delete(server.name)
      this.#servers.set(server.domain, ofDomain)
    }
    this.#readAt = now
  }
}

const reader = new RegistryReader()

export const mcpRegistry: Collector = {
  name: 'mcp-registry',
  title: 'Registry of MCP servers',
  every: 'day',
  // One kind of several: its absence says little about AI on the website.
  types: [],
  system: 'mcp-registry',
  async visit(domain, { ask, company, now }) {
    const servers = await reader.serversOf([domain, ...company.aliases], ask, now)
    const signals = servers.map(({ signal, name }) => ({ ...signal, key: `${domain}/${name}` }))
    return { signals, complete: true }
  },
}
