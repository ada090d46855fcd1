// Which tools a company uses, by the sentences of its job descriptions.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { nameKey } from '../tools/index.ts'
import { type FoundTool, findTools, type NamedTool } from './find-tools.ts'
import type { Section, Sentence } from './sections.ts'
import { isAboutApplying, isAboutOthers, mayBePersonal } from './sentence-kinds.ts'

/** How sure a tool is, by the number of jobs that name it. The last counts only jobs of the last 180 days. */
const TOOL_CONFIDENCE = [
  { jobs: 5, days: 180, confidence: 0.85 },
  { jobs: 2, confidence: 0.7 },
  { jobs: 1, confidence: 0.5 },
] as const

export interface Employer {
  readonly names: readonly string[]
  readonly domains: readonly string[]
}

export interface ReadPost {
  readonly id: string
  readonly title: string
  /** Unix seconds. */
  readonly postedAt: number | undefined
  readonly sentences: readonly Sentence[]
}

export interface ToolsInUse {
  /** In the order of their slugs. */
  readonly tools: readonly ToolInUse[]
  /** Unix seconds. From then on some are less sure, although nothing else has changed. */
  readonly until: number
}

export interface ToolInUse {
  /** As the catalogue writes it. */
  readonly tool: string
  /** The slug of the product or family. */
  readonly slug: string
  readonly confidence: number
  /** The sentence that names it, at most 200 characters. */
  readonly evidence: string
  /** The id of the post with that sentence. */
  readonly postId: string
}

const MAX_EVIDENCE = 200
const DAY_SECONDS = 86_400

interface Mention {
  readonly post: ReadPost
  readonly sentence: string
  readonly found: FoundTool
}

/** The tools that a sentence names. */
type ToolsIn = (sentence: string) => readonly FoundTool[]

export function toolsInUse(
  posts: readonly ReadPost[],
  toolsIn: ToolsIn,
  isBoilerplate: (sentence: string) => boolean,
  employer: Employer,
  now: number,
): ToolsInUse {
  const mentions = new Map<string, Mention[]>()
  for (const post of posts) {
    for (const mention of mentionsIn(post, toolsIn, isBoilerplate, employer)) {
      const { slug } = mention.found.tool
      const before = mentions.get(slug)
      // One sentence of each job is enough.
      if (!before) mentions.set(slug, [mention])
      else if (before.at(-1)?.post !== post) before.push(mention)
    }
  }
  const sold = soldTools(posts)
  const used = [...mentions].filter(([, of]) => !sold.has(of[0]?.found.tool.family ?? ''))
  return {
    tools: used.map(([slug, of]) => ({ slug, ...inUse(of, now) })).sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    until: Math.min(...used.map(([, of]) => sureness(of, now).until)),
  }
}

/** By the jobs that name it, and until when, if none is added. A job without a date is always as new as today. */
function sureness(mentions: readonly Mention[], now: number): { readonly confidence: number; readonly until: number } {
  const newestFirst = mentions.map(({ post }) => post.postedAt ?? Number.POSITIVE_INFINITY).sort((a, b) => b - a)
  for (const { confidence, jobs, ...level } of TOOL_CONFIDENCE) {
    const posted = newestFirst[jobs - 1]
    if (posted === undefined) continue
    const until = 'days' in level ? posted + level.days * DAY_SECONDS : Number.POSITIVE_INFINITY
    if (until >= now) return { confidence, until }
  }
  throw new Error('a tool that no job names')
}

function inUse(mentions: readonly Mention[], now: number): Omit<ToolInUse, 'slug'> {
  // The oldest job: it keeps its sentence as long as it is open, whatever is posted later.
  const [first] = [...mentions].sort(
    (a, b) => (a.post.postedAt ?? now) - (b.post.postedAt ?? now) || (a.post.id < b.post.id ? -1 : 1),
  ) as [Mention]
  const tool = first.found.tool.name
  return { tool, confidence: sureness(mentions, now).confidence, evidence: excerpt(first), postId: first.post.id }
}

/** Sentences about the tools that people work with, although they stand in every post. */
const OWN_STACK =
  /\b(?:we (?:use|work with|run on|build (?:with|on|in))|our (?:\w{1,30} )?(?:tech )?-?(?:stack|tools|tooling|toolset)|tech stack|wir (?:nutzen|arbeiten mit|verwenden|setzen auf)|unser (?:tech-?)?stack|nous utilisons|notre stack|usamos|nuestro stack|utilizziamo|we werken met|onze stack|pracujemy)\b/i

function mentionsIn(
  post: ReadPost,
  toolsIn: ToolsIn,
  isBoilerplate: (sentence: string) => boolean,
  employer: Employer,
): Mention[] {
  const mentions = post.sentences.flatMap(({ text, section }) => {
    const found = section === 'applying' ? [] : toolsIn(text)
    if (found.length === 0 || !counts(text, section, isBoilerplate)) return []
    const own = found.filter(({ tool }) => isOwn(tool, employer))
    return found
      .filter(({ tool }) => !isOwn(tool, employer))
      .filter((each) => !own.some((other) => areJoined(text, each, other)))
      .filter((each) => !isAlternative(text, each, found))
      .map((each) => ({ post, sentence: text, found: each }))
  })
  const needed = mentions.filter(({ sentence }) => !NICE_TO_HAVE.test(sentence))
  return mentions.filter(
    (each) => needed.includes(each) || !needed.some((other) => sameUse(each.found.tool, other.found.tool)),
  )
}

function counts(text: string, section: Section, isBoilerplate: (sentence: string) => boolean): boolean {
  if (isAboutApplying(text) || isAboutOthers(text) || mayBePersonal(text)) return false
  if (OWN_STACK.test(text)) return true
  return (section === 'duties' || section === 'requirements' || section === 'other') && !isBoilerplate(text)
}

