// Where tools are visible, by the catalogue: script hosts of web pages, mail hosts, SPF includes, TXT records.

import type { ToolFamily, ToolHosts, ToolList, ToolProduct } from './catalogue-format.ts'
import { toolEdition, toolList } from './current-catalogue.ts'

export interface ShownTool {
  /** A product's or family's slug. */
  readonly slug: string
  /** A name that `readTool` recognises. */
  readonly name: string
  readonly vendor: string
  /** Absent for a family. */
  readonly category?: string
  readonly ai: boolean
  /** What an account on its own shows: the family, or its vendor, but none of several products. */
  readonly account: string
}

type HostKind = Exclude<keyof ToolHosts, 'website'>

let cached: { readonly edition: number; readonly byKind: Map<HostKind, ReadonlyMap<string, ShownTool>> } | undefined

/** The tools visible in records of one kind, by host or by the beginning of a text. In lower case. */
export function toolsShownBy(kind: HostKind): ReadonlyMap<string, ShownTool> {
  if (cached?.edition !== toolEdition()) cached = { edition: toolEdition(), byKind: new Map() }
  const known = cached.byKind.get(kind)
  if (known) return known
  const found = readHosts(toolList(), kind)
  cached.byKind.set(kind, found)
  return found
}

/** The tool whose host is this one, or a domain above it. */
export function toolShownAt(kind: HostKind, host: string): ShownTool | undefined {
  const tools = toolsShownBy(kind)
  for (let rest = host.toLowerCase(); rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
    const tool = tools.get(rest)
    if (tool) return tool
  }
  return undefined
}

function readHosts({ families, products }: ToolList, kind: HostKind): ReadonlyMap<string, ShownTool> {
  const found = new Map<string, ShownTool>()
  for (const entry of [...families, ...products]) {
    for (const host of entry.hosts?.[kind] ?? []) found.set(host.toLowerCase(), shown(entry))
  }
  return found
}

function shown(entry: ToolFamily | ToolProduct): ShownTool {
  const { name, vendor, family } = entry
  if (!('product' in entry)) return { slug: family, name, vendor, ai: false, account: name }
  const account = entry.product === family ? name : `${vendor} account`
  return { slug: entry.product, name, vendor, category: entry.category, ai: entry.ai, account }
}
