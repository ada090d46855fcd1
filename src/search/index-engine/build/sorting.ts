// Counting sorts: keys are integers, rows are millions, and every pass is stable.

/**
 * One pass over 65,536 buckets. `digit` is the bucket of an item. If `from` is undefined, the items are 0, 1, 2 and so
 * on.
 */
export function bucketPass(
  from: Uint32Array | undefined,
  to: Uint32Array,
  length: number,
  digit: (item: number) => number,
): void {
  const start = new Uint32Array(65_537)
  for (let item = 0; item < length; item++) start[digit(item) + 1]!++
  for (let i = 0; i < 65_536; i++) start[i + 1]! += start[i]!
  for (let i = 0; i < length; i++) {
    const item = from ? from[i]! : i
    to[start[digit(item)]!++] = item
  }
}

/** Sorts rows by a small key and otherwise keeps their order. Writes into `starts` where each key begins. */
export function countingSort(order: Uint32Array, keyOf: Uint32Array, starts: Uint32Array): Uint32Array {
  for (let i = 0; i < order.length; i++) starts[keyOf[i]! + 1]!++
  for (let i = 0; i + 1 < starts.length; i++) starts[i + 1]! += starts[i]!
  const next = starts.slice()
  const sorted = new Uint32Array(order.length)
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!
    sorted[next[keyOf[row]!]!++] = row
  }
  return sorted
}
