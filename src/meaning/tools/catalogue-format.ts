// The format of the catalogue of tools: the built-in catalogue.json, and the file that an operator adds (TOOLS_FILE).

import { AppError } from '../../platform/app-error.ts'
import { slugOf } from '../../platform/text/normalise-text.ts'

/** Where a tool is visible to collectors: on websites and in DNS records. */
export type ToolHosts = Readonly<Partial<Record<(typeof HOST_KINDS)[number], readonly string[]>>>

export interface ToolFamily {
  /** A slug. */
  readonly family: string
  /** A text with this name identifies only the family: it can be any of its products. */
  readonly name: string
  readonly vendor: string
  /** The likely use if only the family's name is given: the categories of its main products. */
  readonly mainCategories?: readonly string[]
  readonly aliases?: readonly string[]
  readonly hosts?: ToolHosts
}

export interface ToolProduct {
  /** A slug. */
  readonly product: string
  readonly name: string
  /** The slug of its family; the product's own for most. */
  readonly family: string
  readonly vendor: string
  readonly category: string
  readonly ai: boolean
  /** Other names, as sources write them. */
  readonly aliases?: readonly string[]
  /** The name is an everyday word: the words after it decide whether it is the tool. */
  readonly everyday?: boolean
  readonly hosts?: ToolHosts
}

export interface ToolList {
  readonly families: readonly ToolFamily[]
  readonly products: readonly ToolProduct[]
}

const HOST_KINDS = ['website', 'script', 'spf', 'mx', 'txt'] as const
const FAMILY_KEYS = ['family', 'name', 'vendor', 'mainCategories', 'aliases', 'hosts']
const PRODUCT_KEYS = ['product', 'name', 'family', 'vendor', 'category', 'ai', 'aliases', 'everyday', 'hosts']
const MAX_PROBLEMS = 10

/** Names are compared without case, accents, spaces and signs: "Hub Spot" is "HubSpot". */
export function nameKey(text: string): string {
  return slugOf(text).replaceAll('_', '')
}

/** Checks the form of a parsed file. Throws one error that lists what is wrong. */
export function checkToolList(value: unknown, where: string): ToolList {
  const problems: string[] = []
  if (!isObject(value) || Object.keys(value).some((key) => key !== 'families' && key !== 'products')) {
    throw new AppError('invalid', `${where} must be a JSON object with the lists "families" and "products".`)
  }
  const { families = [], products = [] } = value
  for (const [name, list, keys, check] of [
    ['families', families, FAMILY_KEYS, checkFamily],
    ['products', products, PRODUCT_KEYS, checkProduct],
  ] as const) {
    if (!Array.isArray(list)) {
      problems.push(`${name} must be a list`)
      continue
    }
    for (const [i, entry] of list.entries()) {
      const at = `${name}[${i}]`
      if (!isObject(entry)) problems.push(`${at} must be an object`)
      else problems.push(...unknownKeys(entry, keys, at), ...check(entry, at))
    }
  }
  throwProblems(problems, where)
  return { families, products } as unknown as ToolList
}

/** Throws if two entries contradict each other: a name can mean one product or family only. */
export function checkConsistency({ families, products }: ToolList, where: string): void {
  const problems: string[] = []
  const bySlug = new Map<string, string>()
  const byName = new Map<string, string>()
  const vendors = new Map(families.map(({ family, vendor }) => [family, vendor]))
  for (const { family } of families) {
    if (bySlug.has(family)) problems.push(`the family ${family} is listed twice`)
    bySlug.set(family, family)
  }
  for (const { product, family, vendor } of products) {
    if (bySlug.has(product)) problems.push(`${product} is listed twice`)
    bySlug.set(product, family)
    const other = vendors.get(family) ?? vendor
    if (other !== vendor) problems.push(`${product} has the vendor ${vendor}, but its family ${family} has ${other}`)
    vendors.set(family, vendor)
  }
  const categories = new Set(products.map(({ family, category }) => `${family} ${category}`))
  for (const { family, mainCategories = [] } of families) {
    for (const category of mainCategories) {
      if (!categories.has(`${family} ${category}`))
        problems.push(`${family} has no product of the category ${category}`)
    }
  }
  for (const { product, family } of products) {
    const owner = bySlug.get(family)
    if (owner !== undefined && owner !== family) {
      problems.push(`${product} has the family ${family}, which is a product of the family ${owner}`)
    }
  }
  for (const entry of [...families, ...products]) {
    const slug = entrySlug(entry)
    for (const key of new Set([slug, entry.name, ...(entry.aliases ?? [])].map(nameKey))) {
      const other = byName.get(key)
      if (other !== undefined && other !== slug) problems.push(`"${key}" names both ${other} and ${slug}`)
      byName.set(key, slug)
    }
  }
  for (const { product, family } of products) {
    const named = byName.get(nameKey(family)) ?? family
    const owner = bySlug.get(named) ?? family
    if (owner !== family) problems.push(`${product} has the family ${family}, but "${nameKey(family)}" names ${named}`)
  }
  throwProblems(problems, where)
}

