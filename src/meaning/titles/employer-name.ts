// The employer's own name isn't part of a title: "Office Manager, Lumen AI" is not a job about AI.

import { LruMap } from '../../platform/lru-map.ts'
import { fold, wordsOf } from '../../platform/text/normalise-text.ts'
import { nameWords, registrableDomain } from '../companies/index.ts'
import { withoutParts } from './clean-title.ts'
import { readTitle } from './read-title.ts'

export interface Employer {
  readonly names: readonly string[]
  readonly domains: readonly string[]
}

/** A shorter label of a domain is an everyday word or an abbreviation. */
const MIN_LABEL = 4
const AT = new Set(['at', 'bei', 'chez', 'bij', 'presso', 'en', 'na', 'w'])

interface OwnNames {
  /** Without spaces and signs. */
  readonly joined: ReadonlySet<string>
  /** The word counts of the names with several words. */
  readonly lengths: readonly number[]
}

/** Every job of a company is compared with the same names, and many companies have jobs of the same titles. */
const employers = new LruMap<string, OwnNames>(4_096)
const titles = new LruMap<string, string>(20_000)

/** The title without the name of its employer: as a part of its own, after "at", or as the words at its beginning or end. */
export function withoutEmployer(title: string, employer: Employer): string {
  const own = ownNames(employer)
  const letters = lettersOf(title)
  if (!own.joined.values().some((name) => letters.includes(name))) return title
  const isOwn = (part: string) => own.joined.has(nameWords(part).join(''))
  return withoutOuterName(withoutParts(title, isOwn) || title, own)
}

function ownNames({ names, domains }: Employer): OwnNames {
  const key = [...names, '', ...domains].join('\n')
  const known = employers.get(key)
  if (known) return known
  const words = [...names, ...domains].map(nameWords).filter((each) => each.length > 0)
  const labels = domains
    .map((domain) => registrableDomain(domain).split('.', 1)[0]?.replaceAll('-', '') ?? '')
    .filter((label) => label.length >= MIN_LABEL)
  const own = {
    joined: new Set([...words.map((each) => each.join('')), ...labels]),
    lengths: words.map(({ length }) => length).filter((length) => length > 1),
  }
  employers.set(key, own)
  return own
}

function lettersOf(title: string): string {
  let letters = titles.get(title)
  if (letters === undefined) {
    letters = wordsOf(title).join('')
    titles.set(title, letters)
  }
  return letters
}

/** Removed only if the name has several words, or "at" precedes it, and the rest still names a job. */
function withoutOuterName(title: string, { joined, lengths }: OwnNames): string {
  const words = title.split(/\s+/)
  const isName = (part: readonly string[]) => joined.has(nameWords(part.join(' ')).join(''))
  const at = words.findIndex((word, i) => i > 0 && AT.has(fold(word)) && isName(words.slice(i + 1)))
  if (at > 0) return words.slice(0, at).join(' ')
  for (const length of lengths) {
    const sides = [
      [words.slice(0, length), words.slice(length)],
      [words.slice(-length), words.slice(0, -length)],
    ] as const
    for (const [name, rest] of sides) {
      if (isName(name) && readTitle(rest.join(' ')).function !== undefined) return rest.join(' ')
    }
  }
  return title
}