/** "Tableau is a plus" in a job that works with Power BI: the company has another tool for that. */
const NICE_TO_HAVE =
  /\b(?:plus|bonus|nice to have|welcome|preferred|desirable|advantage|ideally|von vorteil|wünschenswert|idealerweise|un atout|serait|se valora|valorable|deseable|gradit[oa]|preferibile|pré|pluspunt|diferencial|mile widzian[ea])\b/iu

/** The company's own products, by its name or its website. */
function isOwn({ name, vendor, family, websites }: NamedTool, { names, domains }: Employer): boolean {
  const own = names.map(nameKey).filter((key) => key.length > 1)
  const labels = domains.map((domain) => nameKey(domain.split('.')[0] ?? '')).filter((key) => key.length > 1)
  const keys = [name, vendor, family].map(nameKey)
  return (
    domains.some((domain) => websites.includes(domain)) ||
    keys.some((key) => labels.includes(key) || own.some((each) => each === key || beginsWith(each, key)))
  )
}

/** "Amplitude Inc" is Amplitude; "Boxer" is not Box. */
function beginsWith(company: string, key: string): boolean {
  return (
    key.length >= 3 &&
    company.startsWith(key) &&
    /^(?:inc|ltd|llc|gmbh|ag|se|bv|sas|corp|technologies|labs|hq|io|ai|software)/.test(company.slice(key.length))
  )
}

/** "Amplitude and Statsig platforms" at Amplitude: what is named together with an own product is probably one too. */
function areJoined(sentence: string, a: FoundTool, b: FoundTool): boolean {
  const gap = a.at < b.at ? sentence.slice(a.end, b.at) : sentence.slice(b.end, a.at)
  return /^\s*(?:and|&|\/|und|et|y)\s*$/i.test(gap)
}

const CHOICE =
  /\b(?:or|such as|e\.?g|like|similar|equivalent|comparable|any of|one of|oder|wie|z\.?\s?b|ähnlich\w{0,20}|vergleichbar\w{0,20}|ou|comme|tels?|telles?|similaires?|équivalents?|como|o|u|similar(?:es)?|oppure|simil[ei]|zoals|vergelijkbaar|lub|np|takich jak)\b|\//iu

/** Said after a list: whatever of it is used, it need not be all. */
const OR_SIMILAR =
  /\b(?:or|oder|ou|o|of|lub) (?:a |an |any |other |another |some ){0,5}(?:similar|equivalent|comparable|other|ähnlich\w{0,20}|vergleichbar\w{0,20}|similaires?|équivalents?|equivalente?s?|simil[ei]|vergelijkba(?:ar|re)|podobn\w{0,20})|\bor the like\b/iu

/** "Salesforce, HubSpot or similar": one of two tools for the same thing, and nobody knows which. */
function isAlternative(sentence: string, { tool }: FoundTool, all: readonly FoundTool[]): boolean {
  const others = all.filter((other) => other.tool.slug !== tool.slug)
  if (others.length > 0 && OR_SIMILAR.test(sentence)) return true
  return others.some((other) => sameUse(tool, other.tool)) && CHOICE.test(sentence)
}

/** A family is for what any of its products is for. */
function sameUse(a: NamedTool, b: NamedTool): boolean {
  if (a.family === b.family) return false
  const [left, right] = [categoriesOf(a), categoriesOf(b)]
  return left.some((category) => right.includes(category))
}

const SUITES: ReadonlyMap<string, readonly string[]> = new Map([
  ['hubspot', ['crm', 'marketing_automation']],
  ['salesforce', ['crm', 'marketing_automation']],
  ['zoho', ['crm']],
  ['dynamics_365', ['crm', 'erp']],
])

function categoriesOf({ category, family }: NamedTool): readonly string[] {
  return category === undefined ? (SUITES.get(family) ?? []) : [category]
}

const SELLS_SERVICES =
  /\b(?:consultants?|consulting|berater(?:in)?|beratung|practice|implementation|partner|delivery|consultor(?:a)?|consulente|wdrożeniowiec|integrator)\b/iu
const MIN_TITLES = 2
const MAX_TITLE_PART = 0.3

/** Families of tools that the company sells services around: many of its titles name them, or a consultant's title does. */
function soldTools(posts: readonly ReadPost[]): ReadonlySet<string> {
  const titles = new Map<string, Set<string>>()
  const sold = new Set<string>()
  const all = new Set<string>()
  for (const { title } of posts) {
    const key = wordsOf(title).join(' ')
    all.add(key)
    for (const { tool } of findTools(`: ${title}`)) {
      if (SELLS_SERVICES.test(title)) sold.add(tool.family)
      titles.set(tool.family, (titles.get(tool.family) ?? new Set()).add(key))
    }
  }
  for (const [family, of] of titles) if (of.size >= MIN_TITLES && of.size / all.size > MAX_TITLE_PART) sold.add(family)
  return sold
}

/** The sentence, or the part of it around the name. */
function excerpt({ sentence, found }: Mention): string {
  if (sentence.length <= MAX_EVIDENCE) return sentence
  const room = MAX_EVIDENCE - 2 - (found.end - found.at)
  const from = Math.max(0, Math.min(found.at - Math.floor(room / 2), sentence.length - MAX_EVIDENCE + 1))
  const start = from === 0 ? 0 : sentence.indexOf(' ', from) + 1
  const end = start + MAX_EVIDENCE - 2
  const cut = end >= sentence.length ? sentence.slice(start) : sentence.slice(start, sentence.lastIndexOf(' ', end))
  return `${start === 0 ? '' : '…'}${cut}${end >= sentence.length ? '' : '…'}`.toWellFormed()
}
