// Which tools a vendor's name in a contract refers to: "Functional Software, Inc. d/b/a Sentry", "Twilio Inc.
// (SendGrid)", "Google LLC" for hosting.

import { knowsTool, readTool } from '../../../meaning/tools/index.ts'
import { slugOf, wordsOf } from '../../../platform/text/normalise-text.ts'
import { trimEnd } from '../../../platform/text/trim.ts'
import { toolOfLegalName } from './legal-names.ts'
import { productByPurpose, productsNamedIn } from './vendor-products.ts'

export interface NamedTool {
  /** The slug of a product, a family, or a vendor of several families. */
  readonly slug: string
  readonly level: 'product' | 'family' | 'vendor'
  readonly vendor: string
}

export interface Vendor {
  /** As the page writes it, without legal form. */
  readonly name: string
  readonly tools: readonly NamedTool[]
}

const MAX_NAME = 120
const MAX_WORDS = 12

/** Each is the end of a name. */
const LEGAL_FORM =
  /[\s,]\(?(?:(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|llp|lp|plc|pbc|p\.b\.c|ltd|limited|unlimited company|dac|gmbh(?: & co\.? kg)?|ag|kg|ug|se|s\.e|sarl|s\.à r\.l|s\.a\.r\.l|sàrl|sas|s\.a\.s|sasu|sa|s\.a|srl|s\.r\.l|spa|s\.p\.a|sl|s\.l|slu|s\.l\.u|bv|b\.v|nv|n\.v|ab|oy|oyj|oü|as|a\/s|aps|asa|sp\. ?z ?o\.?o|s\.?r\.?o|kft|pty|pvt|private|pte|kk|k\.k|ulc|unlimited|lda|eg|s\.c\.a|et cie|e\.?k|eood|ood|ab publ|public benefit corporation)\.?\)?)$/iu
