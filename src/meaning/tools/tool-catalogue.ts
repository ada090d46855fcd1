// Recognises a tool by the name that a source writes.
//
// Names are compared without case, accents, spaces and signs. The first rule that fits decides:
// 1. the text is a known name: "HubSpot CRM", "Hub Spot", "gong.io";
// 2. the same with the vendor before or after it: "Atlassian Jira", "Marketo (Adobe)";
// 3. the same with words of a plan or of the category after it, or with another name of the product: "Jira Cloud",
//    "Notion Enterprise", "Pipedrive CRM", "Kubernetes (K8s)";
// 4. a known name with other words after it is of that family, and which product is not known: "HubSpot Forms". Not
//    after an everyday word, or "Front Row" would be Front;
// 5. the name of a vendor of several families gives the vendor: "Atlassian".
// A name of a family, such as "Salesforce", can mean any of its products: it has no product, and the categories of the main
// ones.

import { equalityKey, wordsOf } from '../../platform/text/normalise-text.ts'
import { entrySlug, nameKey, type ToolList, type ToolProduct } from './catalogue-format.ts'

/** What a text says about a tool. Unknown parts are absent. */
export interface ReadTool {
  readonly product?: string
  readonly family?: string
  readonly vendor?: string
  readonly category?: string
  /** Of a family's name: those of its main products. */
  readonly categories?: readonly string[]
  readonly ai?: boolean
}

interface Known {
  readonly tool: ReadTool
  /** Words that don't narrow the product, if they follow the name. */
  readonly followers: ReadonlySet<string>
  /** Other words may follow: then the text is about the family. */
  readonly leads: boolean
}

const PLANS = `enterprise pro professional business premium plus starter basic standard advanced ultimate team free plan
  edition essentials unlimited growth scale`.split(/\s+/)
const FORMS =
  `cloud suite platform software app online server saas hosted api sdk service services hq inc com io license
  subscription tool tools`.split(/\s+/)
/** Words for a category, besides its own. */
const CATEGORY_WORDS: ReadonlyMap<string, string> = new Map([
  ['applicant_tracking', 'ats recruiting'],
  ['business_intelligence', 'bi analytics'],
  ['cms', 'cms website'],
  ['crm', 'crm'],
  ['customer_data_platform', 'cdp'],
  ['customer_support', 'helpdesk support'],
  ['data_pipeline', 'etl elt'],
  ['data_warehouse', 'dwh warehouse'],
  ['database', 'db database'],
  ['erp', 'erp'],
  ['hr', 'hr hris hcm payroll'],
  ['live_chat', 'chat widget livechat'],
  ['marketing_automation', 'marketing automation'],
  ['product_analytics', 'analytics'],
  ['vector_database', 'db vector database'],
  ['web_analytics', 'analytics'],
])
const NO_WORDS: ReadonlySet<string> = new Set()
const FAMILY_FOLLOWERS: ReadonlySet<string> = new Set([...PLANS, ...FORMS])

export class ToolCatalogue {
  readonly list: ToolList
  /** Every category, sorted. */
  readonly #names = new Map<string, Known>()
  /** By name of a family, its slug. */
  readonly #families = new Map<string, string>()
  readonly #mainCategories = new Map<string, readonly string[]>()
  /** By key of a vendor's name, the name; and the families that each has. */
  readonly #vendors = new Map<string, string>()
  readonly #familiesOfVendor = new Map<string, Set<string>>()
  readonly #longestName: number

