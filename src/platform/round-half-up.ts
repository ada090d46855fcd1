// Rounds scores, confidences and other numbers that are shown with one or two decimals. Ties go up, as people round:
// 1.75 becomes 1.8. Math.round and toFixed use the binary number: 1.005 × 100 is 100.49999999999999, and 1 − 0.9825 is
// a little below 0.0175. About a third of all ties would go down.

/**
 * A number this close to a tie is one. The errors of a few operations on numbers up to 1,000 are below 1e-12, and a
 * number that is that close by coincidence is rounded up by a billionth.
 */
const TIE_TOLERANCE = 1e-9

/** To a whole number. A greater number never becomes a smaller one. */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5 + TIE_TOLERANCE)
}

export function roundToDecimals(value: number, decimals: 1 | 2 | 8): number {
  const scale = 10 ** decimals
  return roundHalfUp(value * scale) / scale
}
