// Which tools a company uses, asks for or left, by the sentences of its job descriptions.

import { wordsOf } from '../../platform/text/normalise-text.ts'
import { nameKey } from '../tools/index.ts'
import { sameUse } from './alternatives.ts'
import { type FoundTool, findTools, type NamedTool } from './find-tools.ts'
import { type MentionKind, mentionKinds } from './mention-kinds.ts'
import type { Section, Sentence } from './sections.ts'
import { isAboutApplying, mayBePersonal } from './sentence-kinds.ts'

/** The confidence of a tool, by the number of jobs that name it. The first counts only jobs of the last 180 days. */
export const TOOL_CONFIDENCE = [
  { jobs: 5, days: 180, stated: 0.9, asked: 0.75 },
  { jobs: 2, stated: 0.75, asked: 0.6 },
  { jobs: 1, stated: 0.6, asked: 0.45 },
] as const
/** That a company left a tool, for any number of jobs: a plan to leave may take years. */
export const LEFT_CONFIDENCE = 0.5

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
  /** Then its tools are those of the client. */
  readonly isForAClient: boolean
}

export interface ToolsInTexts {
  /** In the order of their slugs. */
  readonly tools: readonly ToolInTexts[]
  /** Unix seconds. From then on some are less certain, although nothing else has changed. */
  readonly until: number
}

export interface ToolInTexts {
  /** As the catalogue writes it. */
  readonly tool: string
  /** The slug of the product or family. */
  readonly slug: string
  readonly kind: Exclude<MentionKind, 'nothing'>
  readonly confidence: number
  /** The sentence that names it, at most 200 characters. */
  readonly evidence: string
  /** The id of the post with that sentence. */
  readonly postId: string
  /** The ids of all posts that name it. */
  readonly postIds: readonly string[]
}

const MAX_EVIDENCE = 200
const DAY_SECONDS = 86_400

interface Mention {
  readonly post: ReadPost
  readonly sentence: string
  readonly found: FoundTool
  readonly kind: ToolInTexts['kind']
}

/** The tools that a sentence names. */
type ToolsIn = (sentence: string) => readonly FoundTool[]

export function toolsInTexts(
  posts: readonly ReadPost[],
  toolsIn: ToolsIn,
  isBoilerplate: (sentence: string) => boolean,
  employer: Employer,
  now: number,
): ToolsInTexts {
  const mentions = new Map<string, Mention[]>()
  for (const post of posts) {
    if (post.isForAClient) continue
    for (const mention of mentionsIn(post, toolsIn, isBoilerplate, employer)) {
      const { slug } = mention.found.tool
      const before = mentions.get(slug)
      const last = before?.at(-1)
      // One sentence of each job is enough: the most informative one.
      if (!before) mentions.set(slug, [mention])
      else if (last?.post !== post) before.push(mention)
      else if (KINDS.indexOf(mention.kind) < KINDS.indexOf(last.kind)) before.splice(-1, 1, mention)
    }
  }
  const sold = soldTools(posts)
  const named = [...mentions].filter(([, of]) => !sold.has(of[0]?.found.tool.family ?? ''))
  const tools = named.map(([slug, of]) => ({ slug, ...toolOf(of, now) }))
  return {
    tools: tools.map(({ until: _, ...tool }) => tool).sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    until: Math.min(...tools.map(({ until }) => until)),
  }
}

/** What one job says about a tool: leaving it outweighs using it, which outweighs asking for it. */
const KINDS: readonly MentionKind[] = ['left', 'stated', 'asked']

interface Sureness {
  readonly confidence: number
  /** Unix seconds: until then, if no job is added. */
  readonly until: number
}

/** A job without a date is always as new as today. */
const postedAt = ({ post }: Mention) => post.postedAt ?? Number.POSITIVE_INFINITY

/** By the jobs that name it. A tool that one job states and four ask for is as certain as one that five ask for. */
function sureness(mentions: readonly Mention[], now: number): Sureness {
  const stated = mentions.filter(({ kind }) => kind === 'stated')
  const [byStated, byAsked] = [levelOf(stated, 'stated', now), levelOf(mentions, 'asked', now)]
  return byStated.confidence >= byAsked.confidence ? byStated : byAsked
}

