/**
 * The Damerau-Levenshtein distance of two words (insertions, deletions, substitutions, swapped neighbours), or
 * `bound + 1` if it is greater. The bound keeps the cost at length × bound, however long the input is.
 */
export function editDistance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1
  // A common beginning or end costs nothing. For most words, nothing near remains.
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (start + end < Math.min(a.length, b.length) && a.at(-1 - end) === b.at(-1 - end)) end++
  return distanceInside(a.slice(start, a.length - end), b.slice(start, b.length - end), bound)
}

/** For words without a common beginning or end. Each row has only the columns within the bound of the diagonal. */
function distanceInside(a: string, b: string, bound: number): number {
  const far = bound + 1
  if (a === '' || b === '') return Math.min(a.length + b.length, far)
  const isSwap = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]
  if (isSwap) return Math.min(1, far)
  // Both their first and their last letters differ.
  if (bound === 1 && a.length + b.length > 2) return far
  const width = 2 * bound + 1
  let rowBeforeLast: number[] = []
  let lastRow = Array.from({ length: width }, (_, at) => (at < bound ? far : at - bound))
  let lastMin = 0
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(width).fill(far)
    let rowMin = far
    for (let at = Math.max(0, bound - i); at < width && i + at - bound <= b.length; at++) {
      const j = i + at - bound
      const same = j > 0 && a[i - 1] === b[j - 1]
      let cost = Math.min(
        (lastRow[at + 1] ?? far) + 1,
        (row[at - 1] ?? far) + 1,
        j === 0 ? far : (lastRow[at] ?? far) + (same ? 0 : 1),
      )
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (rowBeforeLast[at] ?? far) + 1)
      row[at] = cost
      rowMin = Math.min(rowMin, cost)
    }
    if (rowMin > bound && lastMin > bound) return far
    rowBeforeLast = lastRow
    lastRow = row
    lastMin = rowMin
  }
  return Math.min(lastRow[b.length - a.length + bound] ?? far, far)
}

/**
 * "Did you mean …?": the candidates that `word` may mean, nearest first. A candidate qualifies with at most one typo in
 * three letters, or if it starts with the word.
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
