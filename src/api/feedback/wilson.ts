export interface Interval {
  readonly low: number
  readonly high: number
}

/** The 97.5th percentile of the normal distribution: two-sided, 95 %. */
const Z = 1.959964

/**
 * Where the true share is with 95 % confidence, by Wilson's score. Unlike p ± 1.96 σ it stays between 0 and 1 and is
 * right for few cases: 1 wrong of 1 isn't "100 %, certain", but 21 to 100 %.
 */
export function wilsonInterval(hits: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 }
  const share = hits / total
  const z2 = Z * Z
  const centre = share + z2 / (2 * total)
  const spread = Z * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total * total))
  const scale = 1 + z2 / total
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) }
}
