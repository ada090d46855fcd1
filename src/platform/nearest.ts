/**
 * How many single slips (a letter too many, one missing, one wrong, two neighbours swapped) lie between two words, or
 * `bound + 1` for anything farther. The bound keeps the cost at length × bound, whatever somebody pastes.
 */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  const far = bound + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(far)
    row[0] = i
    let least = i
    for (let j = Math.max(1, i - bound); j <= Math.min(b.length, i + bound); j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((last[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (last[j - 1] ?? far) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? far) + 1)
      row[j] = cost
      least = Math.min(least, cost)
    }
    if (least > bound && Math.min(...last) > bound) return far
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length] ?? far, far)
}

/**
 * The candidates that somebody who typed `word` may have meant, nearest first: at most one slip in three letters, or the
 * beginning of the candidate.
 */
export function nearest(word: string, candidates: readonly string[], most = 3): string[] {
  const typed = word.toLowerCase()
  const bound = Math.min(3, Math.max(1, Math.floor(typed.length / 3)))
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase(), bound) }))
    .filter(
      ({ candidate, distance }) => distance <= bound || (typed.length > 2 && candidate.toLowerCase().startsWith(typed)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}