function levelOf(mentions: readonly Mention[], kind: 'stated' | 'asked', now: number): Sureness {
  const newestFirst = mentions.map(postedAt).sort((a, b) => b - a)
  for (const { jobs, ...level } of TOOL_CONFIDENCE) {
    const posted = newestFirst[jobs - 1]
    if (posted === undefined) continue
    const until = 'days' in level ? posted + level.days * DAY_SECONDS : Number.POSITIVE_INFINITY
    if (until >= now) return { confidence: level[kind], until }
  }
  return { confidence: 0, until: Number.POSITIVE_INFINITY }
}

function toolOf(mentions: readonly Mention[], now: number): Omit<ToolInTexts, 'slug'> & { readonly until: number } {
  const kind = kindOf(mentions)
  // The oldest job: it keeps its sentence as long as it is open, whatever is posted later.
  const [first] = mentions
    .filter((mention) => mention.kind === kind)
    .sort((a, b) => (a.post.postedAt ?? now) - (b.post.postedAt ?? now) || (a.post.id < b.post.id ? -1 : 1)) as [
    Mention,
  ]
  const postIds = [...new Set(mentions.map(({ post }) => post.id))].sort()
  const shown = { tool: first.found.tool.name, kind, evidence: excerpt(first), postId: first.post.id, postIds }
  if (kind === 'left') return { ...shown, confidence: LEFT_CONFIDENCE, until: Number.POSITIVE_INFINITY }
  return { ...shown, ...sureness(mentions, now) }
}

/** A tool that a newer job still works with was not left. */
function kindOf(mentions: readonly Mention[]): ToolInTexts['kind'] {
  const newest = (kind: ToolInTexts['kind']) =>
    Math.max(...mentions.filter((mention) => mention.kind === kind).map(postedAt))
  const [left, stated] = [newest('left'), newest('stated')]
  if (left > Number.NEGATIVE_INFINITY && left >= stated) return 'left'
  return stated > Number.NEGATIVE_INFINITY ? 'stated' : 'asked'
}

/** Sentences about the tools that people work with count even if they are in every post. */
const OWN_STACK =
  /\b(?:we (?:use|work with|run on|build (?:with|on|in))|our (?:\w{1,30} )?(?:tech )?-?(?:stack|tools|tooling|toolset)|tech stack|wir (?:nutzen|arbeiten mit|verwenden|setzen auf)|unser (?:tech-?)?stack|nous utilisons|notre stack|usamos|nuestro stack|utilizziamo|we werken met|onze stack|pracujemy)\b/i

function mentionsIn(
  post: ReadPost,
  toolsIn: ToolsIn,
  isBoilerplate: (sentence: string) => boolean,
  employer: Employer,
): Mention[] {
  const mentions = post.sentences.flatMap(({ text, section }): Mention[] => {
    const found = section === 'applying' ? [] : toolsIn(text)
    if (found.length === 0 || !counts(text, section, isBoilerplate)) return []
    const own = found.filter(({ tool }) => isOwn(tool, employer))
    const kinds = mentionKinds(text, found, section)
    return found.flatMap((each, i) => {
      const kind = kinds[i] ?? 'nothing'
      if (kind === 'nothing' || isOwn(each.tool, employer) || own.some((other) => areJoined(text, each, other)))
        return []
      return [{ post, sentence: text, found: each, kind }]
    })
  })
  const needed = mentions.filter(({ sentence }) => !NICE_TO_HAVE.test(sentence))
  return mentions.filter(
    (each) => needed.includes(each) || !needed.some((other) => sameUse(each.found.tool, other.found.tool)),
  )
}

function counts(text: string, section: Section, isBoilerplate: (sentence: string) => boolean): boolean {
  if (isAboutApplying(text) || mayBePersonal(text)) return false
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

/** "Amplitude and Statsig platforms" at Amplitude: a tool named together with an own product is probably one too. */
function areJoined(sentence: string, a: FoundTool, b: FoundTool): boolean {
  const gap = a.at < b.at ? sentence.slice(a.end, b.at) : sentence.slice(b.end, a.at)
  return /^\s*(?:and|&|\/|und|et|y)\s*$/i.test(gap)
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
