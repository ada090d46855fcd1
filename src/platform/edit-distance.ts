/**
 * The Damerau-Levenshtein distance of two words (insertions, deletions, substitutions, swapped neighbours), or
 * `bound + 1` if it is greater. The bound keeps the cost at length × bound, however long the input is.
 */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  // Letters that both have at their beginning or end cost nothing. For most words nothing near is left.
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (start + end < Math.min(a.length, b.length) && a.at(-1 - end) === b.at(-1 - end)) end++
  return distanceInside(a.slice(start, a.length - end), b.slice(start, b.length - end), bound)
}

/** Of words that neither begin nor end alike. */
function distanceInside(a: string, b: string, bound: number): number {
  const far = bound + 1
  if (a === '' || b === '') return Math.min(a.length + b.length, far)
  const isSwap = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
  if (isSwap) return Math.min(1, far)
  // Both their first and their last letters differ.
  if (bound === 1 && a.length + b.length > 2) return far
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(far)
    row[0] = i
    let rowMin = i
    for (let j = Math.max(1, i - bound); j <= Math.min(b.length, i + bound); j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((lastRow[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (lastRow[j - 1] ?? far) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (rowBeforeLast[j - 2] ?? far) + 1)
      row[j] = cost
      rowMin = Math.min(rowMin, cost)
    }
    if (rowMin > bound && Math.min(...lastRow) > bound) return far
    rowBeforeLast = lastRow
    lastRow = row
  }
  return Math.min(lastRow[b.length] ?? far, far)
}

/**
 * "Did you mean …?": the candidates that may be meant by `word`, nearest first. A candidate qualifies with at most one
 * typo in three letters, or if it starts with the word.
 */
export function nearest(word: string, candidates: readonly string[], limit = 3): string[] {
  const typed = word.toLowerCase()
  const bound = Math.min(3, Math.max(1, Math.floor(typed.length / 3)))
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase(), bound) }))
    .filter(
      ({ candidate, distance }) => distance <= bound || (typed.length > 2 && candidate.toLowerCase().startsWith(typed)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}
