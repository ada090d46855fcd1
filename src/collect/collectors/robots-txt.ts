// robots.txt by RFC 9309. Parsing and matching take linear time for any text.

export interface RobotsRule {
  readonly allow: boolean
  /** In the normal form of `normalPath`, with `*` and `$`. */
  readonly pattern: string
}

export interface RobotsGroup {
  /** Product tokens in lower case, without versions. */
  readonly agents: readonly string[]
  readonly rules: readonly RobotsRule[]
  /** In the block that Cloudflare writes for its customers. */
  readonly managed: boolean
}

/** The rest is not read. RFC 9309 requires at least this much. */
export const MAX_ROBOTS_BYTES = 500 * 1_024

export function parseRobots(text: string): readonly RobotsGroup[] {
  const groups: { agents: string[]; rules: RobotsRule[]; managed: boolean }[] = []
  let managed = false
  let inAgents = false
  for (const line of text.slice(0, MAX_ROBOTS_BYTES).split(/\r\n|\n|\r/)) {
    const mark = /^\s*#+\s*(begin|end) cloudflare managed/i.exec(line)?.[1]
    if (mark) {
      managed = mark.toLowerCase() === 'begin'
      inAgents = false
      continue
    }
    const [key, value] = fieldOf(line)
    if (key === 'user-agent') {
      if (!inAgents) groups.push({ agents: [], rules: [], managed })
      inAgents = true
      groups.at(-1)?.agents.push(value.split('/', 1)[0]?.trim().toLowerCase() ?? '')
    } else if (key === 'allow' || key === 'disallow') {
      inAgents = false
      // A rule without a path has no effect: "Disallow:" allows everything.
      if (value !== '') groups.at(-1)?.rules.push({ allow: key === 'allow', pattern: normalPath(value) })
    }
  }
  return groups
}

/** The rules for one crawler: those of all groups that name it, else those of the group for all. */
export function rulesFor(groups: readonly RobotsGroup[], token: string): readonly RobotsRule[] {
  const named = groups.filter(({ agents }) => agents.includes(token.toLowerCase()))
  const chosen = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  return chosen.flatMap(({ rules }) => rules)
}

/** Whether a path, with its query, may be fetched: the longest matching rule decides, and Allow wins a tie. */
export function allowsPath(rules: readonly RobotsRule[], path: string): boolean {
  const normal = normalPath(path)
  let longest = -1
  let allowed = true
  for (const { allow, pattern } of rules) {
    if (pattern.length < longest || (pattern.length === longest && !allow) || !matches(pattern, normal)) continue
    longest = pattern.length
    allowed = allow
  }
  return allowed
}

function fieldOf(line: string): [key: string, value: string] {
  const comment = line.indexOf('#')
  const content = comment === -1 ? line : line.slice(0, comment)
  const colon = content.indexOf(':')
  if (colon === -1) return ['', '']
  return [content.slice(0, colon).replace('\uFEFF', '').trim().toLowerCase(), content.slice(colon + 1).trim()]
}

/** Each part between stars is searched once, from the end of the previous part. */
function matches(pattern: string, path: string): boolean {
  const isEnd = pattern.endsWith('$')
  const parts = (isEnd ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = parts
  if (!path.startsWith(first)) return false
  if (others.length === 0) return !isEnd || path.length === first.length
  const last = isEnd ? (others.pop() ?? '') : ''
  let at = first.length
  for (const part of others) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** Decodes unnecessary escapes, puts the others in upper case, and escapes non-ASCII characters. */
function normalPath(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (other) => encodeURIComponent(other.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
}
