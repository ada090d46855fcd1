// Splits a pattern at its alternatives, so that each piece is small enough for an exact analysis. The engine tries the
// alternatives of one start one after the other: the time of `a|b` is that of `a` plus that of `b`, and `x(?:a|b)y` is
// `xay|xby`. Alternatives without a loop take constant time at each start and stay together.

import type { AST } from '@eslint-community/regexpp'

/** A quantifier up to this is written out by the analysis; a longer one counts as a loop. */
const MAX_UNROLLED = 10
/** A pattern that has more pieces is analysed as a whole. */
const MAX_PIECES = 500

export interface Piece {
  readonly source: string
  /** Of a match, in characters. Infinity if a loop has no upper bound. */
  readonly maxLength: number
}

/** The pieces with loops. A pattern without loops has none and is linear. */
export function splitPattern(pattern: AST.Pattern): Piece[] {
  const pieces = piecesOf(pattern.alternatives)
  if (pieces.length <= MAX_PIECES) return pieces
  return [{ source: sourceOf(pattern.alternatives), maxLength: maxLengthOf(pattern.alternatives) }]
}

function piecesOf(alternatives: readonly AST.Alternative[]): Piece[] {
  return alternatives.filter((each) => each.elements.some(loops)).flatMap(({ elements }) => sequence(elements))
}

function sequence(elements: readonly AST.Element[]): Piece[] {
  let pieces: Piece[] = [{ source: '', maxLength: 0 }]
  for (const element of elements) {
    const options = optionsOf(element)
    pieces = pieces.flatMap((piece) =>
      options.map(({ source, maxLength }) => ({
        source: piece.source + source,
        maxLength: piece.maxLength + maxLength,
      })),
    )
    if (pieces.length > MAX_PIECES) break
  }
  return pieces
}

function optionsOf(element: AST.Element): Piece[] {
  const whole = { source: elementSource(element), maxLength: lengthOf(element) }
  if (!loops(element)) return [whole]
  const [inner, optional] =
    element.type === 'Quantifier' && element.max === 1 ? [element.element, element.min === 0] : [element, false]
  if (inner.type !== 'Group' && inner.type !== 'CapturingGroup') return [whole]
  const finite = inner.alternatives.filter((each) => !each.elements.some(loops))
  const pieces = piecesOf(inner.alternatives)
  if (finite.length > 0) pieces.push({ source: sourceOf(finite), maxLength: maxLengthOf(finite) })
  return [
    ...pieces.map(({ source, maxLength }) => ({ source: `(?:${source})`, maxLength })),
    ...(optional ? [{ source: '', maxLength: 0 }] : []),
  ]
}

function loops(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.max > MAX_UNROLLED || loops(element.element)
  return 'alternatives' in element && element.alternatives.some((each) => each.elements.some(loops))
}

function sourceOf(alternatives: readonly AST.Alternative[]): string {
  return alternatives.map(({ elements }) => elements.map(elementSource).join('')).join('|')
}

/**
 * The source with each long quantifier without its upper bound: the analysis would write a hundred repetitions out, and a
 * pattern that isn't ambiguous without the bound isn't with it. Names of groups are dropped, since pieces repeat them.
 */
function elementSource(element: AST.Element): string {
  if (element.type === 'Quantifier') {
    const lazy = element.greedy ? '' : '?'
    const inner = elementSource(element.element)
    if (element.max <= MAX_UNROLLED) return `${inner}{${element.min},${element.max}}${lazy}`
    return `${inner}${element.min > MAX_UNROLLED ? '+' : element.min < 2 ? '*+'[element.min] : `{${element.min},}`}${lazy}`
  }
  if (element.type === 'Group' || element.type === 'CapturingGroup') return `(?:${sourceOf(element.alternatives)})`
  if (element.type === 'Assertion' && 'alternatives' in element) {
    const direction = element.kind === 'lookbehind' ? '<' : ''
    return `(?${direction}${element.negate ? '!' : '='}${sourceOf(element.alternatives)})`
  }
  return element.raw
}

function maxLengthOf(alternatives: readonly AST.Alternative[]): number {
  return Math.max(...alternatives.map(({ elements }) => elements.reduce((sum, each) => sum + lengthOf(each), 0)))
}

function lengthOf(element: AST.Element): number {
  switch (element.type) {
    case 'Quantifier':
      return element.max === 0 ? 0 : element.max * lengthOf(element.element)
    case 'Group':
    case 'CapturingGroup':
      return maxLengthOf(element.alternatives)
    case 'Assertion':
      // What an assertion reads is read at each start, too.
      return 'alternatives' in element ? maxLengthOf(element.alternatives) : 0
    case 'Backreference':
      return Number.POSITIVE_INFINITY
    default:
      return 1
  }
}
