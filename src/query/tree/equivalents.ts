// The equivalents that a word of a query also finds, with `~`. One table for all engines, printed in
// docs/query-language.md.
//
// One way: "SDR" finds "Sales Development Representative", but the long form doesn't find the short one. Only
// unambiguous words are here: CRO is a research organisation as often as a chief revenue officer. A word with `*` and
// the words of `~=` are literal.

import { clausesOf, type PatternWord, type Query } from './tree.ts'

/** By word. People write "VP Sales" for a "VP of Sales", so a few have a form with "of". */
export const ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  ae: ['account executive'],
  ai: ['artificial intelligence'],
  bdr: ['business development representative'],
  ceo: ['chief executive officer'],
  cfo: ['chief financial officer'],
  ciso: ['chief information security officer'],
  cmo: ['chief marketing officer'],
  coo: ['chief operating officer'],
  csm: ['customer success manager'],
  cto: ['chief technology officer'],
  evp: ['executive vice president', 'executive vice president of', 'evp of'],
  gtm: ['go to market'],
  hr: ['human resources'],
  jr: ['junior'],
  llm: ['large language model'],
  mgr: ['manager'],
  ml: ['machine learning'],
  mle: ['machine learning engineer', 'ml engineer'],
  mlops: ['machine learning operations', 'ml ops'],
  nlp: ['natural language processing'],
  ops: ['operations'],
  pmm: ['product marketing manager'],
  qa: ['quality assurance'],
  rep: ['representative'],
  revops: ['revenue operations', 'revenue ops', 'rev ops'],
  sdr: ['sales development representative'],
  sr: ['senior'],
  sre: ['site reliability engineer'],
  svp: ['senior vice president', 'senior vice president of', 'svp of'],
  swe: ['software engineer'],
  ux: ['user experience'],
  vp: ['vice president', 'vice president of', 'vp of'],
}

/** Words whose plural also finds the singular. "sales" and "operations" aren't plurals. */
export const SINGULARS: readonly string[] = [
  ...['accountant', 'administrator', 'ae', 'agent', 'analyst', 'architect', 'assistant', 'bdr', 'buyer', 'ceo', 'cfo'],
  ...['chatbot', 'cmo', 'consultant', 'controller', 'coordinator', 'csm', 'cto', 'designer', 'developer', 'director'],
  ...['engineer', 'executive', 'intern', 'llm', 'manager', 'marketer', 'mle', 'officer', 'pmm', 'president'],
  ...['programmer', 'recruiter', 'rep', 'representative', 'researcher', 'scientist', 'sdr', 'seller', 'specialist'],
  ...['sre', 'strategist', 'swe', 'tester', 'vp'],
]

const TABLE: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ...Object.entries(ABBREVIATIONS).map(([word, forms]) => [word, split(forms)] as const),
  ...SINGULARS.map((word) => [`${word}s`, split([word, ...(ABBREVIATIONS[word] ?? [])])] as const),
])

function split(forms: readonly string[]): string[][] {
  return forms.map((form) => form.split(' '))
}

/** The equivalents of a folded word. */
export function equivalentsOf(word: string): readonly (readonly string[])[] {
  return TABLE.get(word) ?? []
}

/** The equivalents of the words of a query, each word once, in query order. */
export function expansionsOf(query: Query): { readonly word: string; readonly equivalents: readonly string[] }[] {
  const words = clausesOf(query)
    .flatMap(({ conditions }) => conditions.flatMap((each) => ('patterns' in each ? each.patterns : [])))
    .flatMap((pattern) => pattern.words)
  const found = new Map(
    words.flatMap(({ text, same }): [string, string[]][] => (same ? [[text, same.map((form) => form.join(' '))]] : [])),
  )
  return [...found].map(([word, equivalents]) => ({ word, equivalents }))
}

export function withEquivalents(word: PatternWord): PatternWord {
  const same = word.prefix ? [] : equivalentsOf(word.text)
  return same.length === 0 ? word : { ...word, same }
}