/** Words for the place or kind of a subsidiary, at the end of a name. */
const SUBSIDIARY_WORDS = new Set(
  `emea europe european apac americas international global worldwide group holding holdings ireland irish uk usa us eu
  germany deutschland france spain italy netherlands nederland luxembourg sweden poland singapore australia japan india canada
  switzerland dublin london berlin operations operation technologies technology tech software labs lab systems solutions
  services service payments payment computing communications networks platforms platform hq dba north america united states
  kingdom of the and its affiliates subsidiaries affiliate cloud application support data processing bank market`.split(
    /\s+/,
  ),
)
const END_SIGNS = ' ,;:&/–—-'
const FOOTNOTE = /\[\d{1,2}\]|[*†‡§®™©¹²³⁴⁵⁶⁷⁸⁹]+|\u2120/gu
const TRADING_AS =
  /[\s,(](?:d\/b\/a|d\.b\.a\.?|dba|doing business as|trading as|t\/a|a\.?k\.?a\.?|also known as|operating as|known as|handelnd als|owner of|makers? of)\s/iu
const OWNED_BY =
  /[\s,(](?:an? (?:\S{1,20} ){1,3}(?:company|brand|subsidiary)|part of|subsidiary of|owned by|operated by|by|from|via|through|formerly|f\/k\/a|fka|previously|ehemals|anciennement|antes|ex)\b/iu

/** Undefined if the text can't be a name. `purpose` is the rest of its row. */
export function readVendor(text: string, purpose = ''): Vendor | undefined {
  const name = text
    .replace(FOOTNOTE, '')
    .replace(/^\s*(?:\d{1,3}[.)]|[-–—•·▪◦])\s+/u, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_NAME)
  const words = wordsOf(name)
  if (words.length === 0 || words.length > MAX_WORDS || !/\p{L}/u.test(name)) return undefined
  const tools = toolsNamed(name)
  return { name: cleanName(name), tools: withPurpose(tools, purpose) }
}

/** The name without its legal form and what is in brackets. */
export function cleanName(text: string): string {
  const [outside = ''] = text.split(/[([]/, 1)
  const plain = outside.split(TRADING_AS).at(-1) ?? ''
  return withoutForms(plain.trim() === '' ? text.replace(/[()[\]]/g, '') : plain)
}

function withoutForms(text: string): string {
  let name = trimEnd(text, END_SIGNS).trim()
  for (let forms = 0; forms < 4; forms++) {
    const shorter = trimEnd(name.replace(LEGAL_FORM, ''), END_SIGNS)
    if (shorter === name || shorter === '') break
    name = shorter
  }
  return name
}

function toolsNamed(name: string): readonly NamedTool[] {
  const outside = name
    .replace(/[([][^()[\]]{0,120}[)\]]?/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const inside = [...name.matchAll(/[([]([^()[\]]{0,120})/gu)].map(([, text = '']) => text)
  const [company = '', ...brands] = outside.split(TRADING_AS)
  const main = brands.length > 0 ? brands.flatMap(toolsOfList) : toolsOfList(company)
  const others = [
    ...(brands.length > 0 ? toolsOfList(company) : []),
    ...inside.flatMap((each) => toolsOfList(each.replace(/^(?:d\/b\/a|dba|aka|a\.k\.a\.?|doing business as)\s+/i, ''))),
  ]
  return mostExact(main, others)
}

/** A vendor's brands are more specific than its name, and a product more than the one named like the vendor. */
function mostExact(main: readonly NamedTool[], others: readonly NamedTool[]): readonly NamedTool[] {
  const [first] = main.length > 0 ? main : others
  if (!first) return []
  const vendors = new Set((main.length > 0 ? main : others).map(({ vendor }) => vendor))
  const all = distinct([...main, ...others.filter(({ vendor }) => vendors.has(vendor))])
  // Per vendor: "AWS, Sentry" are two, and "Twilio (SendGrid)" is one.
  return [...Map.groupBy(all, ({ vendor }) => vendor).values()].flatMap(mostExactOfVendor)
}

function mostExactOfVendor(tools: readonly NamedTool[]): readonly NamedTool[] {
  const products = tools.filter(({ level }) => level === 'product')
  const specific = products.filter(({ slug, vendor }) => slug !== slugOf(vendor))
  const families = tools.filter(({ level }) => level === 'family')
  return [specific, products, families].find((each) => each.length > 0) ?? tools
}

const distinct = (tools: readonly NamedTool[]) => [...new Map(tools.map((tool) => [tool.slug, tool])).values()]

function withPurpose(tools: readonly NamedTool[], purpose: string): readonly NamedTool[] {
  const found = tools.flatMap((tool) => {
    if (tool.level === 'product') return [tool]
    const named = productsNamedIn(purpose, tool)
    if (named.length > 0) return named.flatMap((slug) => toolOf(slug) ?? [])
    const slug = productByPurpose(tool.slug, purpose)
    return [(slug !== undefined && toolOf(slug)) || tool]
  })
  return distinct(found)
}

/** "Jira, Confluence", "Google Cloud / Google Workspace": all of them if each is known, or the whole text. */
function toolsOfList(text: string): readonly NamedTool[] {
  const whole = toolNamed(text)
  if (whole && whole.level !== 'vendor') return [whole]
  const parts = text.split(/[,/;|+•]| (?:&|and|und|et|y|e|en|i|och|–|—|-) /iu).filter((part) => part.trim() !== '')
  if (parts.length < 2) return whole ? [whole] : []
  const found = parts.flatMap((part) => toolNamed(part) ?? [])
  return found.length > 0 ? found : whole ? [whole] : []
}

/** By the whole name, then without its legal form, then without the words of a subsidiary. */
export function toolNamed(text: string): NamedTool | undefined {
  const owned = (text.split(OWNED_BY, 1)[0] ?? '').trim()
  const bare = withoutForms(owned.trim() === '' ? text : owned).replace(/^the\s+/i, '')
  for (const name of [text.trim(), bare]) {
    const exact = exactTool(name)
    if (exact) return exact
  }
  const words = bare.split(/\s+/)
  for (let length = words.length - 1; length > 0 && words.length <= MAX_WORDS; length--) {
    const last = wordsOf(words[length] ?? '').join('')
    if (last !== '' && !SUBSIDIARY_WORDS.has(last)) break
    const exact = exactTool(withoutForms(words.slice(0, length).join(' ')))
    if (exact) return exact
  }
  return undefined
}

function exactTool(name: string): NamedTool | undefined {
  const slug = toolOfLegalName(name)
  if (slug !== undefined) return toolOf(slug)
  return toolOf(name)
}

function toolOf(name: string): NamedTool | undefined {
  const { product, family, vendor } = readTool(name)
  if (vendor === undefined) return undefined
  if (product !== undefined) return { slug: product, level: 'product', vendor }
  if (family === undefined) return { slug: slugOf(vendor), level: 'vendor', vendor }
  return knowsTool(name) ? { slug: family, level: 'family', vendor } : undefined
}
