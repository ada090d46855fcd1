// Lists that don't show which tool is used: "Salesforce, HubSpot or similar", "at least one cloud (AWS, GCP, Azure)".

import type { NamedTool } from './find-tools.ts'
import { CHOICE_GAP } from './mention-cues.ts'

/** A tool stands for its kind. */
const EXAMPLE =
  /\b(?:such as|including but not limited to|like|similar to|comparable to|along the lines of|think|vergleichbar mit|ahnlich wie|similaire a|similar a|vergelijkbaar met|simile a|podobn\w{1,3} do|e\. ?g\.?|eg\b|for example|for instance|ex\.|i\.e\.|wie(?: z\.? ?b\.?| etwa| zum beispiel)?|z\.? ?b\.?|zum beispiel|beispielsweise|etwa|comme|tels? que?|telles? que?|tels?|par exemple|p\. ?ex\.?|par ex\.?|como|por ejemplo|p\. ?ej\.?|zoals|bijv\.?|bijvoorbeeld|bv\.|quali|come(?! (?:in|from|through|via|to|with|and)\b)|ad esempio|ad es\.?|es\.|tipo|por exemplo|tais como|takie jak|takich jak|takimi jak|np\.?|na przyklad)[\s:,]{0,3}/g
const ONE_OF =
  /\b(?:one (?:or more )?of|any of|either|at least (?:one|1|two)|(?:mindestens|wenigstens) ein\w{0,2}|ein\w{0,2} der|entweder|au moins une?|l'une? d\w{1,2}|al menos una?|alguna?|algun|una? de|minimaal een|minstens een|een van|almeno un[ao]?|un[ao]? (?:tra|fra|dei|delle)|pelo menos uma?|algum\w{0,2}|uma? d[aeo]s?|co najmniej jed\w{1,4}|przynajmniej jed\w{1,4}|jed(?:en|na|no|nym|nej) z)\b(?! (?:full |whole |good |ganzes |volle[ns]? )?(?:years?|months?|jahre?n?|monate?n?|ans?|annees?|mois|anos?|mes(?:es|i|e)?|jaar|jaren|maand\w{0,2}|ann[oi]|rok\w{0,2}|lat[a]?|miesi\w{2,4})\b)/
/** "At least one Workday implementation" is no choice. */
const ONE_WHOLE =
  /\b(?:one|1|two|mindestens eine?n?|au moins une?|al menos una?|minstens een|almeno un[ao]?|pelo menos uma?) (?:full |large |complete )?$/
const OR_SIMILAR =
  /^[\s,)]{0,3}(?:\(|or|and|oder|und|ou|et|o|y|u|of|en|e|lub|i|bzw\.?)?\s?(?:(?:an?|any|other|another|some|ein\w{0,2}|einem|un|une|una|d'|autres?|otr[oa]s?|een|ander\w{0,2}|altr[aeio]|outr[oa]s?|inn\w{1,3}|eine[mnrs]?|tools?|systems?|platforms?)\s){0,3}(?:similar\w{0,2}|equivalent\w{0,2}|comparable\w{0,1}|alternatives?|other \w{1,20}|another \w{1,20}|the like|ahnlich\w{0,4}|vergleichbar\w{0,4}|o\. ?a\.|similaires?|analogues?|autres?|parecid[oa]s?|otr[oa]s?|vergelijkba(?:ar|re)|soortgelijk\w{0,2}|simil[ei]|analogh[ie]|outr[oa]s?|podobn\w{1,3}|inn(?:ego|ym|y)\b)/

export interface ToolList {
  /** The clause up to the list. */
  readonly before: string
  /** What follows the list. */
  readonly after: string
  /** Between its tools. */
  readonly gaps: readonly string[]
  readonly tools: readonly NamedTool[]
}

const AND_SO_ON = /^[\s,]{0,2}(?:etc|usw|u\. ?s\. ?w|and so on|& co|und co|et co|itp|itd|enz|ecc|…|\.\.\.)/
/** "…, Foo or Bar" of tools that the catalogue doesn't have. */
const OR_AFTER = /^(?: \S{1,20})?(?:, \S{1,20}(?: \S{1,20})?){0,3}(?:,? \(?(?:or|oder|bzw\.?|ou|lub) | ?\/)/
const OR_BEFORE = /(?:\b(?:or|oder|bzw\.|ou|lub)|\b(?:met|van) (?:\S{1,20} ){1,3}of|\/) ?$/
const AND_GAP = /&|\+|\b(?:and|und|sowie|et|y|e|en|i|oraz|plus)\b/

export interface Usage {
  /** The employer states which ones it uses, even if it calls them examples. */
  readonly isOwn: boolean
  readonly isAsked: boolean
}

export function isAlternative(tool: NamedTool, list: ToolList, { isOwn, isAsked }: Usage): boolean {
  const { before, after, gaps, tools } = list
  const others = tools.filter(({ slug }) => slug !== tool.slug)
  const isOneOfAKind = others.some((other) => sameUse(tool, other))
  if (OR_SIMILAR.test(after)) return true
  if (gaps.some((gap) => CHOICE_GAP.test(gap)) && (isOneOfAKind || (others.length > 0 && !isOwn))) return true
  if (isAsked && (AND_SO_ON.test(after) || OR_AFTER.test(after) || OR_BEFORE.test(before))) return true
  if (isAsked && isOneOfAKind && !gaps.some((gap) => AND_GAP.test(gap))) return true
  if (isOwn) return false
  if (isAsked && isAmongUnknown(before, after)) return true
  return isExample(before) || (ONE_OF.test(before) && !ONE_WHOLE.test(before)) || (isOneOfAKind && isInBrackets(before))
}

function isExample(before: string): boolean {
  let at = -1
  for (const match of before.matchAll(EXAMPLE)) at = match.index + match[0].length
  return at >= 0 && isList(before.slice(at))
}

/** "python, sql, ": items of at most three words, the last of which is missing. */
function isList(text: string): boolean {
  if (/[;()]/.test(text)) return false
  return text
    .split(/,|\/|\b(?:and|or|und|oder|et|ou|y|o|en|of|e|i|lub)\b/)
    .every((part) => part.trim().split(' ').length <= 3)
}

/** "cloud (": without a heading or "our", these are examples. */
function isInBrackets(before: string): boolean {
  const open = before.lastIndexOf('(')
  return open > 0 && !before.slice(open).includes(')') && isList(before.slice(open + 1))
}

/** "A package for accounting (¤, Foo, Bar)": the catalogue doesn't have the others. */
function isAmongUnknown(before: string, after: string): boolean {
  const open = before.lastIndexOf('(')
  if (open < 0 || before.slice(open).includes(')') || before.slice(0, open).trimEnd().endsWith('¤')) return false
  return before.slice(open).includes(',') || /^, [^)]{2,40}\)/.test(after)
}

/** Two tools for the same thing. A family's name stands for its main products. */
export function sameUse(a: NamedTool, b: NamedTool): boolean {
  if (a.family === b.family) return false
  return a.categories.some((category) => b.categories.includes(category))
}