export function entrySlug(entry: ToolFamily | ToolProduct): string {
  return (entry as Partial<ToolProduct>).product ?? entry.family
}

function checkFamily(entry: Record<string, unknown>, at: string): string[] {
  const { family, name, vendor, mainCategories, aliases, hosts } = entry
  return [
    ...slugProblem(family, `${at}.family`),
    ...nameProblem(name, `${at}.name`),
    ...nameProblem(vendor, `${at}.vendor`),
    ...categoryProblems(mainCategories, `${at}.mainCategories`),
    ...aliasProblems(aliases, at),
    ...hostProblems(hosts, at),
  ]
}

function checkProduct(entry: Record<string, unknown>, at: string): string[] {
  const { product, name, family, vendor, category, ai, aliases, everyday, hosts } = entry
  return [
    ...slugProblem(product, `${at}.product`),
    ...nameProblem(name, `${at}.name`),
    ...slugProblem(family, `${at}.family`),
    ...nameProblem(vendor, `${at}.vendor`),
    ...slugProblem(category, `${at}.category`),
    ...(typeof ai === 'boolean' ? [] : [`${at}.ai must be true or false`]),
    ...aliasProblems(aliases, at),
    ...(everyday === undefined || typeof everyday === 'boolean' ? [] : [`${at}.everyday must be true or false`]),
    ...hostProblems(hosts, at),
  ]
}

function slugProblem(value: unknown, at: string): string[] {
  const fits = typeof value === 'string' && /^[a-z0-9]+(_[a-z0-9]+)*$/.test(value)
  return fits ? [] : [`${at} must be lower-case words joined by _, such as hubspot_crm`]
}

function nameProblem(value: unknown, at: string): string[] {
  return typeof value === 'string' && nameKey(value) !== '' ? [] : [`${at} must be a text with a letter or digit`]
}

function categoryProblems(value: unknown, at: string): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`${at} must be a list of categories`]
  return value.flatMap((category, i) => slugProblem(category, `${at}[${i}]`))
}

function aliasProblems(value: unknown, at: string): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return [`${at}.aliases must be a list of texts`]
  return value.flatMap((alias, i) => nameProblem(alias, `${at}.aliases[${i}]`))
}

function hostProblems(value: unknown, at: string): string[] {
  if (value === undefined) return []
  if (!isObject(value)) return [`${at}.hosts must be an object with ${HOST_KINDS.join(', ')}`]
  const lists = Object.entries(value).filter(
    ([, list]) => !Array.isArray(list) || list.some((each) => typeof each !== 'string' || each === ''),
  )
  return [
    ...unknownKeys(value, HOST_KINDS, `${at}.hosts`),
    ...lists.map(([kind]) => `${at}.hosts.${kind} must be a list of texts`),
  ]
}

function unknownKeys(entry: object, known: readonly string[], at: string): string[] {
  return Object.keys(entry)
    .filter((key) => !known.includes(key))
    .map((key) => `${at} has the unknown key ${JSON.stringify(key)}`)
}

function throwProblems(problems: readonly string[], where: string): void {
  if (problems.length === 0) return
  const shown = problems.slice(0, MAX_PROBLEMS).join('; ')
  const more = problems.length > MAX_PROBLEMS ? `; and ${problems.length - MAX_PROBLEMS} more` : ''
  throw new AppError('invalid', `${where}: ${shown}${more}.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
