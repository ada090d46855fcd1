/** Where the first item whose number is not below `least` stands among items sorted by that number. */
export function firstFrom<T>(sorted: readonly T[], least: number, numberOf: (item: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numberOf(sorted[middle] as T) < least) low = middle + 1
    else high = middle
  }
  return low
}
