// Whether a regular expression takes linear time on every text, searched from every start.
//
// Two tools, each for what it is good at. recheck analyses a piece with an unbounded loop: it finds loops of several
// characters and the quadratic time of a search that starts again at each character, but needs minutes for a long list of
// phrases. scslre looks at a match from one start, in microseconds: enough for a piece whose matches are bounded, where a
// search costs each start a bounded number of steps.

import { createRequire } from 'node:module'
import { RegExpParser } from '@eslint-community/regexpp'
import type * as Recheck from 'recheck'
import { analyse } from 'scslre'
import { type Piece, splitPattern } from './split-pattern.ts'

/** The build in plain JavaScript: the same answers on every machine, and no other process. */
const { checkSync }: typeof Recheck = createRequire(import.meta.url)('recheck/lib/browser.js')

/** A match that is this short at most costs each start no more than this many steps. */
const MAX_BOUNDED_LENGTH = 1_000
const MAX_LENGTH_FROM_ONE_START = 10_000

export interface Finding {
  /** Such as "2nd degree polynomial", "exponential". */
  readonly complexity: string
  /** A text that shows it, as an expression. */
  readonly attack: string
}

/** A piece takes milliseconds, or seconds with assertions, so a busy machine reaches no limit. What does is reported. */
const LIMITS = { timeout: 120_000, attackTimeout: 60_000, incubationTimeout: 60_000, randomSeed: 0 }

const parser = new RegExpParser({ ecmaVersion: 2025 })

/** Undefined if it is linear. */
export function findSuperlinear(source: string, flags: string): Finding | undefined {
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  })
  for (const piece of splitPattern(pattern)) {
    const finding = findInPiece(piece, flags)
    if (finding) return finding
  }
  return undefined
}

const analysed = new Map<string, Finding | undefined>()

function findInPiece(piece: Piece, flags: string): Finding | undefined {
  // The source doesn't show the bound of a long quantifier.
  const key = `${piece.maxLength} ${flags} ${piece.source}`
  if (!analysed.has(key)) analysed.set(key, findFromOneStart(piece, flags) ?? findFromEveryStart(piece, flags))
  return analysed.get(key)
}

function findFromOneStart({ source }: Piece, flags: string): Finding | undefined {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false }, assumeRejectingSuffix: true })
  const [report] = reports
  if (!report) return undefined
  const complexity = report.exponential ? 'exponential' : 'polynomial'
  return { complexity, attack: `${JSON.stringify(report.character.pick)}.repeat(50000)` }
}

function findFromEveryStart({ source, maxLength }: Piece, flags: string): Finding | undefined {
  const hasOneStart = flags.includes('y') || (source.startsWith('^') && !flags.includes('m'))
  if (maxLength <= (hasOneStart ? MAX_LENGTH_FROM_ONE_START : MAX_BOUNDED_LENGTH)) return undefined
  const exact = checkSync(source, flags, { ...LIMITS, checker: 'automaton' })
  // The exact analysis knows no assertions about other text. The other one searches for slow texts.
  const diagnostics =
    exact.status === 'unknown' && exact.error.kind === 'unsupported'
      ? checkSync(source, flags, { ...LIMITS, checker: 'fuzz' })
      : exact
  if (diagnostics.status === 'safe') return undefined
  if (diagnostics.status === 'unknown') return { complexity: `unknown (${diagnostics.error.kind})`, attack: 'none' }
  return { complexity: diagnostics.complexity.summary, attack: diagnostics.attack.pattern }
}
