/** Binary search (lower bound): the index of the first item whose number is at least `min`. */
export function lowerBound<T>(sorted: readonly T[], min: number, numberOf: (item: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberOf(sorted[middle] as T) < min) low = middle + 1
    else high = middle
  }
  return low
}