  constructor(list: ToolList) {
    this.list = list
    for (const product of list.products) this.#addProduct(product)
    for (const { family, name, vendor, mainCategories = [], aliases = [] } of list.families) {
      this.#noteVendor(vendor, family)
      this.#mainCategories.set(family, mainCategories)
      const known = { tool: this.#familyTool(family, vendor), followers: FAMILY_FOLLOWERS, leads: true }
      for (const each of [family, name, ...aliases]) {
        this.#addName(each, known)
        this.#families.set(nameKey(each), family)
      }
    }
    // A family without an entry of its own has its slug as its name, unless that names one of its products.
    for (const { family, vendor } of list.products) {
      this.#families.set(nameKey(family), family)
      this.#addName(family, { tool: this.#familyTool(family, vendor), followers: FAMILY_FOLLOWERS, leads: true })
    }
    this.#addWebsites()
    this.#longestName = Math.max(0, ...[...this.#names.keys()].map((key) => key.length))
  }

  /** What a source's name for a tool says. Empty for an unknown tool. */
  read(text: string): ReadTool {
    const words = wordsOf(text)
    if (words.length === 0) return {}
    const exact = this.#named(words)
    if (exact) return exact.tool
    for (const inner of this.#withoutVendor(words)) {
      const known = this.#named(inner.words)
      if (known?.tool.vendor === inner.vendor) return known.tool
    }
    const longer = this.#beginning(words)
    if (longer) return longer
    for (const inner of this.#withoutVendor(words)) {
      const tool = this.#beginning(inner.words)
      if (tool?.vendor === inner.vendor) return tool
    }
    const vendor = this.#vendors.get(words.join(''))
    return vendor !== undefined && (this.#familiesOfVendor.get(vendor)?.size ?? 0) > 1 ? { vendor } : {}
  }

  /**
   * The equality keys of a tool's name in a query: a family's name stands for the whole family, a product's name for the
   * product, and any name for itself. They are compared with a tool's name, product and family.
   */
  keysOf(text: string): readonly string[] {
    const own = equalityKey(text)
    const known = this.#families.get(nameKey(text)) ?? this.read(text).product
    return known === undefined ? [own] : [...new Set([equalityKey(known), own])]
  }

  /** Whether the text names a product or a family. */
  knows(text: string): boolean {
    return this.#families.has(nameKey(text)) || this.read(text).product !== undefined
  }

  /**
   * The categories of the named product; for a family's name, those of its main products, or of all if none is a main
   * one.
   */
  categoriesOf(text: string): readonly string[] {
    const { product, category } = this.read(text)
    const family = this.#families.get(nameKey(text))
    if (family === undefined || family === product) return category === undefined ? [] : [category]
    const main = this.mainCategoriesOf(family)
    if (main.length > 0) return main
    const products = this.list.products.filter((each) => each.family === family)
    return [...new Set(products.map((each) => each.category))].sort()
  }

  /**
   * What a report that names only this family counts as, by its slug. Empty if its products have too many categories.
   */
  mainCategoriesOf(family: string): readonly string[] {
    return this.#mainCategories.get(family) ?? []
  }

  /** Equal for reports about the same tool: its product, the family that it names, or its name. */
  identityOf(text: string): string {
    const { product } = this.read(text)
    if (product !== undefined) return `product ${product}`
    const family = this.#families.get(nameKey(text))
    return family === undefined ? `name ${nameKey(text)}` : `family ${family}`
  }

  #addProduct(entry: ToolProduct): void {
    const { product, name, family, vendor, category, ai, aliases = [], everyday = false } = entry
    this.#noteVendor(vendor, family)
    const ofCategory = [...category.split('_'), ...(CATEGORY_WORDS.get(category)?.split(' ') ?? [])]
    const tool = { product, family, vendor, category, ai }
    const careful = { tool, followers: new Set([...PLANS, ...ofCategory]), leads: false }
    const open = { tool, followers: new Set([...PLANS, ...FORMS, ...ofCategory]), leads: true }
    for (const [i, each] of [name, product, ...aliases].entries()) {
      const isOneWord = wordsOf(each).length === 1
      // One word that isn't the product's own name is too little evidence if more words follow.
      this.#addName(each, isOneWord && (everyday || i > 1) ? careful : open)
    }
  }

  /**
   * The first entry with a name keeps it: products before families. The checks of the format exclude other conflicts.
   */
  #addName(name: string, known: Known): void {
    const key = nameKey(name)
    if (!this.#names.has(key)) this.#names.set(key, known)
  }

  #addWebsites(): void {
    for (const entry of [...this.list.families, ...this.list.products]) {
      const known = this.#names.get(nameKey(entrySlug(entry)))
      if (!known) continue
      for (const host of entry.hosts?.website ?? []) {
        this.#addName(host, { ...known, followers: NO_WORDS, leads: false })
        if (!('product' in entry)) this.#families.set(nameKey(host), entry.family)
      }
    }
  }

  #noteVendor(vendor: string, family: string): void {
    this.#vendors.set(nameKey(vendor), vendor)
    const families = this.#familiesOfVendor.get(vendor) ?? new Set()
    this.#familiesOfVendor.set(vendor, families.add(family))
  }

  /** Whether a family is about AI is known if all of its products agree. */
  #familyTool(family: string, vendor: string): ReadTool {
    const products = this.list.products.filter((product) => product.family === family)
    const [first, ...rest] = new Set(products.map(({ ai }) => ai))
    const categories = this.mainCategoriesOf(family)
    return {
      family,
      vendor,
      ...(categories.length > 0 && { categories }),
      ...(first !== undefined && rest.length === 0 && { ai: first }),
    }
  }

  #named(words: readonly string[]): Known | undefined {
    const key = words.join('')
    return key.length > this.#longestName ? undefined : this.#names.get(key)
  }

  /** The text without a vendor's name at its beginning or end. */
  #withoutVendor(words: readonly string[]): { words: readonly string[]; vendor: string }[] {
    const found = []
    for (let at = 1; at < Math.min(words.length, MAX_VENDOR_WORDS + 1); at++) {
      const first = this.#vendors.get(words.slice(0, at).join(''))
      if (first !== undefined) found.push({ words: words.slice(at), vendor: first })
      const last = this.#vendors.get(words.slice(-at).join(''))
      if (last === undefined) continue
      const before = words.slice(0, -at)
      found.push({ words: BY.has(before.at(-1) ?? '') ? before.slice(0, -1) : before, vendor: last })
    }
    return found.filter((each) => each.words.length > 0)
  }

  /** By the longest known name at the beginning. */
  #beginning(words: readonly string[]): ReadTool | undefined {
    for (let length = Math.min(words.length - 1, MAX_NAME_WORDS); length > 0; length--) {
      const known = this.#named(words.slice(0, length))
      if (!known) continue
      const { tool, followers, leads } = known
      const rest = words.slice(length)
      if (rest.every((word) => followers.has(word) || /^v?\d+$/.test(word))) return tool
      if (tool.product !== undefined && this.#named(rest)?.tool.product === tool.product) return tool
      if (leads) return { family: tool.family as string, vendor: tool.vendor as string }
    }
    return undefined
  }
}

const MAX_NAME_WORDS = 6
const MAX_VENDOR_WORDS = 4
const BY: ReadonlySet<string> = new Set(['by', 'from'])
